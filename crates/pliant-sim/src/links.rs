//! Constraints in the order that a solver wants them.

use crate::Error;
use crate::build::{Built, Lists, lists};
use crate::color::{Coloring, color};
use crate::scratch::Scratch;
use glam::Vec3;
use pliant_kernels::Engine;
use pliant_kernels::types::CountParams;
use pliant_kernels::types::{Hinge, Link, LinkEnd, SLICE};
use pliant_kernels::{PassId, Recording};
use std::collections::BTreeMap;

/// Constraints that have a free end, in the device's order.
pub(crate) struct Constraints {
    /// Distance links.
    pub(crate) links: Vec<Link>,
    /// Hinges.
    pub(crate) hinges: Vec<Hinge>,
}

impl Constraints {
    /// In the order of building.
    pub(crate) fn free(built: &Built, inverse_masses: &[f32]) -> Self {
        let free = |p: u32| inverse_masses[p as usize] > 0.0;
        Self {
            links: built
                .links
                .iter()
                .filter(|l| free(l.a) || free(l.b))
                .copied()
                .collect(),
            hinges: built
                .hinges
                .iter()
                .filter(|h| corners(h).into_iter().any(free))
                .copied()
                .collect(),
        }
    }

    /// Colours both kinds and brings them into the order of their colours.
    pub(crate) fn color(&mut self, rests: &[[f32; 4]], inverse_masses: &[f32]) -> [Coloring; 2] {
        let free = |ends: &[u32]| -> Vec<u32> {
            ends.iter()
                .copied()
                .filter(|p| inverse_masses[*p as usize] > 0.0)
                .collect()
        };
        let ends: Vec<Vec<u32>> = self.links.iter().map(|l| free(&[l.a, l.b])).collect();
        let alike = groups(&self.links, |l| (l.material & 3, direction(l, rests)));
        let links = color(inverse_masses.len(), &ends, &alike);
        self.links = links
            .order
            .iter()
            .map(|i| self.links[*i as usize])
            .collect();
        let ends: Vec<Vec<u32>> = self.hinges.iter().map(|h| free(&corners(h))).collect();
        let edge = |h: &Hinge| Link {
            a: h.a,
            b: h.b,
            ..Link::default()
        };
        let alike = groups(&self.hinges, |h| direction(&edge(h), rests));
        let hinges = color(inverse_masses.len(), &ends, &alike);
        self.hinges = hinges
            .order
            .iter()
            .map(|i| self.hinges[*i as usize])
            .collect();
        [links, hinges]
    }
}

/// Indices of the constraints that are alike, in the order of what they are alike in.
fn groups<T, K: Ord>(constraints: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<u32>> {
    let mut groups: BTreeMap<K, Vec<u32>> = BTreeMap::new();
    for (i, constraint) in constraints.iter().enumerate() {
        groups.entry(key(constraint)).or_default().push(i as u32);
    }
    groups.into_values().collect()
}

/// The particles of a hinge.
pub(crate) fn corners(hinge: &Hinge) -> [u32; 4] {
    [hinge.a, hinge.b, hinge.c, hinge.d]
}

/// A link's direction at rest, coarsely and without sign: links of one direction colour with few colours.
fn direction(link: &Link, rests: &[[f32; 4]]) -> [i32; 3] {
    let at = |p: u32| Vec3::from_slice(&rests[p as usize][..3]);
    let d = (at(link.b) - at(link.a)).normalize_or_zero();
    let first = [d.x, d.y, d.z]
        .into_iter()
        .find(|c| c.abs() > 0.05)
        .unwrap_or(1.0);
    ((d * first.signum()) * 16.0).round().as_ivec3().to_array()
}

/// What the Jacobi solver reads.
#[derive(Default)]
pub(crate) struct Slotted {
    /// Start of each slice of slots, and the total.
    pub(crate) slices: Vec<u32>,
    /// The slots.
    pub(crate) slots: Vec<LinkEnd>,
    /// Slots of the two ends of each link.
    pub(crate) slots_of: Vec<[u32; 2]>,
    /// Start of each particle's hinge corners, and the total.
    pub(crate) corner_starts: Vec<u32>,
    /// Hinge corners as 4·hinge + corner.
    pub(crate) corners: Vec<u32>,
}

impl Slotted {
    pub(crate) fn new<E: Engine>(
        engine: &mut E,
        particles: u32,
        constraints: &Constraints,
    ) -> Result<Self, Error> {
        let ends = lists(
            engine,
            particles,
            bytemuck::cast_slice(&constraints.links),
            4,
            2,
        )?;
        let corners = lists(
            engine,
            particles,
            bytemuck::cast_slice(&constraints.hinges),
            6,
            4,
        )?;
        let mut slices = vec![0];
        for first in (0..particles).step_by(SLICE as usize) {
            let degrees = (first..particles.min(first + SLICE))
                .map(|p| ends.starts[p as usize + 1] - ends.starts[p as usize]);
            slices.push(slices[slices.len() - 1] + SLICE * degrees.max().unwrap_or(0));
        }
        let mut slots_of = vec![[0; 2]; constraints.links.len()];
        for p in 0..particles {
            let list = ends.starts[p as usize] as usize..ends.starts[p as usize + 1] as usize;
            for (k, [link, end, _]) in ends.entries[list].iter().enumerate() {
                slots_of[*link as usize][*end as usize] =
                    slices[(p / SLICE) as usize] + k as u32 * SLICE + p % SLICE;
            }
        }
        let slots = fill_slots(engine, particles, constraints, &ends, &slices)?;
        Ok(Self {
            slices,
            slots,
            slots_of,
            corners: corners
                .entries
                .iter()
                .map(|[hinge, corner, _]| 4 * hinge + corner)
                .collect(),
            corner_starts: corners.starts,
        })
    }
}

fn fill_slots<E: Engine>(
    engine: &mut E,
    particles: u32,
    constraints: &Constraints,
    ends: &Lists,
    slices: &[u32],
) -> Result<Vec<LinkEnd>, Error> {
    let mut scratch = Scratch::new(engine);
    let total = slices[slices.len() - 1];
    let slots = scratch.empty::<LinkEnd>("slots", total)?;
    let buffers = [
        scratch.filled("end starts", &ends.starts)?,
        scratch.filled("ends", &ends.entries)?,
        scratch.filled("links", &constraints.links)?,
        scratch.filled("slices", slices)?,
        slots,
    ];
    let mut record = Recording::default();
    record.dispatch(
        PassId::Slots,
        &buffers,
        CountParams { count: particles },
        particles,
    );
    scratch.run(&record)?;
    scratch.read(slots, 0, total)
}
