//! Twin of `shaders/include/meetings.glsl`.

use glam::Vec3;
use pliant_passes::types::{MOST_CANDIDATES, POINTS};

/// A place where two colliders are near each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meeting {
    /// Between the two surfaces.
    pub(super) place: Vec3,
    /// From the second to the first.
    pub(super) normal: Vec3,
    pub(super) gap: f32,
}

/// Those nearer than `reach`.
#[derive(Debug)]
pub(super) struct Meetings {
    pub(super) reach: f32,
    pub(super) found: Vec<Meeting>,
}

impl Meetings {
    /// There must be room.
    pub(super) fn meet_here(&mut self, meeting: Meeting) {
        if meeting.gap < self.reach {
            self.found.push(meeting);
        }
    }

    /// A place that is all but there already counts once, by the smaller gap. Where there are too many, those that hold best
    /// go on.
    pub(super) fn meet_at(&mut self, meeting: Meeting, same: f32) {
        if meeting.gap >= self.reach {
            return;
        }
        let near = |known: &&mut Meeting| known.place.distance(meeting.place) <= same;
        if let Some(known) = self.found.iter_mut().find(near) {
            if meeting.gap < known.gap {
                *known = meeting;
            }
            return;
        }
        if self.found.len() == MOST_CANDIDATES as usize {
            self.choose(1e-2 * same);
        }
        self.found.push(meeting);
    }

    /// Keeps the POINTS that hold best.
    pub(super) fn choose(&mut self, least: f32) {
        if self.found.len() <= POINTS as usize {
            return;
        }
        let mut best = 0;
        for k in 1..self.found.len() {
            if self.found[k].gap < self.found[best].gap - least {
                best = k;
            }
        }
        self.found.swap(0, best);
        let (a, normal) = (self.found[0].place, self.found[0].normal);
        self.bring(1, -1.0, least, |place| place.distance(a));
        let across = (self.found[1].place - a).cross(normal);
        let scale = 1.0 / across.length().max(1e-20);
        let height = |place: Vec3| (place - a).dot(across) * scale;
        self.bring(2, -3e38, least, |place| height(place).abs());
        let side = match (self.found[2].place - a).dot(across) {
            0.0 => 0.0,
            height => -height.signum(),
        };
        self.bring(3, -3e38, least, |place| side * height(place));
        self.found.truncate(POINTS as usize);
    }

    /// Brings the farthest one from `first` on there.
    fn bring(&mut self, first: usize, mut most: f32, least: f32, away: impl Fn(Vec3) -> f32) {
        let mut best = first;
        for k in first..self.found.len() {
            let away = away(self.found[k].place);
            if away > most + least {
                (most, best) = (away, k);
            }
        }
        self.found.swap(first, best);
    }
}
