//! CPU implementation of `shaders/rigid/collision/candidates.glsl`.

use crate::cpu::list::List;
use glam::Vec3;
use pliant_passes::types::{MOST_BOX_CANDIDATES, MOST_CANDIDATES, POINTS};

/// A candidate contact point of two colliders.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::cpu::rigid) struct Candidate {
    /// Midway between the two surfaces.
    pub(in crate::cpu::rigid) position: Vec3,
    /// From the second to the first.
    pub(in crate::cpu::rigid) normal: Vec3,
    pub(in crate::cpu::rigid) gap: f32,
}

/// Motion of the first of two bodies against the second in a substep.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cpu::rigid) struct RelativeMotion {
    /// m.
    pub(in crate::cpu::rigid) linear: Vec3,
    /// Of both bodies, rad.
    pub(in crate::cpu::rigid) angular: [Vec3; 2],
    /// From the first body to the second, m.
    pub(in crate::cpu::rigid) offset: Vec3,
}

impl RelativeMotion {
    /// At a point relative to the first body, m.
    pub(in crate::cpu::rigid) fn relative_displacement(&self, at: Vec3) -> Vec3 {
        let [first, second] = self.angular;
        self.linear + first.cross(at) - second.cross(at - self.offset)
    }
}

const MOST: usize = MOST_CANDIDATES as usize;
const MOST_BOX: usize = MOST_BOX_CANDIDATES as usize;

/// Candidates nearer than `margin`, at most FOUND.
#[derive(Debug)]
pub(in crate::cpu::rigid) struct Candidates<const FOUND: usize = MOST> {
    pub(in crate::cpu::rigid) margin: f32,
    pub(in crate::cpu::rigid) found: List<Candidate, FOUND>,
    /// Decides which edges are passed.
    pub(in crate::cpu::rigid) motion: RelativeMotion,
    /// Lower bound of the distance of the two colliders if there is no candidate, m; 0 if unknown.
    pub(in crate::cpu::rigid) separated_by: f32,
    /// A direction from the second to the first along which they may be separate, or are if there is no candidate; 0 if unknown.
    pub(in crate::cpu::rigid) axis: Vec3,
    /// Whether that direction is the normal of a known contact point.
    pub(in crate::cpu::rigid) touched: bool,
}

impl<const FOUND: usize> Candidates<FOUND> {
    pub(in crate::cpu::rigid) fn new(margin: f32) -> Self {
        Self {
            margin,
            found: List::default(),
            motion: RelativeMotion::default(),
            separated_by: 0.0,
            axis: Vec3::ZERO,
            touched: false,
        }
    }

    /// The caller has space for the candidate.
    pub(in crate::cpu::rigid) fn add_candidate(&mut self, candidate: Candidate) {
        if candidate.gap < self.margin {
            self.found.push(candidate);
        }
    }

    /// Merges a candidate with one within `merge_distance`, by the smaller gap.
    pub(in crate::cpu::rigid) fn add_or_merge(
        &mut self,
        candidate: Candidate,
        merge_distance: f32,
    ) {
        if candidate.gap >= self.margin {
            return;
        }
        let near =
            |known: &&mut Candidate| known.position.distance(candidate.position) <= merge_distance;
        if let Some(known) = self.found.iter_mut().find(near) {
            if candidate.gap < known.gap {
                *known = candidate;
            }
            return;
        }
        if self.found.len() == FOUND {
            self.choose(1e-2 * merge_distance);
        }
        self.found.push(candidate);
    }

    /// Reduces the candidates to POINTS.
    pub(in crate::cpu::rigid) fn choose(&mut self, least: f32) {
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
        let (a, normal) = (self.found[0].position, self.found[0].normal);
        self.bring(1, least, |position| position.distance(a));
        let across = (self.found[1].position - a).cross(normal);
        let scale = 1.0 / across.length().max(1e-20);
        let height = |position: Vec3| (position - a).dot(across) * scale;
        self.bring(2, least, |position| height(position).abs());
        let side = match (self.found[2].position - a).dot(across) {
            0.0 => 0.0,
            height => -height.signum(),
        };
        self.bring(3, least, |position| side * height(position));
        self.found.truncate(POINTS as usize);
    }

    /// Moves the farthest candidate, from `first` on, to index `first`. A point that is less deep than the deepest counts as nearer
    /// by as much.
    fn bring(&mut self, first: usize, least: f32, away: impl Fn(Vec3) -> f32) {
        let deepest = self.found[0].gap;
        let weight = if FOUND == MOST_BOX { 0.0 } else { 1.0 };
        let (mut best, mut most) = (first, -3e38);
        for k in first..self.found.len() {
            let away = away(self.found[k].position) + weight * (deepest - self.found[k].gap);
            if away > most + least {
                (most, best) = (away, k);
            }
        }
        self.found.swap(first, best);
    }
}
