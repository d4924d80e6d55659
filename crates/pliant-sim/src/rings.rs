//! The triangles around each particle of a surface, as balloons and wind need them.

use crate::Error;
use crate::pools::Pools;
use crate::state::Maker;
use pliant_kernels::{BufferId, Engine};
use pliant_scene::{BodyKind, Scene};

/// The two other corners of every triangle around each particle, in the triangle's own order.
#[derive(Default)]
pub(crate) struct Rings {
    /// Where each particle's part of `ring` begins, and the total; empty where nothing needs them.
    pub(crate) starts: Vec<u32>,
    pub(crate) ring: Vec<[u32; 2]>,
}

impl Rings {
    /// Of balloons; with `wind` of every surface.
    pub(crate) fn new(scene: &Scene, pools: &Pools, wind: bool) -> Self {
        let mut around = vec![Vec::new(); pools.body_of.len()];
        for index in 0..scene.bodies.len() {
            let needed = wind || scene.bodies[index].kind == BodyKind::Balloon;
            for [a, b, c] in triangles(scene, pools, index).filter(|_| needed) {
                around[a as usize].push([b, c]);
                around[b as usize].push([c, a]);
                around[c as usize].push([a, b]);
            }
        }
        let ring = around.concat();
        if ring.is_empty() {
            return Self::default();
        }
        let mut starts = vec![0];
        for list in &around {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        Self { starts, ring }
    }
}

/// Buffers of rings.
pub(crate) struct RingBuffers {
    pub(crate) starts: BufferId,
    pub(crate) ring: BufferId,
}

impl RingBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, rings: &Rings) -> Result<Self, Error> {
        Ok(Self {
            starts: make.filled("ring starts", &rings.starts)?,
            ring: make.filled("rings", &rings.ring)?,
        })
    }
}

/// The triangles of a body as particles.
fn triangles(scene: &Scene, pools: &Pools, body: usize) -> impl Iterator<Item = [u32; 3]> {
    let first = pools.first_particle[body];
    let triangles = scene.bodies[body].triangles.iter();
    triangles.map(move |t| t.map(|p| p + first))
}

/// The closed surface of a body as particles, seen from outside; empty where it encloses nothing.
pub(crate) fn skin(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    match scene.bodies[body].kind {
        BodyKind::Balloon => triangles(scene, pools, body).collect(),
        BodyKind::Cloth | BodyKind::Rope | BodyKind::Soft => Vec::new(),
    }
}
