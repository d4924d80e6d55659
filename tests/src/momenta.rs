//! Momentum and angular momentum of all bodies together.

use glam::DVec3;
use pliant_sim::BodyMetrics;

/// Sums of momentum, kg·m/s, and angular momentum about the origin, kg·m²/s.
#[must_use]
pub fn momenta(bodies: &[BodyMetrics]) -> [DVec3; 2] {
    let sum = |of: fn(&BodyMetrics) -> [f64; 3]| bodies.iter().map(|b| DVec3::from(of(b))).sum();
    [sum(|b| b.momentum), sum(|b| b.angular_momentum)]
}

/// Changes of momentum and of angular momentum between two times, each relative to its value before.
#[must_use]
pub fn relative_changes(before: &[BodyMetrics], after: &[BodyMetrics]) -> [f64; 2] {
    let [before, after] = [momenta(before), momenta(after)];
    [0, 1].map(|i| after[i].distance(before[i]) / before[i].length())
}
