//! CPU implementation of `shaders/solve/solve_links.comp`.

use crate::cpu::lanes::{LANES, Lanes, Vec3s, components, lanes};
use crate::cpu::solve::run_constraints::run_packets;
use crate::memory::Read;
use crate::views::view::SolveLinks;
use pliant_passes::types::{
    FEATURE_DAMPED, FEATURE_ONE_ITERATION, FEATURE_ONE_MATERIAL, Link, Material,
};
use std::array::from_fn;
use std::ops::Range;

pub(crate) fn solve_links(pass: &SolveLinks<'_>, invocations: Range<usize>) {
    let (params, features) = (&pass.params, pass.features);
    run_packets(params, features, &pass.ranges, invocations, |links| {
        project(pass, links);
    });
}

/// C = |a − b| − rest of up to [`LANES`] links that share no free particle [MMC16, eqs 18, 26]. Missing ones repeat the last.
#[inline]
fn project(pass: &SolveLinks<'_>, range: Range<usize>) {
    let (links, old_lambda) = load(pass, range.clone());
    let [a, b] = [0, 1].map(|end| ends(&links, end).map(|i| Lanes::new(pass.displacement.get(i))));
    let [x, y] = [0, 1].map(|end| ends(&links, end).map(|i| Lanes::new(pass.position[i])));
    let relative_displacement = [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]];
    let d = Vec3s::of(components([
        (x[0] - y[0]) + relative_displacement[0],
        (x[1] - y[1]) + relative_displacement[1],
        (x[2] - y[2]) + relative_displacement[2],
        (x[3] - y[3]) + relative_displacement[3],
    ]));
    let [w_a, w_b] = [a, b].map(|rows| components(rows)[3]);
    let w = w_a + w_b;
    let length = d.length();
    let one = Lanes::splat(1.0);
    let n = d * length.simd_gt(Lanes::ZERO).select(one / length, one);

    let [compliance, damping, stiffness, _] = materials(&pass.materials, pass.features, &links);
    let rest = lanes(|k| links[k].rest);
    let mut r = rest - length - compliance * old_lambda;
    let mut denominator = w;
    if pass.features & FEATURE_DAMPED != 0 {
        r -= damping * n.dot(Vec3s::of(components(relative_displacement)));
        denominator = (one + damping) * w;
    }
    let change = stiffness * r / (denominator + compliance);

    store_lambda(pass, &range, w, old_lambda + change);
    let n = n.rows();
    let count = range.len();
    let moved = |rows: &[Lanes; LANES], step: Lanes| {
        let [x, y, z, w] = step.to_array().map(Lanes::splat);
        [
            rows[0] + x * n[0],
            rows[1] + y * n[1],
            rows[2] + z * n[2],
            rows[3] + w * n[3],
        ]
    };
    store(pass, &ends(&links, 0), w_a, moved(&a, w_a * change), count);
    store(
        pass,
        &ends(&links, 1),
        w_b,
        moved(&b, -(w_b * change)),
        count,
    );
}

/// Stores λ of the first links. Where both ends are pinned, nothing is solved.
#[inline]
fn store_lambda(pass: &SolveLinks<'_>, range: &Range<usize>, w: Lanes, lambda: Lanes) {
    let (w, lambda) = (w.to_array(), lambda.to_array());
    for k in 0..LANES {
        if k < range.len() && w[k] != 0.0 {
            pass.lambda.set(range.start + k, lambda[k]);
        }
    }
}

/// Stores the displacements of the first particles.
#[inline]
fn store(
    pass: &SolveLinks<'_>,
    particles: &[usize; LANES],
    w: Lanes,
    displacement: [Lanes; LANES],
    count: usize,
) {
    let w = w.to_array();
    for k in 0..LANES {
        if k < count && w[k] > 0.0 {
            pass.displacement
                .set(particles[k], displacement[k].to_array());
        }
    }
}

/// Up to four links, and their λ before this iteration. Missing ones repeat the last.
#[inline]
fn load(pass: &SolveLinks<'_>, range: Range<usize>) -> ([Link; LANES], Lanes) {
    let keep = pass.params.keep_lambda;
    let one_iteration = pass.features & FEATURE_ONE_ITERATION != 0;
    let links = pass.links.range(range.clone());
    if let &[a, b, c, d] = links {
        let old_lambda = if one_iteration {
            Lanes::ZERO
        } else {
            Lanes::splat(keep) * Lanes::new(pass.lambda.array(range.start))
        };
        return ([a, b, c, d], old_lambda);
    }
    let last = links.len() - 1;
    let old_lambda = lanes(|k| match one_iteration {
        true => 0.0,
        false => keep * pass.lambda.get(range.start + k.min(last)),
    });
    (from_fn(|k| links[k.min(last)]), old_lambda)
}

/// The first or second particle of each link.
#[inline]
fn ends(links: &[Link; LANES], end: usize) -> [usize; LANES] {
    links.map(|link| [link.a, link.b][end] as usize)
}

/// Compliance, damping, stiffness and Poisson's ratio of each link.
#[inline]
fn materials(all: &Read<'_, Material>, features: u32, links: &[Link; LANES]) -> [Lanes; 4] {
    let row = |m: &Material| Lanes::new([m.compliance, m.damping, m.stiffness, m.poisson]);
    if features & FEATURE_ONE_MATERIAL == 0 {
        components(from_fn(|k| row(&all[links[k].material as usize])))
    } else {
        row(&all[0]).to_array().map(Lanes::splat)
    }
}
