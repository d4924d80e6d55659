//! Deformable bodies in fluids: the volumes by which their particles count in densities (docs/method.md §25).

use crate::build::built::Built;
use crate::build::mass::volumes;
use crate::build::pools::Pools;
use crate::constraints::material::filter;
use glam::{IVec3, Vec3};
use pliant_kernels::filters_allow;
use pliant_passes::types::FluidParams;
use pliant_scene::{BodyKind, Scene};
use std::collections::HashMap;

/// Particles of bodies that collide with some fluid, each with its body and its volume, m³. A particle of a soft body has its
/// rest volume. One of cloth, a balloon or a rope has 1/Σ W over its body at rest: a fine mesh fills no more than a coarse
/// one.
pub(crate) fn obstacles(
    scene: &Scene,
    pools: &Pools,
    built: &Built,
    params: &FluidParams,
) -> Vec<(u32, u32, f32)> {
    let fluids = scene.bodies.iter().filter(|b| b.kind == BodyKind::Fluid);
    let fluids: Vec<_> = fluids.map(|body| filter(body.filter)).collect();
    let mut all = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        let own = filter(body.filter);
        let collides = fluids.iter().any(|fluid| filters_allow(own, *fluid));
        if body.kind == BodyKind::Fluid || !collides {
            continue;
        }
        let range = pools.range(index);
        let volumes = match &body.lattice {
            Some(lattice) => volumes(lattice),
            None => thin_volumes(&built.rests[range.clone()], params),
        };
        let particles = range.zip(volumes);
        all.extend(particles.map(|(p, volume)| (p as u32, index as u32, volume)));
    }
    all
}

/// 1/Σ W over all particles of a thin body, at each of them.
fn thin_volumes(rests: &[[f32; 4]], params: &FluidParams) -> Vec<f32> {
    let at = |x: &[f32; 4]| Vec3::from_slice(&x[..3]);
    let cell = |x: Vec3| (x / params.radius).floor().as_ivec3();
    let mut cells: HashMap<IVec3, Vec<Vec3>> = HashMap::new();
    for rest in rests {
        cells.entry(cell(at(rest))).or_default().push(at(rest));
    }
    let kernel_sum = |x: Vec3| -> f32 {
        let steps = (0..27).map(|i| IVec3::new(i % 3, i / 3 % 3, i / 9) - 1);
        let near = steps
            .filter_map(|step| cells.get(&(cell(x) + step)))
            .flatten();
        let close = near.map(|y| (1.0 - x.distance(*y) / params.radius).max(0.0));
        close.map(|u| pliant_math::powi(u, 3)).sum()
    };
    let volume = |rest: &[f32; 4]| 1.0 / (params.kernel_scale * kernel_sum(at(rest)));
    rests.iter().map(volume).collect()
}
