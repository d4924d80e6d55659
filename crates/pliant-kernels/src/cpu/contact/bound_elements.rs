//! CPU implementation of `shaders/contact/bound_elements.comp`.

use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::BoundElements;
use pliant_passes::types::{Bounds, CONTACT_AHEAD, CONTACT_MARGIN, NONE};

pub(crate) fn bound_elements(pass: BoundElements<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for e in 0..pass.params.count as usize {
        for at in [e, pass.params.count as usize + e] {
            (pass.counts[at], pass.cursor[at]) = (0, 0);
        }
        let [a, b, c, _] = pass.elements[e];
        let corners = [a, b, c];
        let thick = (1.0 + CONTACT_MARGIN)
            * pass.bodies[pass.body_of[corners[0] as usize] as usize].half_thickness;
        // What is left of a corner's way.
        let left = |c: &u32| pass.ways[*c as usize][3] * xyz(pass.ways[*c as usize]);
        let ball = |corner: u32| {
            let at = pass.sought[corner as usize];
            let around = Vec3::splat(at[3] + thick);
            let there = xyz(at) + left(&corner);
            [xyz(at).min(there) - around, xyz(at).max(there) + around]
        };
        let corners: Vec<u32> = corners.into_iter().filter(|c| *c != NONE).collect();
        let mean = corners.iter().map(left).sum::<Vec3>() / corners.len() as f32;
        let strays = |c: &u32| {
            let share = pass.ways[*c as usize][3] / CONTACT_AHEAD as f32;
            let beside = (left(c) - mean)
                .length()
                .max((left(c) - share * mean).length());
            beside + pass.sought[*c as usize][3]
        };
        let most = corners.iter().map(strays).fold(0.0, f32::max);
        pass.speeds[e] = with_w(mean, most);
        let beside = pass.beside[e].into_iter().take(3).filter(|c| *c != NONE);
        let fresh = (corners.iter().copied().chain(beside)).any(|c| pass.strayed[c as usize] != 0);
        pass.fresh[e] = u32::from(fresh);
        pass.nodes[e] = Bounds::around(corners.into_iter().flat_map(ball));
    }
}
