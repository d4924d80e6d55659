//! How intersections come apart over several frames.

use super::plan::Plan;
use std::collections::BTreeMap;

/// How long surfaces that have come apart separate slowly, s: five times as long as separating them by the gap takes.
pub(crate) const RECENT_FOR: f64 = 0.25;

/// How intersections are being resolved.
#[derive(Default)]
pub(crate) struct Resolving {
    /// For the next frame; none without intersections.
    pub(crate) plan: Option<Plan>,
    /// The particles that took part recently, and until which frame.
    pub(crate) recent: BTreeMap<usize, u64>,
    /// Whether the user was warned.
    pub(crate) warned: bool,
}
