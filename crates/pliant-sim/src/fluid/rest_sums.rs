//! The kernel of fluids summed over a cubic lattice of spacing 1, from which its constants follow (docs/method.md §25).

use glam::{DVec3, IVec3};
use pliant_math::powi;
use std::f64::consts::PI;

/// Number of wave vectors along each axis among which the fastest wave is searched.
const WAVES: i32 = 12;

/// Constants of the kernel W = density · (1 − r/H)³ with the gradient push · (1 − r/H)²; lengths in spacings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RestSums {
    /// Kernel at distance 0: Σ W over the lattice is 1.
    pub(crate) density: f64,
    /// Slope of the gradient at distance 0: Σ r |∇W| over the lattice is 3, so that a pressure has the force of a pressure.
    pub(crate) slope: f64,
    /// Σ W over the lattice beyond a plane half a spacing away, divided by the kernel's integral over that half-space.
    pub(crate) boundary: f64,
    /// Ratio of the gradient of pressures to the gradient of W.
    pub(crate) gradient_ratio: f64,
    /// Σ |∇W| over the lattice.
    pub(crate) gradient_sum: f64,
    /// Over-relaxation, relative to the bound of `fluid/scale_density_corrections`, with which one iteration solves the
    /// fastest wave of the lattice.
    pub(crate) relaxation: f64,
}

impl RestSums {
    /// Constants of a kernel with a radius of `radius` spacings.
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
        let density = 1.0 / all().map(|(_, u)| powi(u, 3)).sum::<f64>();
        let slope = 3.0 / all().map(|(r, u)| r.length() * u * u).sum::<f64>();
        let around: Vec<(DVec3, f64)> = all()
            .filter(|(r, u)| *r != DVec3::ZERO && *u > 0.0)
            .collect();
        let gradient_sum = slope * around.iter().map(|(_, u)| u * u).sum::<f64>();
        // The gradient of W itself, by which densities change.
        let density_slope = 3.0 * density / radius;
        let half_space = density
            * all()
                .filter(|(r, _)| r.y < 0.0)
                .map(|(_, u)| powi(u, 3))
                .sum::<f64>();
        let u = 1.0 - 0.5 / radius;
        let wave = |k: DVec3| -> f64 {
            let part =
                |(r, u): &(DVec3, f64)| r.normalize() * (u * u * pliant_math::sin(k.dot(*r)));
            slope * density_slope * around.iter().map(part).sum::<DVec3>().length_squared()
        };
        let axis = 0..=WAVES;
        let waves = axis.clone().flat_map(|x| axis.clone().map(move |y| (x, y)));
        let waves = waves.flat_map(|(x, y)| axis.clone().map(move |z| IVec3::new(x, y, z)));
        let fastest = waves
            .map(|k| wave(k.as_dvec3() * (PI / f64::from(WAVES))))
            .fold(0.0, f64::max);
        Self {
            density,
            slope,
            boundary: half_space / (powi(u, 5) * (1.5 - u)),
            gradient_ratio: slope / density_slope,
            gradient_sum,
            relaxation: gradient_sum * gradient_sum / 3.0 / fastest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RestSums;

    #[test]
    fn a_wide_kernel_on_a_lattice_is_the_kernel_in_space() {
        let lattice = RestSums::new(6.0);
        let pi = std::f64::consts::PI;
        assert!((lattice.density / (15.0 / (pi * 6.0_f64.powi(3))) - 1.0).abs() < 0.02);
        assert!((lattice.slope / (45.0 / (pi * 6.0_f64.powi(4))) - 1.0).abs() < 0.02);
        assert!((lattice.boundary - 1.0).abs() < 0.05, "{lattice:?}");
        assert!((lattice.gradient_ratio - 1.0).abs() < 0.02 && lattice.relaxation > 1.0);
    }
}
