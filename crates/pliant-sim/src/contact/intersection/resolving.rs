//! Resolution of intersections over several frames.

use super::plan::Plan;
use std::collections::BTreeMap;

/// Time for which surfaces separate slowly after an intersection, s: five times as long as separating them by the gap takes.
pub(crate) const RECENT_FOR: f64 = 0.25;

/// Progress of resolving intersections.
#[derive(Default)]
pub(crate) struct Resolving {
    /// Plan for the next frame; `None` without intersections.
    pub(crate) plan: Option<Plan>,
    /// Particles that took part recently, and the frame until which they count.
    pub(crate) recent: BTreeMap<usize, u64>,
    /// Whether the user was warned.
    pub(crate) warned: bool,
}
