//! CPU implementation of `shaders/contact/cull.glsl`.

/// Whether no two features of a candidate can be as close as `distance` in this substep, by their least distance on the expected ways
/// and the largest deviations from these.
pub(super) fn is_clear([apart, ..]: [f32; 4], motions: [f32; 4], distance: f32) -> bool {
    apart - 2.0 * motions.into_iter().fold(0.0, f32::max) > distance
}
