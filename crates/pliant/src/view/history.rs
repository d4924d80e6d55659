//! The frames that were simulated so far, compressed in memory, for the timeline.

use pliant_passes::types::RigidState;
use pliant_sim::FrameState;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of particles of one bounding box.
const BLOCK: usize = 1024;
/// Largest number of a coordinate: 21 bits of a box.
const STEPS: f64 = ((1 << 21) - 1) as f64;
/// The code of a particle that is not present.
const ABSENT: u64 = u64::MAX;
/// Memory at the start, bytes.
const BUDGET: usize = 400 << 20;

/// Frames in memory. The oldest ones go first where the budget does not suffice.
pub(crate) struct History {
    frames: BTreeMap<u64, Arc<Packed>>,
    /// Exact states of bookmarked frames, as checkpoints.
    bookmarks: BTreeMap<u64, Vec<u8>>,
    bytes: usize,
    /// Largest memory, bytes.
    pub(crate) budget: usize,
}

/// Kept frames that stay, whatever becomes of the timeline; at least one.
pub(crate) struct Kept(Vec<(u64, Arc<Packed>)>);

impl Kept {
    /// Number of frames.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// First and last frame.
    pub(crate) fn range(&self) -> (u64, u64) {
        let frame = |kept: Option<&(u64, Arc<Packed>)>| kept.map_or(0, |(frame, _)| *frame);
        (frame(self.0.first()), frame(self.0.last()))
    }

    /// Every frame with its state.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u64, FrameState)> + '_ {
        self.0
            .iter()
            .map(|(frame, packed)| (*frame, packed.unpack(*frame)))
    }
}

/// A frame: 12 bytes for each particle.
struct Packed {
    /// Smallest and largest coordinates of each block of particles, m.
    bounds: Vec<[[f32; 3]; 2]>,
    /// 21 bits for each coordinate, relative to its block: half a micrometre in a box of a metre.
    positions: Vec<u64>,
    /// Nine bits for each component, with a common exponent of five bits.
    velocities: Vec<u32>,
    rigids: Vec<RigidState>,
    tears: Vec<Vec<[u32; 2]>>,
}

impl History {
    /// No frames.
    pub(crate) fn new() -> Self {
        Self {
            frames: BTreeMap::new(),
            bookmarks: BTreeMap::new(),
            bytes: 0,
            budget: BUDGET,
        }
    }

    /// Keeps a frame in place of an earlier one of its number.
    pub(crate) fn keep(&mut self, state: &FrameState) {
        let packed = Packed::new(state);
        self.bytes += packed.bytes();
        if let Some(before) = self.frames.insert(state.frame, Arc::new(packed)) {
            self.bytes -= before.bytes();
        }
        self.shrink();
    }

    /// Changes the budget, bytes.
    pub(crate) fn set_budget(&mut self, bytes: usize) {
        self.budget = bytes;
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.bytes > self.budget && self.frames.len() > 1 {
            if let Some((_, oldest)) = self.frames.pop_first() {
                self.bytes -= oldest.bytes();
            }
        }
    }

    /// All kept frames.
    pub(crate) fn all(&self) -> Kept {
        let frames = self.frames.iter();
        Kept(
            frames
                .map(|(frame, packed)| (*frame, packed.clone()))
                .collect(),
        )
    }

    /// The state of a kept frame.
    pub(crate) fn state(&self, frame: u64) -> Option<FrameState> {
        Some(self.frames.get(&frame)?.unpack(frame))
    }

    /// First and last kept frame.
    pub(crate) fn range(&self) -> Option<[u64; 2]> {
        let first = *self.frames.first_key_value()?.0;
        Some([first, *self.frames.last_key_value()?.0])
    }

    /// The kept frame at or before a frame, else the first one.
    pub(crate) fn nearest(&self, frame: u64) -> Option<u64> {
        let before = self.frames.range(..=frame).next_back();
        before.or(self.frames.first_key_value()).map(|(f, _)| *f)
    }

    /// Number of kept frames.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Memory in use, bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops all frames after one: the simulation goes on from there.
    pub(crate) fn truncate(&mut self, frame: u64) {
        for (_, packed) in self.frames.split_off(&(frame + 1)) {
            self.bytes -= packed.bytes();
        }
        for (_, state) in self.bookmarks.split_off(&(frame + 1)) {
            self.bytes -= state.len();
        }
    }

