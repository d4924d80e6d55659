//! Relaxation and momentum of each Jacobi iteration of a substep.

use crate::settings::Settings;
use pliant_passes::types::SolveParams;
use std::f64::consts::PI;

/// Relaxation γ and momentum ω of the K Jacobi iterations of a substep.
pub(crate) struct Schedule {
    /// γ.
    pub(crate) relaxation: f32,
    /// σ, the relaxation of a row that shares no particle: the root of the residual polynomial next to the middle of its interval.
    /// So the iterations solve such a row exactly.
    pub(crate) lone_relaxation: f32,
    /// ω of each iteration.
    pub(crate) omegas: Vec<f32>,
    /// Whether any ω differs from 1.
    pub(crate) momentum: bool,
}

impl Schedule {
    /// Chebyshev on [μ, 1] with ρ from K [Wang15]. With fewer than ten substeps it diverges on folding cloth. There, plain Jacobi
    /// is relaxed as far as a residual factor of −0.3 allows (docs/method.md §8). `accelerates`: whether all types of
    /// constraints in the scene converge with momentum.
    pub(crate) fn new(settings: &Settings, accelerates: bool) -> Self {
        const TAU: f64 = 0.3;
        let k = f64::from(settings.iterations);
        if settings.substeps < 10 || !accelerates {
            let relaxation = 1.0 + pliant_math::powf(TAU, 1.0 / k).min(0.9);
            return Self {
                relaxation: relaxation as f32,
                lone_relaxation: 1.0,
                omegas: vec![1.0; settings.iterations as usize],
                momentum: false,
            };
        }
        let rho_k = 1.0 / pliant_math::cosh(pliant_math::acosh(1.0 / TAU) / k);
        let mu = ((1.0 - rho_k) / (1.0 + rho_k)).max(3e-3);
        let rho = (1.0 - mu) / (1.0 + mu);
        let mut omega = 1.0;
        let omegas = (0..settings.iterations).map(|iteration| {
            omega = match iteration {
                0 => 1.0,
                1 => 2.0 / (2.0 - rho * rho),
                _ => 4.0 / (4.0 - rho * rho * omega),
            };
            omega as f32
        });
        // The roots are 1 + ρ cos((2j − 1)π/2K); 1 is one of them if K is odd.
        let root = if settings.iterations.is_multiple_of(2) {
            1.0 + rho * pliant_math::sin(PI / (2.0 * k))
        } else {
            1.0
        };
        Self {
            omegas: omegas.collect(),
            lone_relaxation: root as f32,
            momentum: settings.iterations > 1,
            relaxation: (1.0 + rho) as f32,
        }
    }

    /// Parameters of each iteration. The first one starts from λ = 0, and the second one has only one earlier λ.
    pub(crate) fn params(&self) -> impl Iterator<Item = SolveParams> + '_ {
        let keep = |yes: bool| if yes { 1.0 } else { 0.0 };
        let params = move |(iteration, omega): (usize, &f32)| SolveParams {
            keep_lambda: keep(iteration > 0),
            keep_lambda_before: keep(iteration > 1),
            relaxation: self.relaxation,
            lone_relaxation: self.lone_relaxation,
            omega: *omega,
            ..SolveParams::default()
        };
        self.omegas.iter().enumerate().map(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Error of a mode after the iterations, by Chebyshev's three-term recurrence; `step` is γ times its eigenvalue.
    fn residual(schedule: &Schedule, step: f64) -> f64 {
        let (mut last, mut now) = (1.0, 1.0);
        for omega in schedule.omegas.iter().map(|omega| f64::from(*omega)) {
            (last, now) = (now, now - omega * step * now + (omega - 1.0) * (now - last));
        }
        now
    }

    #[test]
    fn the_residual_polynomial_stays_within_its_bounds() {
        let mut settings = Settings::of(&pliant_scene::Scene::default());
        for iterations in [1, 2, 4, 8] {
            settings.iterations = iterations;
            let schedule = Schedule::new(&settings, true);
            for e in [1.0_f64, 0.5, 0.9] {
                let now = residual(&schedule, f64::from(schedule.relaxation) * e);
                assert!(now >= -1.0 / 3.0, "{iterations} iterations: {now} at {e}");
            }
        }
    }

    /// ω and σ are float32, and the polynomial changes by less than K times their roundings.
    #[test]
    fn the_relaxation_of_a_lone_row_is_a_root_of_the_polynomial() {
        let mut settings = Settings::of(&pliant_scene::Scene::default());
        for (substeps, iterations) in [(1, 1), (1, 5), (20, 1), (20, 2), (20, 5), (20, 8), (20, 40)]
        {
            (settings.substeps, settings.iterations) = (substeps, iterations);
            let schedule = Schedule::new(&settings, true);
            let left = residual(&schedule, f64::from(schedule.lone_relaxation));
            let most = f64::from(iterations) * f64::from(f32::EPSILON);
            assert!(left.abs() <= most, "{substeps} × {iterations}: {left}");
            assert!(schedule.lone_relaxation <= schedule.relaxation);
        }
    }
}
