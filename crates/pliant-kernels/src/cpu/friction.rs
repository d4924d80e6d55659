//! CPU implementation of `shaders/include/friction.glsl`.

use glam::Vec3;
use pliant_passes::types::{Coefficients, MAXIMUM, MINIMUM, MULTIPLY};

/// Friction and restitution of two surfaces in contact; of two rules the lower number holds.
pub(crate) fn combine(a: Coefficients, b: Coefficients) -> Coefficients {
    let friction = (a.combine & 0xFF).min(b.combine & 0xFF);
    let restitution = (a.combine >> 8).min(b.combine >> 8);
    Coefficients {
        friction: combined(friction, a.friction, b.friction),
        static_friction: combined(friction, a.static_friction, b.static_friction),
        restitution: combined(restitution, a.restitution, b.restitution),
        combine: friction | restitution << 8,
    }
}

fn combined(rule: u32, a: f32, b: f32) -> f32 {
    match rule {
        MINIMUM => a.min(b),
        MAXIMUM => a.max(b),
        MULTIPLY => a * b,
        _ => 0.5 * (a + b),
    }
}

/// A pair nearly at rest: static friction holds it.
pub(crate) fn resting(pair: Coefficients) -> Coefficients {
    Coefficients {
        friction: pair.friction.max(pair.static_friction),
        ..pair
    }
}

/// Tangential λ of a pair: `target` would hold it still, clamped to the cone of the normal λ.
pub(crate) fn friction(pair: Coefficients, target: Vec3, lambda: f32) -> Vec3 {
    let size = target.length();
    let slides = pair.friction * lambda;
    if size <= slides.max(pair.static_friction * lambda) {
        target
    } else {
        target * (slides / size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::{AVERAGE, UNSPECIFIED};

    fn surface(friction: f32, rules: [u32; 2]) -> Coefficients {
        Coefficients {
            friction,
            static_friction: 2.0 * friction,
            restitution: 0.5 * friction,
            combine: rules[0] | rules[1] << 8,
        }
    }

    #[test]
    fn the_upper_rule_of_the_extension_holds() {
        let both = |a, b| combine(surface(0.5, [a, b]), surface(1.0, [b, a]));
        for (a, b, friction) in [
            (UNSPECIFIED, UNSPECIFIED, 0.75),
            (AVERAGE, MINIMUM, 0.75),
            (MINIMUM, MAXIMUM, 0.5),
            (MAXIMUM, MULTIPLY, 1.0),
            (MULTIPLY, UNSPECIFIED, 0.5),
            (MINIMUM, UNSPECIFIED, 0.5),
        ] {
            assert_eq!(both(a, b).friction, friction, "{a} and {b}");
            assert_eq!(both(b, a).friction, friction, "{b} and {a}");
        }
        let apart = combine(
            surface(0.5, [MINIMUM, MAXIMUM]),
            surface(1.0, [UNSPECIFIED, UNSPECIFIED]),
        );
        let values = (apart.friction, apart.static_friction, apart.restitution);
        assert_eq!(values, (0.5, 1.0, 0.5));
    }

    #[test]
    fn static_friction_is_at_least_kinetic_friction() {
        let pair = Coefficients {
            friction: 0.9,
            static_friction: 0.6,
            ..Coefficients::default()
        };
        assert_eq!(friction(pair, 0.7 * Vec3::X, 1.0), 0.7 * Vec3::X);
        assert_eq!(friction(pair, 2.0 * Vec3::X, 1.0), 0.9 * Vec3::X);
    }
}
