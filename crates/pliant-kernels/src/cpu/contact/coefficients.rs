//! CPU implementation of `shaders/contact/coefficients.glsl`.

use pliant_passes::types::Coefficients;

/// Friction and restitution of a body.
pub(super) fn coefficients_of(
    [friction, static_friction, restitution, combine]: [u32; 4],
) -> Coefficients {
    Coefficients {
        friction: f32::from_bits(friction),
        static_friction: f32::from_bits(static_friction),
        restitution: f32::from_bits(restitution),
        combine,
    }
}
