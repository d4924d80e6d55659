//! How long each rigid body has been at rest.

use crate::checkpoint::{Sections, Writer, misses};
use crate::error::Error;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use pliant_passes::types::RigidState;

/// A body is at rest if its farthest point moves less than this fraction of its extent, and less than this distance (m),
/// in this time (s).
pub(super) const REST_FRACTION: f32 = 0.05;
pub(super) const REST_DISTANCE: f32 = 0.01;
const REST_TIME: f64 = 0.5;

/// A body is not at rest while its gravity acceleration changes by more than this fraction.
const GRAVITY_CHANGE: f32 = 1e-3;

/// Sections of a checkpoint.
const RESTS: &str = "rests of rigid bodies";
const TOUCHING: &str = "touching sleepers";

/// State of a body's rest.
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RestState {
    /// The state when it last moved.
    pub(super) anchor: RigidState,
    /// Frames since then.
    pub(super) frames: u32,
    /// Gravity acceleration in the first of them, m/s².
    pub(super) acceleration: Vec3,
    /// Frames at rest before it may sleep.
    pub(super) wait: u32,
    /// 1 while it sleeps.
    pub(super) asleep: u32,
}

impl RestState {
    pub(super) fn sleeps(&self) -> bool {
        self.asleep != 0
    }

    /// Whether the body is awake and has moved in the time after which a body rests.
    pub(super) fn moves(&self) -> bool {
        !self.sleeps() && self.frames < self.wait
    }

    /// Whether the gravity acceleration of the body has changed.
    pub(super) fn gravity_changed(&self, acceleration: Vec3) -> bool {
        acceleration.distance(self.acceleration) > GRAVITY_CHANGE * self.acceleration.length()
    }
}

/// Which rigid bodies sleep.
#[derive(Debug, Default)]
pub(crate) struct Sleep {
    pub(super) rests: Vec<RestState>,
    /// Free bodies that touched when one of them fell asleep, the lower index first; one of each pair sleeps.
    pub(super) touching: Vec<[u32; 2]>,
    /// Bodies that the mouse or other forces of the host push in this frame.
    pub(super) pushed: Vec<usize>,
}

impl Sleep {
    /// All bodies are awake; a frame takes `dt` s.
    pub(crate) fn new(bodies: usize, dt: f64) -> Self {
        let rest = RestState {
            wait: (REST_TIME / dt).ceil() as u32,
            ..RestState::default()
        };
        Self {
            rests: vec![rest; bodies],
            touching: Vec::new(),
            pushed: Vec::new(),
        }
    }

    /// Saves how long bodies have been at rest, and which of them sleep.
    pub(crate) fn save(&self, writer: &mut Writer) {
        writer.add(RESTS, &self.rests);
        writer.add(TOUCHING, &self.touching);
    }

    /// Loads it, for as many bodies.
    pub(crate) fn load(&mut self, sections: &Sections) -> Result<(), Error> {
        self.rests = sections.exactly(RESTS, self.rests.len())?;
        self.touching = sections.elements(TOUCHING)?;
        let bodies = self.rests.len();
        if self
            .touching
            .iter()
            .flatten()
            .any(|b| *b as usize >= bodies)
        {
            return Err(misses(TOUCHING));
        }
        Ok(())
    }

    /// Number of sleeping bodies.
    pub(crate) fn count(&self) -> usize {
        self.rests.iter().filter(|rest| rest.sleeps()).count()
    }
}
