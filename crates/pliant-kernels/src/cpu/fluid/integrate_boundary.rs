//! CPU implementation of `shaders/fluid/integrate_boundary.comp`.

use crate::cpu::fluid::kernel::Kernel;
use crate::cpu::math::{with_w, xyz};
use crate::cpu::shapes::surface;
use crate::views::view::IntegrateBoundary;
use glam::Vec3;
use pliant_passes::types::{FEATURE_ACCUMULATE, FluidParams, NONE};

pub(crate) fn integrate_boundary(pass: &IntegrateBoundary<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    if pass.sorted_position[s][3] <= 0.0 {
        return;
    }
    let accumulates = pass.features & FEATURE_ACCUMULATE != 0;
    let p = pass.particles[pass.order[s] as usize] as usize;
    if !accumulates && pass.clearances[p] >= pass.params.radius {
        pass.sorted_boundary.set(s, [0.0; 4]);
        return;
    }
    let found = boundaries_at(pass, s, p);
    let (mut slope, mut remaining) = (Vec3::ZERO, 1.0);
    for (own, free_fraction) in &found {
        slope = *free_fraction * slope + remaining * *own;
        remaining *= free_fraction;
    }
    let here = xyz(pass.sorted_position[s]);
    pass.sorted_boundary
        .set(s, with_w(slope, 1.0 - remaining + slope.dot(here)));
    if accumulates {
        for (slot, (own, free_fraction)) in found.into_iter().enumerate() {
            let at = slot * pass.params.count as usize + s;
            pass.boundary_gradient
                .set(at, (remaining / free_fraction * own).to_array());
        }
    }
}

/// The slope of the fraction that each collider around a point `s`, which is particle p, fills, and the free fraction.
fn boundaries_at(pass: &IntegrateBoundary<'_>, s: usize, p: usize) -> Vec<(Vec3, f32)> {
    let params = pass.params;
    let collision_meshes = pass.surroundings.meshes.view();
    let here = xyz(pass.sorted_position[s]);
    let mut found = Vec::new();
    for slot in 0..params.slots {
        let c = pass.contacts[(slot * params.particles) as usize + p].collider;
        if c == NONE {
            break;
        }
        let now = pass.surroundings.poses[(params.first_pose + c) as usize];
        let then = pass.surroundings.poses[(params.first_pose - params.colliders + c) as usize];
        let collider = pass.surroundings.colliders[c as usize].posed(&now);
        let x = now.to_local(here + Vec3::from(params.origin));
        let previous = then.to_local_then(now, xyz(pass.position[p]));
        let nearest = surface(collision_meshes, &collider, x, previous, params.radius);
        let u = params.closeness(nearest.distance.max(0.0));
        let free_fraction = 1.0 - params.half_space_weight * FluidParams::fraction_behind(u);
        let slope = params.half_space_weight * params.fraction_slope(u) * now.turn(nearest.normal);
        found.push((slope, free_fraction));
    }
    found
}
