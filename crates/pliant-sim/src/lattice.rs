//! What the kernel of fluids amounts to on a cubic lattice of spacing 1 at rest, from which its constants follow
//! (docs/method.md §25).

use glam::{DVec3, IVec3};
use std::f64::consts::PI;

/// Steps along each axis of waves that the slackness is sought among.
const WAVES: i32 = 12;

/// Constants of the kernel W = density · (1 − r/H)³ with the slope push · (1 − r/H)², in spacings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lattice {
    /// Σ W over the lattice is 1.
    pub(crate) density: f64,
    /// Σ r |∇W| over the lattice is 3: what pushes by pressures pushes by their slope.
    pub(crate) push: f64,
    /// What the half of the lattice beyond a plane half a step away counts, over the same half of space under the kernel.
    pub(crate) wall: f64,
    /// By how much pushes are steeper than W.
    pub(crate) steep: f64,
    /// Σ |∇W|.
    pub(crate) slopes: f64,
    /// By how much more pressures may change than the bound of `fluid/scale_density_corrections` says, until the fastest wave of the lattice is
    /// solved by one iteration.
    pub(crate) slack: f64,
}

impl Lattice {
    /// Of a kernel of `radius` spacings.
    pub(crate) fn new(radius: f64) -> Self {
        let reach = radius.ceil() as i32;
        let steps = -reach..=reach;
        let all = || {
            let rows = steps
                .clone()
                .flat_map(|x| steps.clone().map(move |y| (x, y)));
            let all = rows.flat_map(|(x, y)| steps.clone().map(move |z| IVec3::new(x, y, z)));
            all.map(|step| {
                (
                    step.as_dvec3(),
                    (1.0 - step.as_dvec3().length() / radius).max(0.0),
                )
            })
        };
        let density = 1.0 / all().map(|(_, u)| u.powi(3)).sum::<f64>();
        let push = 3.0 / all().map(|(r, u)| r.length() * u * u).sum::<f64>();
        let around: Vec<(DVec3, f64)> = all()
            .filter(|(r, u)| *r != DVec3::ZERO && *u > 0.0)
            .collect();
        let slopes = push * around.iter().map(|(_, u)| u * u).sum::<f64>();
        // ∇W as it is where densities are told from it.
        let true_push = 3.0 * density / radius;
        let beyond = density
            * all()
                .filter(|(r, _)| r.y < 0.0)
                .map(|(_, u)| u.powi(3))
                .sum::<f64>();
        let u = 1.0 - 0.5 / radius;
        let wave = |k: DVec3| -> f64 {
            let part = |(r, u): &(DVec3, f64)| r.normalize() * (u * u * k.dot(*r).sin());
            push * true_push * around.iter().map(part).sum::<DVec3>().length_squared()
        };
        let axis = 0..=WAVES;
        let waves = axis.clone().flat_map(|x| axis.clone().map(move |y| (x, y)));
        let waves = waves.flat_map(|(x, y)| axis.clone().map(move |z| IVec3::new(x, y, z)));
        let fastest = waves
            .map(|k| wave(k.as_dvec3() * (PI / f64::from(WAVES))))
            .fold(0.0, f64::max);
        Self {
            density,
            push,
            wall: beyond / (u.powi(5) * (1.5 - u)),
            steep: push / true_push,
            slopes,
            slack: slopes * slopes / 3.0 / fastest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lattice;

    #[test]
    fn a_wide_kernel_on_a_lattice_is_the_kernel_in_space() {
        let lattice = Lattice::new(6.0);
        let pi = std::f64::consts::PI;
        assert!((lattice.density / (15.0 / (pi * 6.0_f64.powi(3))) - 1.0).abs() < 0.02);
        assert!((lattice.push / (45.0 / (pi * 6.0_f64.powi(4))) - 1.0).abs() < 0.02);
        assert!((lattice.wall - 1.0).abs() < 0.05, "{lattice:?}");
        assert!((lattice.steep - 1.0).abs() < 0.02 && lattice.slack > 1.0);
    }
}