    /// Drops everything: the scene is another one.
    pub(crate) fn clear(&mut self) {
        self.frames.clear();
        self.bookmarks.clear();
        self.bytes = 0;
    }

    /// Sets a bookmark with the exact state of a frame. All bookmarks together take at most half of the budget: older ones leave, and if it
    /// is too large alone, it is not set. Returns whether it is set, and how many left.
    pub(crate) fn bookmark(&mut self, frame: u64, state: Vec<u8>) -> (bool, usize) {
        if state.len() > self.budget / 2 {
            return (false, 0);
        }
        self.bytes += state.len();
        if let Some(before) = self.bookmarks.insert(frame, state) {
            self.bytes -= before.len();
        }
        let mut left = 0;
        while self.bookmarks.values().map(Vec::len).sum::<usize>() > self.budget / 2 {
            let oldest = self.bookmarks.keys().copied().find(|other| *other != frame);
            let Some(oldest) = oldest else { break };
            self.remove_bookmark(oldest);
            left += 1;
        }
        self.shrink();
        (true, left)
    }

    /// Removes a bookmark; returns whether there was one.
    pub(crate) fn remove_bookmark(&mut self, frame: u64) -> bool {
        let removed = self.bookmarks.remove(&frame);
        self.bytes -= removed.as_ref().map_or(0, Vec::len);
        removed.is_some()
    }

    /// The exact state of a bookmarked frame.
    pub(crate) fn exact(&self, frame: u64) -> Option<&[u8]> {
        self.bookmarks.get(&frame).map(Vec::as_slice)
    }

    /// Frames with a bookmark.
    pub(crate) fn bookmarks(&self) -> impl Iterator<Item = u64> + '_ {
        self.bookmarks.keys().copied()
    }
}

impl Packed {
    fn new(state: &FrameState) -> Self {
        let count = state.positions.len();
        let mut packed = Self {
            bounds: Vec::with_capacity(count.div_ceil(BLOCK)),
            positions: Vec::with_capacity(count),
            velocities: state.velocities.iter().map(pack_velocity).collect(),
            rigids: state.rigids.clone(),
            tears: state.tears.clone(),
        };
        let blocks = state
            .positions
            .chunks(BLOCK)
            .zip(state.present.chunks(BLOCK));
        for (positions, present) in blocks {
            let bounds = bounds(positions);
            let code = |(position, present): (&[f32; 3], &bool)| {
                if *present {
                    pack_position(position, &bounds)
                } else {
                    ABSENT
                }
            };
            packed
                .positions
                .extend(positions.iter().zip(present).map(code));
            packed.bounds.push(bounds);
        }
        packed
    }

    fn unpack(&self, frame: u64) -> FrameState {
        let position = |(i, code): (usize, &u64)| unpack_position(*code, &self.bounds[i / BLOCK]);
        FrameState {
            frame,
            positions: self.positions.iter().enumerate().map(position).collect(),
            velocities: self
                .velocities
                .iter()
                .map(|code| unpack_velocity(*code))
                .collect(),
            present: self.positions.iter().map(|code| *code != ABSENT).collect(),
            rigids: self.rigids.clone(),
            tears: self.tears.clone(),
        }
    }

    fn bytes(&self) -> usize {
        let tears = self
            .tears
            .iter()
            .map(|tear| size_of_val(tear.as_slice()) + 24);
        size_of_val(self.bounds.as_slice())
            + size_of_val(self.positions.as_slice())
            + size_of_val(self.velocities.as_slice())
            + size_of_val(self.rigids.as_slice())
            + tears.sum::<usize>()
            + size_of::<Self>()
    }
}

/// The box around positions.
fn bounds(positions: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let start = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    positions.iter().fold(start, |[low, high], p| {
        let fold = |f: fn(f32, f32) -> f32, of: [f32; 3]| std::array::from_fn(|k| f(of[k], p[k]));
        [fold(f32::min, low), fold(f32::max, high)]
    })
}

fn pack_position(position: &[f32; 3], [low, high]: &[[f32; 3]; 2]) -> u64 {
    (0..3).fold(0, |code, k| {
        let size = f64::from(high[k]) - f64::from(low[k]);
        let part = if size > 0.0 {
            (f64::from(position[k]) - f64::from(low[k])) / size
        } else {
            0.0
        };
        (code << 21) | (part * STEPS).round() as u64
    })
}

