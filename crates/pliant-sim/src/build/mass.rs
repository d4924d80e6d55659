//! Masses of particles, and their velocities at the start.

use super::built::Built;
use super::pools::{Pools, body_primitives};
use glam::DVec3;
use pliant_scene::{Body, BodyKind, Lattice, Mass, Scene};

/// Mass of each particle, kg.
pub(crate) fn masses(scene: &Scene, pools: &Pools, built: &Built) -> Vec<f32> {
    let mut masses = Vec::with_capacity(built.measures.len());
    for (index, body) in scene.bodies.iter().enumerate() {
        let range = pools.range(index);
        let measures = match &body.lattice {
            Some(lattice) => volumes(lattice),
            None if body.kind == BodyKind::Fluid => {
                vec![pliant_math::powi(body.keys.spacing, 3); range.len()]
            }
            None => built.measures[range].to_vec(),
        };
        let total: f64 = measures.iter().map(|m| f64::from(*m)).sum();
        let first = masses.len();
        masses.extend(measures.iter().map(|m| match body.keys.mass {
            Mass::Density(density) => density * m,
            Mass::Total(mass) => (f64::from(mass) * f64::from(*m) / total) as f32,
            Mass::Particle(mass) => mass,
        }));
        attribute(scene, index, &mut masses[first..]);
    }
    masses
}

/// Rest volume of each node of a lattice, m³: a quarter of each adjacent tetrahedron.
pub(crate) fn volumes(lattice: &Lattice) -> Vec<f32> {
    let mut volumes = vec![0.0; lattice.rests.len()];
    for tetrahedron in &lattice.tetrahedra {
        let [a, b, c, d] = tetrahedron.map(|node| lattice.rests[node as usize].as_dvec3());
        let quarter = (b - a).cross(c - a).dot(d - a) / 24.0;
        for &node in tetrahedron {
            volumes[node as usize] += quarter;
        }
    }
    volumes.into_iter().map(|volume| volume as f32).collect()
}

/// Applies `_MASS`, which overrides the keys; the masses of merged vertices add up.
fn attribute(scene: &Scene, index: usize, masses: &mut [f32]) {
    // Particles of a soft body are lattice nodes, not vertices.
    if scene.bodies[index].lattice.is_some() {
        return;
    }
    let mut given = vec![None; masses.len()];
    for primitive in body_primitives(scene, index) {
        let Some(accessor) = primitive.mass else {
            continue;
        };
        for vertex in 0..primitive.vertex_count {
            let particle =
                scene.bodies[index].particle_of_vertex[(primitive.first_vertex + vertex) as usize];
            *given[particle as usize].get_or_insert(0.0) +=
                scene.accessors.scalar(accessor, vertex as usize);
        }
    }
    for (mass, given) in masses.iter_mut().zip(given) {
        *mass = given.unwrap_or(*mass);
    }
}

/// Inverse mass of each particle: 0 where it is pinned or has no mass.
pub(crate) fn inverse_masses(scene: &Scene, pools: &Pools, masses: &[f32]) -> Vec<f32> {
    let mut inverse: Vec<f32> = masses
        .iter()
        .map(|m| if *m > 0.0 { 1.0 / m } else { 0.0 })
        .collect();
    for (index, body) in scene.bodies.iter().enumerate() {
        for pinned in &body.pinned {
            inverse[(pools.first_particle[index] + pinned) as usize] = 0.0;
        }
    }
    inverse
}

/// Initial velocity of each particle: v + ω × (x − centre of mass).
pub(crate) fn velocities(
    scene: &Scene,
    pools: &Pools,
    positions: &[[f32; 4]],
    masses: &[f32],
) -> Vec<[f32; 3]> {
    let mut velocities = Vec::with_capacity(masses.len());
    for (index, body) in scene.bodies.iter().enumerate() {
        let range = pools.range(index);
        let center = center_of_mass(&positions[range.clone()], &masses[range.clone()]);
        velocities.extend(positions[range].iter().map(|x| {
            velocity_at(
                body,
                DVec3::new(x[0].into(), x[1].into(), x[2].into()) - center,
            )
        }));
    }
    velocities
}

fn velocity_at(body: &Body, arm: DVec3) -> [f32; 3] {
    let spin = body.keys.angular_velocity.as_dvec3();
    (body.keys.velocity.as_dvec3() + spin.cross(arm))
        .as_vec3()
        .to_array()
}

fn center_of_mass(positions: &[[f32; 4]], masses: &[f32]) -> DVec3 {
    let weighted = positions
        .iter()
        .zip(masses)
        .map(|(x, m)| f64::from(*m) * DVec3::new(x[0].into(), x[1].into(), x[2].into()));
    let total: f64 = masses.iter().map(|m| f64::from(*m)).sum();
    weighted.sum::<DVec3>() / if total > 0.0 { total } else { 1.0 }
}
