//! What is known of how long each rigid body has rested.

use glam::Vec3;
use pliant_passes::types::RigidState;

/// A body rests that has gone less than this share of its extent, and than this far, m, in this time, s.
pub(super) const STILL: f32 = 0.05;
pub(super) const FAR: f32 = 0.01;
const TIME: f64 = 0.5;

/// A share of what pulls a body: where that changes by more, it does not rest.
const SHIFT: f32 = 1e-3;

/// What is known of a body's rest.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rest {
    /// Where it was when it was last seen to move.
    pub(super) anchor: RigidState,
    /// Frames since then.
    pub(super) frames: u32,
    /// What pulled it in the first of them, m/s².
    pub(super) pull: Vec3,
    /// Frames that it has to rest: more where pushes that go on have woken it.
    pub(super) wait: u32,
    /// Counts islands from 1; 0: it is awake.
    pub(super) island: u32,
}

impl Rest {
    /// Whether what pulls the body has changed.
    pub(super) fn shifts(&self, pull: Vec3) -> bool {
        pull.distance(self.pull) > SHIFT * self.pull.length()
    }
}

/// Who sleeps.
#[derive(Debug, Default)]
pub(crate) struct Sleep {
    pub(super) rests: Vec<Rest>,
    pub(super) islands: u32,
}

impl Sleep {
    /// All are awake; frames take `dt` s.
    pub(crate) fn new(bodies: usize, dt: f64) -> Self {
        let rest = Rest {
            wait: (TIME / dt).ceil() as u32,
            ..Rest::default()
        };
        Self {
            rests: vec![rest; bodies],
            islands: 0,
        }
    }

    /// How many sleep.
    pub(crate) fn count(&self) -> usize {
        self.rests.iter().filter(|rest| rest.island > 0).count()
    }
}
