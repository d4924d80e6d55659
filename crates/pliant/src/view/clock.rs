//! Converts real time to simulated frames of a fixed length, independent of the display's rate.

use std::time::Duration;

/// Most frames simulated between two pictures; further frames that are due are skipped.
const MOST_FRAMES: u32 = 8;
/// Interval over which the speed is measured, s.
const WINDOW: f64 = 1.0;
/// Fraction of real time below which the simulation counts as slow; above it, timing noise is possible.
const SLOW: f64 = 0.95;

/// Decides when a frame is due.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    /// Length of a frame, s.
    dt: f64,
    /// Real time that is not yet simulated, s.
    backlog: f64,
    /// Frames simulated since the last picture.
    taken: u32,
    /// Real and simulated time since the last measurement of the speed, s.
    real: f64,
    simulated: f64,
    speed: Option<f64>,
}

impl Clock {
    /// A clock for frames of `dt` seconds; the first frame is due after that time.
    pub(crate) fn new(dt: f64) -> Self {
        Self {
            dt,
            backlog: 0.0,
            taken: 0,
            real: 0.0,
            simulated: 0.0,
            speed: None,
        }
    }

    /// Adds real time that passed while the simulation was running.
    pub(crate) fn pass(&mut self, time: Duration) {
        self.backlog += time.as_secs_f64();
        self.real += time.as_secs_f64();
        self.taken = 0;
        if self.real >= WINDOW.max(4.0 * self.dt) {
            self.speed = Some(self.simulated / self.real);
            (self.real, self.simulated) = (0.0, 0.0);
        }
    }

    /// Takes a frame if one is due.
    pub(crate) fn take(&mut self) -> bool {
        let due = self.backlog >= self.dt && self.taken < MOST_FRAMES;
        if due {
            self.backlog -= self.dt;
            self.simulated += self.dt;
            self.taken += 1;
        }
        due
    }

    /// Discards the backlog before a picture. A slow device then shows slow motion instead of falling behind further and further.
    pub(crate) fn discard_backlog(&mut self) {
        if self.backlog >= self.dt {
            self.backlog = 0.0;
        }
    }

    /// Time until the next frame is due.
    pub(crate) fn wait(&self) -> Duration {
        Duration::try_from_secs_f64(self.dt - self.backlog).unwrap_or(Duration::ZERO)
    }

    /// Simulated time over real time, once it is measured.
    pub(crate) fn speed(&self) -> Option<f64> {
        self.speed
    }

    /// Whether the simulation runs slower than real time.
    pub(crate) fn slow(&self) -> bool {
        self.speed.is_some_and(|speed| speed < SLOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 0.02;

    fn frames(clock: &mut Clock) -> u32 {
        let taken = std::iter::from_fn(|| clock.take().then_some(())).count();
        clock.discard_backlog();
        taken as u32
    }

    #[test]
    fn frames_come_at_their_own_rate_on_every_display() {
        for rate in [7.0, 24.0, 60.0, 144.0, 1000.0] {
            let mut clock = Clock::new(DT);
            let pictures = (rate * 10.0) as u32;
            let total: u32 = (0..pictures)
                .map(|_| {
                    clock.pass(Duration::from_secs_f64(1.0 / rate));
                    frames(&mut clock)
                })
                .sum();
            let most = f64::from(pictures) / rate / DT;
            assert!((most - f64::from(total)).abs() <= 1.0, "{rate}: {total}");
            assert!(!clock.slow(), "{rate}: {:?}", clock.speed());
        }
    }

    #[test]
    fn frames_missed_in_a_long_pause_are_skipped() {
        let mut clock = Clock::new(DT);
        clock.pass(Duration::from_secs(3600));
        assert_eq!(frames(&mut clock), MOST_FRAMES);
        clock.pass(Duration::ZERO);
        assert_eq!(frames(&mut clock), 0);
    }

    #[test]
    fn slow_simulation_is_detected_and_does_not_fall_behind() {
        let mut clock = Clock::new(DT);
        let mut picture = Duration::from_millis(50);
        for _ in 0..100 {
            clock.pass(picture);
            // One frame per picture; each takes twice the time that it simulates.
            assert!(clock.take());
            clock.discard_backlog();
            picture = Duration::from_millis(40);
        }
        assert!(clock.slow());
        assert!((clock.speed().unwrap() - 0.5).abs() < 0.02);
    }

    #[test]
    fn the_wait_ends_when_a_frame_is_due() {
        let mut clock = Clock::new(DT);
        clock.pass(Duration::from_millis(15));
        assert!(!clock.take());
        assert!((clock.wait().as_secs_f64() - 0.005).abs() < 1e-9);
        clock.pass(clock.wait());
        clock.pass(Duration::from_nanos(1));
        assert!(clock.take());
    }
}
