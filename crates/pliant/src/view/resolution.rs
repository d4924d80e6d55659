//! Resolution of the picture on a slow device: it falls until a picture is drawn in time, and the scene at rest is drawn in all pixels.

use std::time::{Duration, Instant};

/// Fractions of the window's pixels along each side.
const SCALES: [f32; 4] = [1.0, 0.7, 0.5, 0.35];
/// Longest time of a picture, so that the window answers within a tenth of a second.
const SLOW: Duration = Duration::from_millis(80);
/// How much longer a picture of the next resolution takes, about.
const STEP: u32 = 2;
/// How long nothing moves until the scene is drawn in all pixels.
const REST: Duration = Duration::from_millis(250);

/// The resolution of the next picture.
#[derive(Debug)]
pub(crate) struct Resolution {
    /// Whether it adapts.
    pub(crate) adapts: bool,
    level: usize,
    /// When the last picture was drawn, unless it had all pixels.
    reduced: Option<Instant>,
    /// Whether the next picture has all pixels, since nothing moves.
    whole: bool,
}

impl Resolution {
    /// All pixels.
    pub(crate) fn new(adapts: bool) -> Self {
        Self {
            adapts,
            level: 0,
            reduced: None,
            whole: false,
        }
    }

    /// The scale of the next picture.
    pub(crate) fn scale(&self) -> f32 {
        if self.whole || !self.adapts {
            1.0
        } else {
            SCALES[self.level]
        }
    }

    /// Takes the time of the picture that was just drawn.
    pub(crate) fn drawn(&mut self, time: Duration) {
        if std::mem::take(&mut self.whole) || !self.adapts {
            self.reduced = None;
            return;
        }
        self.reduced = (self.level > 0).then(Instant::now);
        if time > SLOW {
            self.level = (self.level + 1).min(SCALES.len() - 1);
        } else if STEP * time + time / 4 < SLOW {
            self.level = self.level.saturating_sub(1);
        }
    }

    /// Whether a picture in all pixels is due, since nothing has moved for a while.
    pub(crate) fn rests(&mut self) -> bool {
        let due = self.reduced.is_some_and(|drawn| drawn.elapsed() >= REST);
        self.whole |= due;
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_pictures_lose_pixels_until_they_are_fast() {
        let mut resolution = Resolution::new(true);
        assert_eq!(resolution.scale(), 1.0);
        (0..9).for_each(|_| resolution.drawn(2 * SLOW));
        assert_eq!(resolution.scale(), 0.35);
        resolution.drawn(SLOW / 2);
        assert_eq!(resolution.scale(), 0.35);
        resolution.drawn(SLOW / 4);
        assert_eq!(resolution.scale(), 0.5);
        assert!(!resolution.rests());
        resolution.reduced = Instant::now().checked_sub(REST);
        assert!(resolution.rests());
        assert_eq!(resolution.scale(), 1.0);
        resolution.drawn(9 * SLOW);
        assert_eq!(resolution.scale(), 0.5);
        assert!(!resolution.rests());
    }

    #[test]
    fn fast_devices_draw_all_pixels() {
        let mut resolution = Resolution::new(false);
        resolution.drawn(9 * SLOW);
        assert_eq!(resolution.scale(), 1.0);
    }
}