fn unpack_position(code: u64, [low, high]: &[[f32; 3]; 2]) -> [f32; 3] {
    if code == ABSENT {
        return *low;
    }
    std::array::from_fn(|k| {
        let step = (code >> (21 * (2 - k))) & ((1 << 21) - 1);
        let size = f64::from(high[k]) - f64::from(low[k]);
        (f64::from(low[k]) + size * (step as f64 / STEPS)) as f32
    })
}

/// Three signed mantissas of nine bits, and the exponent of the largest one, from −16 to 15.
fn pack_velocity(velocity: &[f32; 3]) -> u32 {
    let largest = velocity.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
    let exponent = if largest > 0.0 {
        (largest.log2().floor() as i32 + 1).clamp(-16, 15)
    } else {
        -16
    };
    let scale = 255.0 / 2.0_f32.powi(exponent);
    let mantissas = velocity.iter().fold(0, |code, v| {
        let mantissa = (v * scale).round().clamp(-255.0, 255.0) as i32 + 255;
        (code << 9) | mantissa as u32
    });
    (mantissas << 5) | (exponent + 16) as u32
}

fn unpack_velocity(code: u32) -> [f32; 3] {
    let scale = 2.0_f32.powi((code & 31) as i32 - 16) / 255.0;
    std::array::from_fn(|k| {
        let mantissa = (code >> (5 + 9 * (2 - k))) & 511;
        (mantissa as f32 - 255.0) * scale
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(frame: u64, particles: usize) -> FrameState {
        let at = |i: usize| [i as f32 * 1e-3, (i as f32).sin(), -2.0];
        FrameState {
            frame,
            positions: (0..particles).map(at).collect(),
            velocities: (0..particles)
                .map(|i| [0.1, (i as f32).cos() * 3.0, -1e-3])
                .collect(),
            present: (0..particles).map(|i| i % 7 != 3).collect(),
            rigids: vec![RigidState::default(); 2],
            tears: vec![vec![[1, 2]]],
        }
    }

    #[test]
    fn frames_come_back_within_a_micrometre() {
        let mut history = History::new();
        let kept = state(5, 3000);
        history.keep(&kept);
        let back = history.state(5).expect("it is kept");
        assert_eq!(
            (&back.present, &back.rigids, &back.tears),
            (&kept.present, &kept.rigids, &kept.tears)
        );
        let pairs = back
            .positions
            .iter()
            .zip(&kept.positions)
            .zip(&kept.present);
        for ((a, b), present) in pairs.filter(|(_, present)| **present) {
            assert!(
                (0..3).all(|k| (a[k] - b[k]).abs() < 1e-6),
                "{a:?} {b:?} {present}"
            );
        }
        for (a, b) in back.velocities.iter().zip(&kept.velocities) {
            let largest = b.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
            assert!(
                (0..3).all(|k| (a[k] - b[k]).abs() < 0.005 * largest),
                "{a:?} {b:?}"
            );
        }
    }

    #[test]
    fn three_hundred_frames_of_100_000_vertices_take_at_most_400_mib() {
        let frame = Packed::new(&state(0, 100_000)).bytes();
        assert!(300 * frame < 400 << 20, "{frame}");
    }

    #[test]
    fn the_oldest_frames_leave_when_the_budget_is_spent() {
        let mut history = History::new();
        history.set_budget(10 * Packed::new(&state(0, 500)).bytes());
        (0..25).for_each(|frame| history.keep(&state(frame, 500)));
        assert_eq!(history.range(), Some([15, 24]));
        assert!(history.bytes() <= history.budget);
        history.truncate(20);
        assert_eq!((history.range(), history.len()), (Some([15, 20]), 6));
        assert_eq!(history.bookmark(18, vec![0; 100]), (true, 0));
        assert!(history.exact(18).is_some() && history.remove_bookmark(18));
        assert_eq!(history.nearest(19), Some(19));
        history.clear();
        assert_eq!((history.bytes(), history.nearest(3)), (0, None));
    }

    #[test]
    fn bookmarks_take_at_most_half_of_the_budget() {
        let mut history = History::new();
        history.set_budget(1000);
        assert_eq!(history.bookmark(1, vec![0; 501]), (false, 0));
        assert_eq!(history.bookmark(2, vec![0; 300]), (true, 0));
        assert_eq!(history.bookmark(3, vec![0; 200]), (true, 0));
        assert_eq!(history.bookmark(4, vec![0; 400]), (true, 2));
        assert_eq!(history.bookmarks().collect::<Vec<u64>>(), [4]);
        assert_eq!(history.bytes(), 400);
    }
}
