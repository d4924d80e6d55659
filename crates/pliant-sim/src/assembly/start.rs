//! The state at frame 0, in the layout of the buffers.

use crate::build::mass;
use crate::fluid::emit::starts_absent;
use crate::model::Model;
use pliant_scene::Scene;

/// Positions with masses, which are negative for absent particles; velocities with inverse masses.
pub(crate) struct Start {
    pub(crate) positions: Vec<[f32; 4]>,
    pub(crate) velocities: Vec<[f32; 4]>,
}

impl Start {
    pub(crate) fn new(scene: &Scene, model: &Model) -> Self {
        let positions = &model.built.positions;
        let velocities = mass::velocities(scene, &model.pools, positions, &model.masses);
        let with = |x: &[f32], w: f32| [x[0], x[1], x[2], w];
        let free = |(v, w): (&[f32; 3], f32)| if w > 0.0 { with(v, w) } else { [0.0; 4] };
        let of = |i: usize| model.pools.body_of[i] as usize;
        let absent: Vec<bool> = (0..positions.len())
            .map(|i| starts_absent(scene, of(i)))
            .collect();
        let mass = |(m, absent): (&f32, &bool)| if *absent { -*m } else { *m };
        let inverse = |(w, absent): (&f32, &bool)| if *absent { 0.0 } else { *w };
        let masses = model.masses.iter().zip(&absent).map(mass);
        let weights = model.inverse_masses.iter().zip(&absent).map(inverse);
        Self {
            positions: positions
                .iter()
                .zip(masses)
                .map(|(x, m)| with(x, m))
                .collect(),
            velocities: velocities.iter().zip(weights).map(free).collect(),
        }
    }
}
