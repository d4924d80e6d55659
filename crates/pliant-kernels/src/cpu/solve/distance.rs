//! Twin of `shaders/solve/distance.comp`, `distance_fused.comp` and `include/distance.glsl`.

use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::{Distance, DistanceFused};
use crate::types::{ColorParams, Link, Material};
use std::ops::Range;

/// The pools that a distance constraint works on.
struct Pools<'a> {
    links: &'a [Link],
    materials: &'a [Material],
    previous: &'a [[f32; 4]],
    position: &'a mut [[f32; 4]],
    lambda: &'a mut [f32],
}

pub(crate) fn distance(pass: Distance<'_>) {
    let Distance {
        params,
        links,
        materials,
        previous,
        position,
        lambda,
        ..
    } = pass;
    let mut pools = Pools {
        links,
        materials,
        previous,
        position,
        lambda,
    };
    pools.solve(params.first..params.first + params.count, &params);
}

pub(crate) fn distance_fused(pass: DistanceFused<'_>) {
    let DistanceFused {
        params,
        links,
        materials,
        previous,
        position,
        lambda,
        ranges,
        ..
    } = pass;
    let mut pools = Pools {
        links,
        materials,
        previous,
        position,
        lambda,
    };
    for [first, count] in &ranges[params.first as usize..(params.first + params.count) as usize] {
        pools.solve(*first..first + count, &params);
    }
}

impl Pools<'_> {
    fn solve(&mut self, links: Range<u32>, params: &ColorParams) {
        for at in links {
            self.solve_link(at as usize, params);
        }
    }

    /// C = |a − b| − rest [MMC16, eqs 18, 26].
    fn solve_link(&mut self, at: usize, params: &ColorParams) {
        let link = self.links[at];
        let (a, b) = (
            self.position[link.a as usize],
            self.position[link.b as usize],
        );
        let w = a[3] + b[3];
        if w == 0.0 {
            return;
        }
        let material = self.materials[link.material as usize];
        let d = xyz(a) - xyz(b);
        let length = d.length();
        let n = if length > 0.0 { d * (1.0 / length) } else { d };
        let held = params.keep * self.lambda[at];
        let moved = |p: u32, x: [f32; 4]| xyz(x) - xyz(self.previous[p as usize]);
        let damped = if material.damping == 0.0 {
            0.0
        } else {
            material.damping * n.dot(moved(link.a, a) - moved(link.b, b))
        };
        let r = link.rest - length - material.compliance * held - damped;
        let change = material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
        self.lambda[at] = held + change;
        set_xyz(
            &mut self.position[link.a as usize],
            xyz(a) + (a[3] * change) * n,
        );
        set_xyz(
            &mut self.position[link.b as usize],
            xyz(b) - (b[3] * change) * n,
        );
    }
}
