//! How time passes in the scene: it is simulated or replayed at the speed of real time, or pauses.

use super::clock::Clock;

/// What moves the scene while it is not paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    /// The simulation.
    Simulate,
    /// The kept frames, in their order or backwards.
    Replay {
        /// Whether backwards.
        backwards: bool,
    },
}

/// How time passes in the scene.
pub(crate) struct Transport {
    pub(crate) paused: bool,
    /// What moves the scene while it is not paused.
    pub(crate) motion: Motion,
    /// Whether kept frames are replayed again and again.
    pub(crate) looped: bool,
    pub(crate) clock: Clock,
    /// Whether a slow frame is due, which a thread simulates.
    pub(crate) due: bool,
}

impl Transport {
    /// Simulates frames of `dt` seconds.
    pub(crate) fn new(dt: f64) -> Self {
        Self {
            paused: false,
            motion: Motion::Simulate,
            looped: false,
            clock: Clock::new(dt),
            due: false,
        }
    }

    /// Starts the clock again, for frames of `dt` seconds.
    pub(crate) fn restart_clock(&mut self, dt: f64) {
        self.clock = Clock::new(dt);
    }

    /// Pauses or plays as another transport does.
    pub(crate) fn continue_as(&mut self, other: &Self) {
        (self.paused, self.motion, self.looped) = (other.paused, other.motion, other.looped);
    }

    /// The next frame of a replay of the frames `first` to `last`. At the end the replay begins again, or pauses and has none.
    pub(crate) fn next_replayed(
        &mut self,
        now: u64,
        [first, last]: [u64; 2],
        backwards: bool,
    ) -> Option<u64> {
        let (next, again) = match backwards {
            true => ((now > first).then(|| now - 1), last),
            false => ((now < last).then(|| now + 1), first),
        };
        let next = next.or(self.looped.then_some(again));
        self.paused |= next.is_none();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_pauses_at_its_end_or_begins_again() {
        let mut transport = Transport::new(0.02);
        assert_eq!(transport.next_replayed(3, [2, 5], false), Some(4));
        assert_eq!(transport.next_replayed(3, [2, 5], true), Some(2));
        transport.looped = true;
        assert_eq!(transport.next_replayed(5, [2, 5], false), Some(2));
        assert_eq!(transport.next_replayed(2, [2, 5], true), Some(5));
        assert!(!transport.paused);
        transport.looped = false;
        assert_eq!(transport.next_replayed(5, [2, 5], false), None);
        assert!(transport.paused);
    }
}
