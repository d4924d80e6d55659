//! What bodies have together.

use glam::DVec3;
use pliant_sim::BodyMetrics;

/// Momentum and angular momentum of all bodies, kg·m/s and kg·m²/s.
#[must_use]
pub fn momenta(bodies: &[BodyMetrics]) -> [DVec3; 2] {
    let sum = |of: fn(&BodyMetrics) -> [f64; 3]| bodies.iter().map(|b| DVec3::from(of(b))).sum();
    [sum(|b| b.momentum), sum(|b| b.angular_momentum)]
}
