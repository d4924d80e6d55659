//! Particles whose forces are read out: pins and probes.

use crate::Settings;
use crate::links::{Constraints, corners};
use crate::pools::Pools;
use pliant_kernels::types::Watch;
use pliant_scene::Scene;
use std::collections::BTreeMap;

/// Watched particles and the ends of constraints at them.
#[derive(Default)]
pub(crate) struct Watches {
    /// Ascending by particle.
    pub(crate) watches: Vec<Watch>,
    /// (other particle, place of λ) for links, (hinge, corner) for hinges.
    pub(crate) ends: Vec<[u32; 2]>,
}

impl Watches {
    /// `lambda_of` says where λ of an end (0 or 1) of a link lies.
    pub(crate) fn new(
        scene: &Scene,
        pools: &Pools,
        settings: &Settings,
        constraints: &Constraints,
        lambda_of: impl Fn(usize, usize) -> u32,
    ) -> Self {
        let mut watched: BTreeMap<u32, [Vec<[u32; 2]>; 2]> = BTreeMap::new();
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
        for (i, link) in constraints.links.iter().enumerate() {
            for (end, [here, other]) in [[link.a, link.b], [link.b, link.a]].into_iter().enumerate()
            {
                if let Some([links, _]) = watched.get_mut(&here) {
                    links.push([other, lambda_of(i, end)]);
                }
            }
        }
        for (i, hinge) in constraints.hinges.iter().enumerate() {
            for (corner, particle) in corners(hinge).iter().enumerate() {
                if let Some([_, hinges]) = watched.get_mut(particle) {
                    hinges.push([i as u32, corner as u32]);
                }
            }
        }
        let mut all = Self::default();
        for (particle, [links, hinges]) in watched {
            let first = all.ends.len() as u32;
            all.watches.push(Watch {
                particle,
                first,
                links: links.len() as u32,
                hinges: hinges.len() as u32,
            });
            all.ends.extend(links.into_iter().chain(hinges));
        }
        all
    }

    /// The place of a particle among the watched ones.
    pub(crate) fn find(&self, particle: u32) -> Option<usize> {
        self.watches
            .binary_search_by_key(&particle, |w| w.particle)
            .ok()
    }
}

/// The particle of a probed vertex.
pub(crate) fn probe_particle(scene: &Scene, pools: &Pools, body: usize, vertex: u32) -> u32 {
    pools.first_particle[body] + scene.bodies[body].particle_of_vertex[vertex as usize]
}
