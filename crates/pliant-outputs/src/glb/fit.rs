//! Keyframes: a piecewise linear fit of values over frames, in one pass. See [`Fit`].

/// Chooses the frames that become keys, so that linear interpolation between keys differs from each value by at most the tolerance.
///
/// For each value, the fit has the range of slopes from the last key that come within the tolerance of every frame since then (the
/// swinging-door method). A frame whose slopes are all in range can be the next key. If one is not, the frame before becomes a key.
/// Memory is four numbers for each value, whatever the number of frames.
pub(super) struct Fit {
    tolerance: f32,
    /// Longest distance of two keys, unless they are neighbouring frames; infinite where any is right.
    longest: f32,
    key: (u64, Vec<f32>),
    last: (u64, Vec<f32>),
    /// Least and largest slope for each value.
    slopes: Vec<[f32; 2]>,
}

/// Slopes of a new segment.
const ANY: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

impl Fit {
    /// A fit without frames; the tolerance is for each value.
    pub(super) fn new(tolerance: f32, longest: f32) -> Self {
        Self {
            tolerance,
            longest,
            key: (0, Vec::new()),
            last: (0, Vec::new()),
            slopes: Vec::new(),
        }
    }

    /// Whether no frame was added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.slopes.is_empty()
    }

    /// The values of the last key.
    pub(super) fn key(&self) -> &[f32] {
        &self.key.1
    }

    /// The values of the last frame.
    pub(super) fn last(&self) -> &[f32] {
        &self.last.1
    }

    /// Adds the next frame. Returns a frame that became a key by this: the first one, or the one before.
    pub(super) fn add(&mut self, frame: u64, values: &[f32]) -> Option<u64> {
        if self.is_empty() {
            self.key = (frame, values.to_vec());
            self.last = self.key.clone();
            self.slopes = vec![ANY; values.len()];
            return Some(frame);
        }
        let key = (!self.accepts(frame, values)).then(|| self.cut());
        self.narrow(frame, values);
        self.last.0 = frame;
        self.last.1.copy_from_slice(values);
        key
    }

    /// The last frame becomes a key, unless it is one.
    pub(super) fn finish(&mut self) -> Option<u64> {
        (self.last.0 > self.key.0).then(|| self.cut())
    }

    /// Makes the last frame a key.
    fn cut(&mut self) -> u64 {
        self.key.0 = self.last.0;
        self.key.1.copy_from_slice(&self.last.1);
        self.slopes.fill(ANY);
        self.key.0
    }

    /// Frames since the last key, and the change of each value in them.
    fn changes<'a>(
        &'a self,
        frame: u64,
        values: &'a [f32],
    ) -> (f32, impl Iterator<Item = f32> + 'a) {
        let changes = values
            .iter()
            .zip(&self.key.1)
            .map(|(value, key)| value - key);
        ((frame - self.key.0) as f32, changes)
    }

    /// Whether the frame can be the next key.
    fn accepts(&self, frame: u64, values: &[f32]) -> bool {
        if self.last.0 == self.key.0 {
            return true;
        }
        let (frames, changes) = self.changes(frame, values);
        let mut squares = 0.0;
        let in_range = changes.zip(&self.slopes).all(|(change, [low, high])| {
            squares += change * change;
            (*low..=*high).contains(&(change / frames))
        });
        in_range && squares <= self.longest * self.longest
    }

    /// Leaves the slopes that come within the tolerance of this frame, too.
    fn narrow(&mut self, frame: u64, values: &[f32]) {
        let frames = (frame - self.key.0) as f32;
        let tolerance = self.tolerance;
        let values = values.iter().zip(&self.key.1);
        for ((value, key), [low, high]) in values.zip(&mut self.slopes) {
            let change = value - key;
            *low = low.max((change - tolerance) / frames);
            *high = high.min((change + tolerance) / frames);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a fit of `value` over 200 frames.
    fn keys(tolerance: f32, value: impl Fn(u64) -> f32) -> Vec<(u64, f32)> {
        let mut fit = Fit::new(tolerance, f32::INFINITY);
        let mut keys = Vec::new();
        for frame in 0..200 {
            if let Some(key) = fit.add(frame, &[value(frame)]) {
                keys.push((key, fit.key()[0]));
            }
        }
        if let Some(key) = fit.finish() {
            keys.push((key, fit.key()[0]));
        }
        keys
    }

    #[test]
    fn interpolation_stays_within_the_tolerance() {
        let wave = |frame: u64| (frame as f32 * 0.02).sin();
        let keys = keys(1e-3, wave);
        assert!(keys.len() < 80, "{} keys", keys.len());
        assert_eq!((keys[0].0, keys[keys.len() - 1].0), (0, 199));
        for pair in keys.windows(2) {
            let [(start, from), (end, to)] = [pair[0], pair[1]];
            for frame in start..=end {
                let t = (frame - start) as f32 / (end - start) as f32;
                let off = (from + t * (to - from) - wave(frame)).abs();
                assert!(off <= 1.001e-3, "frame {frame} is off by {off}");
            }
        }
    }

    #[test]
    fn straight_motion_needs_two_keys_and_a_jump_two_more() {
        assert_eq!(keys(1e-3, |frame| 0.5 * frame as f32).len(), 2);
        let jump = keys(1e-3, |frame| if frame < 100 { 0.0 } else { 1.0 });
        let frames: Vec<u64> = jump.iter().map(|key| key.0).collect();
        assert_eq!(frames, [0, 99, 100, 199]);
    }
}
