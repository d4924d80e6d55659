//! The surface of a fluid: a mesh whose topology is sampled, too.

use super::forms::{Channel, extent, extents, normals, points, velocities};
use super::layer::{Element, Prim, Store, Value};
use super::shape::Shape;
use crate::error::Error;
use crate::surface::Surface;
use glam::{IVec3, Vec3};
use std::collections::HashMap;

/// Distance within which particles give a vertex its velocity, in particle spacings.
const RADIUS: f32 = 2.0;

/// The surface with its samples.
pub(super) struct Liquid {
    pub(super) prim: Prim,
    /// Distance of particles, m.
    spacing: f32,
    counts: Channel,
    indices: Channel,
    points: Channel,
    velocities: Channel,
    extent: Channel,
    normals: Channel,
}

impl Liquid {
    /// A surface without samples.
    pub(super) fn new(spacing: f32) -> Self {
        let mut prim = Prim::new("Surface", "Mesh");
        prim.set_uniform("subdivisionScheme", "token", Value::Token("none"));
        Self {
            prim,
            spacing,
            counts: Channel::new("faceVertexCounts", "int[]", Element::Int),
            indices: Channel::new("faceVertexIndices", "int[]", Element::Int),
            points: points(),
            velocities: velocities(),
            extent: extents(),
            normals: normals(),
        }
    }

    /// Adds a frame, given positions and velocities of the fluid's particles.
    pub(super) fn add(
        &mut self,
        frame: u64,
        shape: &Shape<'_>,
        particles: [&[[f32; 3]]; 2],
        store: &mut Store,
    ) -> Result<(), Error> {
        let Surface {
            positions,
            normals,
            triangles,
        } = Surface::new(shape.particles, shape.body, self.spacing)?;
        self.counts
            .add(frame, &vec![3_u32; triangles.len()], store)?;
        self.indices.add(frame, triangles.as_flattened(), store)?;
        self.points.add(frame, &positions, store)?;
        let velocities = carried(&positions, particles, RADIUS * self.spacing);
        self.velocities.add(frame, &velocities, store)?;
        self.extent.add(frame, &extent(&positions, 0.0), store)?;
        self.normals.add(frame, &normals, store)
    }

    /// The prim.
    pub(super) fn finish(self) -> Prim {
        let mut prim = self.prim;
        for channel in [
            self.counts,
            self.indices,
            self.points,
            self.velocities,
            self.extent,
            self.normals,
        ] {
            channel.finish(&mut prim);
        }
        prim
    }
}

/// Velocities of points: means of those of the particles within a radius, weighted by (1 − d²/r²)³.
fn carried(
    points: &[[f32; 3]],
    [positions, velocities]: [&[[f32; 3]]; 2],
    radius: f32,
) -> Vec<[f32; 3]> {
    let cell = |point: Vec3| (point / radius).floor().as_ivec3();
    let mut cells: HashMap<IVec3, Vec<usize>> = HashMap::new();
    for (i, position) in positions.iter().enumerate() {
        cells.entry(cell((*position).into())).or_default().push(i);
    }
    let velocity = |point: &[f32; 3]| {
        let point = Vec3::from(*point);
        let (mut sum, mut weights) = (Vec3::ZERO, 0.0);
        for i in 0..27 {
            let offset = IVec3::new(i % 3, i / 3 % 3, i / 9) - IVec3::ONE;
            for particle in cells.get(&(cell(point) + offset)).into_iter().flatten() {
                let distance = point.distance_squared(positions[*particle].into());
                let weight = (1.0 - distance / (radius * radius)).max(0.0).powi(3);
                sum += weight * Vec3::from(velocities[*particle]);
                weights += weight;
            }
        }
        (sum / weights.max(f32::MIN_POSITIVE)).to_array()
    };
    points.iter().map(velocity).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_are_those_of_particles_nearby() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [5.0, 0.0, 0.0]];
        let velocities = [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [100.0; 3]];
        let found = carried(
            &[[0.5, 0.0, 0.0], [-9.0; 3]],
            [&positions, &velocities],
            1.5,
        );
        assert!(
            (Vec3::from(found[0]) - Vec3::new(2.0, 0.0, 0.0)).length() < 1e-6,
            "{found:?}"
        );
        assert_eq!(found[1], [0.0; 3]);
    }
}
