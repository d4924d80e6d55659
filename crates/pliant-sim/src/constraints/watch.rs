//! Which forces are read out: those on pins and probes, and those of attachments.

use super::attachment_slots::AttachmentSlots;
use super::balloons::Balloons;
use super::constraint_lists::ConstraintList;
use crate::build::pools::Pools;
use crate::error::Error;
use crate::memory::Maker;
use crate::settings::Settings;
use pliant_passes::types::{Link, NONE, Watch};
use pliant_passes::{Buffer, Engine};
use pliant_scene::Scene;
use std::collections::BTreeMap;
use std::ops::Range;

/// Watched particles and the ends of constraints at them.
#[derive(Default)]
pub(crate) struct Watches {
    /// Ascending by particle; watches of attachments have no particle and come last.
    pub(crate) watches: Vec<Watch>,
    /// (other particle, index of λ) for links, (slot of the correction, 0) for corners of other constraints.
    pub(crate) ends: Vec<[u32; 2]>,
    /// Attachments of each body to each node.
    pub(crate) attachments: Vec<AttachmentWatch>,
}

/// All attachments of one body to one node.
pub(crate) struct AttachmentWatch {
    /// Index in `Scene::bodies`.
    pub(crate) body: usize,
    /// Name of the node.
    pub(crate) to: String,
    /// Watches whose sum is the force on the body's ends of them.
    pub(crate) watches: Range<usize>,
}

/// Most corners that one invocation sums up; longer sums would delay all others.
const LONGEST_SUM: usize = 32;

impl Watches {
    /// `lambda_of` gives the index of λ of an end (0 or 1) of a link. Marks lists and balloons that are watched.
    pub(crate) fn new(
        scene: &Scene,
        pools: &Pools,
        settings: &Settings,
        links: &[Link],
        (lists, balloons): (&mut [ConstraintList], &mut Balloons),
        lambda_of: impl Fn(usize, usize) -> u32,
    ) -> Self {
        let mut watched = Ends::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            let first = pools.first_particle[index];
            watched.extend(body.pinned.iter().map(|p| (first + p, Default::default())));
        }
        watched.extend(settings.probes.iter().map(|(body, vertex)| {
            (
                probe_particle(scene, pools, *body, *vertex),
                Default::default(),
            )
        }));
        for (i, link) in links.iter().enumerate() {
            for (end, [here, other]) in [[link.a, link.b], [link.b, link.a]].into_iter().enumerate()
            {
                if let Some([links, _]) = watched.get_mut(&here) {
                    links.push([other, lambda_of(i, end)]);
                }
            }
        }
        for list in lists {
            list.watched = watch(&mut watched, list.corners());
        }
        balloons.watched = watch(&mut watched, balloons.corners());
        let mut all = Self::default();
        for (particle, [links, corners]) in watched {
            let first = all.ends.len() as u32;
            all.watches.push(Watch {
                particle,
                first,
                links: links.len() as u32,
                corners: corners.len() as u32,
            });
            all.ends.extend(links.into_iter().chain(corners));
        }
        all
    }

    /// Adds the attachments' corrections to what is read out.
    pub(crate) fn add_attachments(&mut self, scene: &Scene, attachments: AttachmentSlots) {
        for ((body, node), slots) in attachments {
            let first = self.watches.len();
            for slots in slots.chunks(LONGEST_SUM) {
                self.watches.push(Watch {
                    particle: NONE,
                    first: self.ends.len() as u32,
                    links: 0,
                    corners: slots.len() as u32,
                });
                self.ends.extend(slots.iter().map(|slot| [*slot, 0]));
            }
            self.attachments.push(AttachmentWatch {
                body,
                to: scene.nodes[node].name.clone(),
                watches: first..self.watches.len(),
            });
        }
    }

    /// Index of a particle's watch.
    pub(crate) fn find(&self, particle: u32) -> Option<usize> {
        self.watches
            .binary_search_by_key(&particle, |w| w.particle)
            .ok()
    }
}

/// Entries of links and of corners, by watched particle.
type Ends = BTreeMap<u32, [Vec<[u32; 2]>; 2]>;

/// Adds the slots of corrections of watched particles; returns whether there are any.
fn watch(watched: &mut Ends, corners: impl Iterator<Item = (u32, u32)>) -> bool {
    let mut found = false;
    for (particle, slot) in corners {
        if let Some([_, corners]) = watched.get_mut(&particle) {
            corners.push([slot, 0]);
            found = true;
        }
    }
    found
}

/// The particle of a probed vertex.
pub(crate) fn probe_particle(scene: &Scene, pools: &Pools, index: usize, vertex: u32) -> u32 {
    let body = &scene.bodies[index];
    let vertex = body
        .vertex(vertex)
        .expect("a probe names a vertex there is");
    pools.first_particle[index] + body.particle_of_vertex[vertex as usize]
}

/// Buffers of watches.
pub(crate) struct WatchBuffers {
    pub(crate) watches: Buffer<Watch>,
    pub(crate) ends: Buffer<[u32; 2]>,
    /// Sum of each watch over a frame's substeps, N s².
    pub(crate) forces: Buffer<[f32; 4]>,
}

impl WatchBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        watches: &Watches,
    ) -> Result<Self, Error> {
        Ok(Self {
            watches: make.filled("watches", &watches.watches)?,
            ends: make.filled("watched ends", &watches.ends)?,
            forces: make.empty("forces", watches.watches.len())?,
        })
    }
}
