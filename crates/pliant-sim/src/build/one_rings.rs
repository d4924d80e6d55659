//! One-rings: the triangles around each particle of a surface, which balloons and wind need.

use super::pools::Pools;
use crate::error::Error;
use crate::memory::Maker;
use pliant_passes::{Buffer, Engine};
use pliant_scene::{BodyKind, Scene};

/// For each triangle around each particle, its two other corners in the triangle's own order.
#[derive(Default)]
pub(crate) struct OneRings {
    /// Start of each particle's part of `one_ring`, and the total; empty if nothing needs one-rings.
    pub(crate) starts: Vec<u32>,
    pub(crate) one_ring: Vec<[u32; 2]>,
}

impl OneRings {
    /// One-rings of balloons; with `wind`, of every surface.
    pub(crate) fn new(scene: &Scene, pools: &Pools, wind: bool) -> Self {
        let mut around = vec![Vec::new(); pools.body_of.len()];
        for index in 0..scene.bodies.len() {
            let needed = wind || scene.bodies[index].kind == BodyKind::Balloon;
            if !needed {
                continue;
            }
            for [a, b, c] in surface(scene, pools, index) {
                around[a as usize].push([b, c]);
                around[b as usize].push([c, a]);
                around[c as usize].push([a, b]);
            }
        }
        let one_ring = around.concat();
        if one_ring.is_empty() {
            return Self::default();
        }
        let mut starts = vec![0];
        for list in &around {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        Self { starts, one_ring }
    }
}

/// Buffers of one-rings; a few bytes each where nothing needs them.
pub(crate) struct OneRingBuffers {
    pub(crate) starts: Buffer<u32>,
    pub(crate) one_ring: Buffer<[u32; 2]>,
}

impl OneRingBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        one_rings: &OneRings,
    ) -> Result<Self, Error> {
        Ok(Self {
            starts: make.filled("one-ring starts", &one_rings.starts)?,
            one_ring: make.filled("one-rings", &one_rings.one_ring)?,
        })
    }
}

/// The triangles of a body as particles; for a soft body, the boundary faces of its lattice.
pub(crate) fn surface(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    let first = pools.first_particle[body];
    let body = &scene.bodies[body];
    let faces = match &body.lattice {
        Some(lattice) => boundary_faces(&lattice.tetrahedra),
        None => body.triangles.clone(),
    };
    faces.into_iter().map(|t| t.map(|p| p + first)).collect()
}

/// Boundary faces of tetrahedra of positive volume, counter-clockwise seen from outside.
fn boundary_faces(tetrahedra: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let faces = |&[a, b, c, d]: &[u32; 4]| [[a, c, b], [a, b, d], [a, d, c], [b, c, d]];
    let mut faces: Vec<([u32; 3], [u32; 3])> = tetrahedra
        .iter()
        .flat_map(faces)
        .map(|face| {
            let mut key = face;
            key.sort_unstable();
            (key, face)
        })
        .collect();
    faces.sort_unstable();
    let shared = faces.chunk_by(|one, two| one.0 == two.0);
    shared
        .filter(|same| same.len() == 1)
        .map(|same| same[0].1)
        .collect()
}

/// The closed surface of a body as particles, counter-clockwise seen from outside; empty for a body that encloses nothing.
pub(crate) fn closed_surface(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    match scene.bodies[body].kind {
        BodyKind::Balloon | BodyKind::Soft => surface(scene, pools, body),
        BodyKind::Cloth | BodyKind::Rope | BodyKind::Fluid => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::boundary_faces;

    #[test]
    fn a_shared_face_is_inside() {
        let faces = boundary_faces(&[[0, 1, 2, 3], [4, 1, 3, 2]]);
        assert_eq!(faces.len(), 6);
        assert!(faces.iter().all(|f| f.contains(&0) || f.contains(&4)));
    }
}
