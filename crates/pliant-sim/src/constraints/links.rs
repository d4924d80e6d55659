//! Distance links in solving order.

use super::bundle::Bundles;
use super::color::{Coloring, color, of_one};
use crate::build::built::{Built, Lists, lists};
use crate::error::Error;
use crate::memory::Maker;
use crate::memory::Scratch;
use glam::Vec3;
use pliant_passes::Buffer;
use pliant_passes::Engine;
use pliant_passes::passes::build;
use pliant_passes::types::CountParams;
use pliant_passes::types::{Link, LinkEnd, MATERIALS, SLICE};
use pliant_passes::{Recording, bind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The distance links with a free end, in the order in which they were built.
pub(crate) fn free_links(built: &Built, inverse_masses: &[f32]) -> Vec<Link> {
    let free = |p: u32| inverse_masses[p as usize] > 0.0;
    let links = built.links.iter().filter(|l| free(l.a) || free(l.b));
    links.copied().collect()
}

/// Colours links and sorts them by colour. Edges of a lattice are bundled by its cells, other links are grouped by direction.
/// The smaller of the two sets comes last, where small colours share a dispatch.
pub(crate) fn color_links(
    links: &mut Vec<Link>,
    built: &Built,
    inverse_masses: &[f32],
) -> Coloring {
    let particles = inverse_masses.len();
    let free = |p: &u32| inverse_masses[*p as usize] > 0.0;
    let pairs: Vec<[u32; 2]> = links.iter().map(|l| [l.a, l.b]).collect();
    let volumes = built.elements.volumes.iter();
    let corners: Vec<[u32; 4]> = volumes.map(|v| [v.a, v.b, v.c, v.d]).collect();
    let cells = Bundles::of_neighbours(corners.iter().map(|corners| &corners[..]));
    let (bundles, others) = cells.assign(&pairs, particles);
    let ends: Vec<Vec<u32>> = pairs
        .iter()
        .map(|pair| pair.iter().copied().filter(free).collect())
        .collect();
    let parallel = group_by_key(&others, |i| {
        let link = &links[*i as usize];
        let row = link.material % MATERIALS;
        (row, direction(link.a, link.b, &built.rests))
    });
    let single = color(particles, &ends, &parallel);
    let count = |colors: &[Vec<&[u32]>]| colors.iter().flatten().map(|b| b.len()).sum::<usize>();
    let mut parts = [bundles.color(particles, free), of_one(&single)];
    parts.sort_by_key(|colors| Reverse(count(colors)));
    let coloring = Coloring::new(parts.concat());
    *links = coloring.order.iter().map(|i| links[*i as usize]).collect();
    coloring
}

/// Indices of the constraints with equal keys, sorted by key.
pub(crate) fn group_by_key<T, K: Ord>(constraints: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<u32>> {
    let mut group_by_key: BTreeMap<K, Vec<u32>> = BTreeMap::new();
    for (i, constraint) in constraints.iter().enumerate() {
        group_by_key
            .entry(key(constraint))
            .or_default()
            .push(i as u32);
    }
    group_by_key.into_values().collect()
}

/// Quantized direction from a to b at rest, without sign: links of one direction need few colours.
pub(crate) fn direction(a: u32, b: u32, rests: &[[f32; 4]]) -> [i32; 3] {
    let at = |p: u32| Vec3::from_slice(&rests[p as usize][..3]);
    let d = (at(b) - at(a)).normalize_or_zero();
    let first = [d.x, d.y, d.z]
        .into_iter()
        .find(|c| c.abs() > 0.05)
        .unwrap_or(1.0);
    ((d * first.signum()) * 16.0).round().as_ivec3().to_array()
}

/// Links in the layout of the Jacobi solver: slots in slices of particles.
#[derive(Default)]
pub(crate) struct Slotted {
    /// First slot of each slice, and the total.
    pub(crate) slices: Vec<u32>,
    /// One slot for each end of a link, the k-th ends of a slice's particles side by side.
    pub(crate) slots: Vec<LinkEnd>,
    /// Slots of the two ends of each link.
    pub(crate) slots_of: Vec<[u32; 2]>,
}

impl Slotted {
    pub(crate) fn new<E: Engine>(
        engine: &mut E,
        particles: u32,
        links: &[Link],
    ) -> Result<Self, Error> {
        let ends = lists(engine, particles, bytemuck::cast_slice(links), 4, 2)?;
        let mut slices = vec![0];
        for first in (0..particles).step_by(SLICE as usize) {
            let degrees = (first..particles.min(first + SLICE))
                .map(|p| ends.starts[p as usize + 1] - ends.starts[p as usize]);
            slices.push(slices[slices.len() - 1] + SLICE * degrees.max().unwrap_or(0));
        }
        let mut slots_of = vec![[0; 2]; links.len()];
        for p in 0..particles {
            let list = ends.starts[p as usize] as usize..ends.starts[p as usize + 1] as usize;
            for (k, [link, end, _]) in ends.entries[list].iter().enumerate() {
                slots_of[*link as usize][*end as usize] =
                    slices[(p / SLICE) as usize] + k as u32 * SLICE + p % SLICE;
            }
        }
        let slots = fill_slots(engine, particles, links, &ends, &slices)?;
        Ok(Self {
            slices,
            slots,
            slots_of,
        })
    }
}

fn fill_slots<E: Engine>(
    engine: &mut E,
    particles: u32,
    links: &[Link],
    ends: &Lists,
    slices: &[u32],
) -> Result<Vec<LinkEnd>, Error> {
    let mut scratch = Scratch::new(engine);
    let total = slices[slices.len() - 1];
    let slots = scratch.empty::<LinkEnd>("slots", total)?;
    let buffers = bind!(build::FillSlots {
        slots; starts = scratch.filled("end starts", &ends.starts)?;
        entries = scratch.filled("ends", &ends.entries)?;
        links = scratch.filled("links", links)?;
        slices = scratch.filled("slices", slices)?;
    });
    let mut record = Recording::default();
    record.pass(buffers, CountParams { count: particles }, particles);
    scratch.run(&record)?;
    scratch.read(slots, 0, total)
}

/// Buffers of distance links, and the indices by which solvers visit them.
pub(crate) struct LinkBuffers {
    /// Links sorted by colour; empty with Jacobi.
    pub(crate) links: Buffer<Link>,
    /// λ of links; with Jacobi, of their slots.
    pub(crate) lambda: Buffer<f32>,
    /// Jacobi: λ of the previous iteration.
    pub(crate) lambda_before: Buffer<f32>,
    /// Jacobi: first slot of each slice of particles.
    pub(crate) slices: Buffer<u32>,
    pub(crate) slots: Buffer<LinkEnd>,
    /// Jacobi: start of each particle's corners of other constraints, and the slots of their corrections.
    pub(crate) corner_starts: Buffer<u32>,
    pub(crate) corners: Buffer<u32>,
    /// Gauss-Seidel: colour ranges of links, then of all lists.
    pub(crate) ranges: Buffer<[u32; 3]>,
}

impl LinkBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        jacobi: bool,
        (links, slotted): (&[Link], &Slotted),
        ([corner_starts, corners], ranges): (&[Vec<u32>; 2], &[[u32; 3]]),
    ) -> Result<Self, Error> {
        let slots = slotted.slots.len();
        Ok(Self {
            links: make.filled("links", if jacobi { &[] } else { links })?,
            lambda: make.empty("link λ", if jacobi { slots } else { links.len() })?,
            lambda_before: make.empty("link λ before", slots)?,
            slices: make.filled("slices", &slotted.slices)?,
            slots: make.filled("slots", &slotted.slots)?,
            corner_starts: make.filled("corner starts", corner_starts)?,
            corners: make.filled("corners", corners)?,
            ranges: make.filled("colour ranges", ranges)?,
        })
    }
}
