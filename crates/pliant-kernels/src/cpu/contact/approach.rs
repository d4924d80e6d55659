//! CPU implementation of `shaders/contact/approach.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::ContactBody;

/// How far the features of two surface elements can approach each other before the next search.
#[derive(Clone, Copy)]
pub(super) struct Closeness {
    /// Whether both elements belong to one body.
    pub(super) same: bool,
    /// The gap of their features, at most and at least.
    pub(super) gap: f32,
    pub(super) least: f32,
    /// The ways that both are expected to go, on which they may stop anywhere.
    pub(super) ways: [Vec3; 2],
    /// How far their corners may deviate from these, together.
    pub(super) deviation: f32,
}

/// How close the features of two elements must be for a candidate, by their bodies and their expected motion.
pub(super) fn closeness(
    [body, other]: [u32; 2],
    bodies: Read<'_, ContactBody>,
    [spread, other_spread]: [[f32; 4]; 2],
) -> Closeness {
    let both = [body, other].map(|body| bodies[body as usize]);
    Closeness {
        same: body == other,
        gap: both[0].half_thickness + both[1].half_thickness,
        least: 1e-3 * (both[0].allowance + both[1].allowance),
        ways: [xyz(spread), xyz(other_spread)],
        deviation: spread[3] + other_spread[3],
    }
}

fn across(way: Vec3, separation: Vec3) -> f32 {
    let along = way.dot(separation);
    let squared = along * along / separation.length_squared().max(1e-30);
    (way.length_squared() - squared).max(0.0).sqrt()
}

impl Closeness {
    /// The same for the features of this key.
    pub(super) fn turned(self, key: u32) -> Self {
        let [one, other] = self.ways;
        let turned = (3..6).contains(&key);
        Self {
            ways: if turned { [other, one] } else { [one, other] },
            ..self
        }
    }

    /// How far features may approach each other.
    pub(super) fn approach_along(&self, separation: Vec3) -> f32 {
        let [one, other] = self.ways;
        let l = separation.length();
        if l == 0.0 {
            return self.deviation + one.length() + other.length();
        }
        let (closer, farther) = (-one.dot(separation), other.dot(separation));
        self.deviation + (closer.max(0.0) + farther.max(0.0)) / l
    }

    /// How far features may move across what leads from one to the other.
    pub(super) fn sideways(&self, separation: Vec3) -> f32 {
        let across = |way| across(way, separation);
        self.deviation + across(self.ways[0]) + across(self.ways[1])
    }
}
