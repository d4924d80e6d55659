//! Edges along which bodies can tear, and which of them are overstretched.

use crate::build::pools::Pools;
use crate::metrics::measure::vector;
use pliant_passes::types::Edge;
use pliant_scene::{Body, Scene};

/// Edges along which bodies can tear, with their greatest lengths.
#[derive(Default)]
pub(crate) struct Tears {
    /// Each edge of an element of a body that can tear, once, sorted by (a, b).
    pub(crate) edges: Vec<Edge>,
    /// World rest position of each particle of the scene; empty without edges.
    pub(crate) rests: Vec<[f32; 4]>,
}

impl Tears {
    pub(crate) fn new(scene: &Scene, pools: &Pools, rests: &[[f32; 4]]) -> Self {
        let mut all = Self::default();
        for (index, body) in scene.bodies.iter().enumerate() {
            if let Some(limit) = body.keys.tear_strain {
                let longest = |[a, b]: [u32; 2]| {
                    let rest = vector(&rests[a as usize]).distance(vector(&rests[b as usize]));
                    let longest = (rest * (1.0 + f64::from(limit))) as f32;
                    (longest > 0.0).then_some(Edge {
                        a,
                        b,
                        tear_length: longest,
                    })
                };
                let edges = edges(body, pools.first_particle[index]);
                all.edges.extend(edges.into_iter().filter_map(longest));
            }
        }
        if !all.edges.is_empty() {
            all.rests = rests.to_vec();
        }
        all
    }

    /// Edges beyond their greatest length, the most stretched ones first.
    pub(crate) fn broken(&self, positions: &[[f32; 4]]) -> Vec<[u32; 2]> {
        let at = |p: u32| vector(&positions[p as usize]);
        let stretched = |e: &Edge| {
            (
                at(e.a).distance(at(e.b)) / f64::from(e.tear_length),
                [e.a, e.b],
            )
        };
        let edges = self.edges.iter().map(stretched);
        let mut broken: Vec<(f64, [u32; 2])> = edges.filter(|(ratio, _)| *ratio > 1.0).collect();
        // The sort is stable: equally stretched edges stay in the order of the mesh.
        broken.sort_by(|a, b| b.0.total_cmp(&a.0));
        broken.into_iter().map(|(_, edge)| edge).collect()
    }
}

/// Each edge of a body's elements once, as particles of the scene.
fn edges(body: &Body, first: u32) -> Vec<[u32; 2]> {
    let sides = body.triangles.iter();
    let sides = sides.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let pairs = sides.chain(body.segments.iter().copied());
    let mut pairs: Vec<[u32; 2]> = pairs
        .map(|[a, b]| [first + a.min(b), first + a.max(b)])
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
