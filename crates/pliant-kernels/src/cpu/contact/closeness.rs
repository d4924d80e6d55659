//! CPU implementation of `shaders/include/approach.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::ContactBody;

/// Of two elements: whether they belong to one body, the gap that their parts keep at most and at least, and how far those
/// may go until pairs are sought again.
#[derive(Clone, Copy)]
pub(super) struct Closeness {
    pub(super) same: bool,
    pub(super) gap: f32,
    pub(super) least: f32,
    /// The way of the first one's parts beyond that of the second one's, and how far they may go beside it.
    way: Vec3,
    pub(super) beside: f32,
}

impl Closeness {
    /// How near the parts of two elements must be for now, by their bodies and speeds.
    pub(super) fn new(
        [body, others]: [u32; 2],
        bodies: Read<'_, ContactBody>,
        [speed, others_speed]: [[f32; 4]; 2],
    ) -> Self {
        let bodies = [body, others].map(|body| bodies[body as usize]);
        Self {
            same: body == others,
            gap: bodies[0].half_thickness + bodies[1].half_thickness,
            least: 1e-3 * (bodies[0].allowance + bodies[1].allowance),
            way: xyz(speed) - xyz(others_speed),
            beside: speed[3] + others_speed[3],
        }
    }

    /// For parts of this key: from 3 to 5 the second element comes first.
    pub(super) fn turned(self, key: u32) -> Self {
        let turned = (3..6).contains(&key);
        Self {
            way: if turned { -self.way } else { self.way },
            ..self
        }
    }

    /// How far parts may near each other, `apart` leading from the second to the first.
    pub(super) fn nearing(&self, apart: Vec3) -> f32 {
        let l = apart.length();
        let straight = if l > 0.0 {
            (-self.way.dot(apart) / l).max(0.0)
        } else {
            self.way.length()
        };
        self.beside + straight
    }

    /// How far parts may go across what leads from one to the other.
    pub(super) fn sideways(&self, apart: Vec3) -> f32 {
        let along = self.way.dot(apart);
        let across = self.way.length_squared() - along * along / apart.length_squared().max(1e-30);
        self.beside + across.max(0.0).sqrt()
    }
}
