//! The elements around each particle of a body, and how tears separate them.

use glam::DVec3;
use pliant_scene::{Body, BodyKind};

/// A centroid that is less than this fraction of the torn edge's length beyond the plane of a tear stays on the edge's side.
const ON_PLANE: f64 = 1e-6;

/// A body while it tears. Particles are counted within the body; copies follow the original ones.
pub(crate) struct TearingMesh {
    /// Corners of all elements.
    corners: Vec<u32>,
    /// Corners of an element: 3 of a triangle, 2 of a segment.
    width: usize,
    /// Rest position of each particle, m.
    rests: Vec<DVec3>,
    masses: Vec<f32>,
    pinned: Vec<bool>,
    /// Original particle of each particle.
    origins: Vec<u32>,
    /// The elements around each particle, ascending.
    around: Vec<Vec<u32>>,
    /// Whether a tear has already relieved the tension at each particle.
    relieved: Vec<bool>,
}

/// Particles of a torn body.
pub(crate) struct Torn {
    /// Original particle of each particle.
    pub(crate) origins: Vec<u32>,
    /// Mass of each particle, kg.
    pub(crate) masses: Vec<f32>,
}

impl TearingMesh {
    pub(crate) fn new(body: &Body, rests: Vec<DVec3>, masses: &[f32]) -> Self {
        let (corners, width) = match body.kind {
            BodyKind::Rope => (body.segments.as_flattened(), 2),
            _ => (body.triangles.as_flattened(), 3),
        };
        let mut around = vec![Vec::new(); rests.len()];
        for (corner, particle) in corners.iter().enumerate() {
            around[*particle as usize].push((corner / width) as u32);
        }
        let mut pinned = vec![false; rests.len()];
        body.pinned.iter().for_each(|p| pinned[*p as usize] = true);
        Self {
            corners: corners.to_vec(),
            width,
            masses: masses.to_vec(),
            pinned,
            origins: (0..rests.len() as u32).collect(),
            around,
            relieved: vec![false; rests.len()],
            rests,
        }
    }

    /// Opens the mesh at one end of an edge, if that is possible. A free end is preferred to a pinned one, and an end at the
    /// boundary or at an earlier tear to an inner one.
    pub(crate) fn tear(&mut self, [a, b]: [u32; 2]) {
        if self.relieved[a as usize] || self.relieved[b as usize] {
            return;
        }
        let can_open = |&[p, q]: &[u32; 2]| {
            self.around[p as usize]
                .iter()
                .any(|t| self.is_beyond(*t, p, q))
        };
        let ends = [[a, b], [b, a]].into_iter().filter(can_open);
        let best = ends.min_by_key(|[p, _]| (self.pinned[*p as usize], !self.on_rim(*p)));
        if let Some([p, q]) = best {
            self.open(p, q);
        }
    }

    /// Whether no particle was split.
    pub(crate) fn is_whole(&self) -> bool {
        !self.relieved.contains(&true)
    }

    /// Stores the new elements, particles and pins in the body.
    pub(crate) fn apply(self, body: &mut Body) -> Torn {
        let vertices = match body.kind {
            BodyKind::Rope => body.strand.as_flattened(),
            _ => body.surface.as_flattened(),
        };
        for (vertex, particle) in vertices.iter().zip(&self.corners) {
            body.particle_of_vertex[*vertex as usize] = *particle;
        }
        match body.kind {
            BodyKind::Rope => body.segments = self.corners.as_chunks().0.to_vec(),
            _ => body.triangles = self.corners.as_chunks().0.to_vec(),
        }
        body.vertex_of_particle = vec![0; self.origins.len()];
        for (vertex, particle) in body.particle_of_vertex.iter().enumerate().rev() {
            body.vertex_of_particle[*particle as usize] = vertex as u32;
        }
        let pins = self.pinned.iter().zip(0..).filter(|(pinned, _)| **pinned);
        body.pinned = pins.map(|(_, particle)| particle).collect();
        Torn {
            origins: self.origins,
            masses: self.masses,
        }
    }

    fn element(&self, t: u32) -> &[u32] {
        &self.corners[t as usize * self.width..][..self.width]
    }

    /// Whether a tear of the edge p q separates an element around p from the edge. Cloth is divided by the plane through p
    /// across the edge, by rest positions of centroids [MHHR07, §5.4]. Of a rope only the edge itself stays.
    fn is_beyond(&self, t: u32, p: u32, q: u32) -> bool {
        let element = self.element(t);
        if element.contains(&q) || self.width == 2 {
            return !element.contains(&q);
        }
        let offset = |i: u32| self.rests[i as usize] - self.rests[p as usize];
        let edge = offset(q);
        let height: f64 = element.iter().map(|c| offset(*c).dot(edge)).sum();
        height < -ON_PLANE * edge.length_squared()
    }

    /// Whether some edge at p has only one triangle.
    fn on_rim(&self, p: u32) -> bool {
        let around = &self.around[p as usize];
        let active = |r: &u32| {
            let here = around.iter().filter(|t| self.element(**t).contains(r));
            here.count()
        };
        self.neighbours(p).iter().any(|r| active(r) == 1)
    }

    /// The other corners of the elements around p, ascending.
    fn neighbours(&self, p: u32) -> Vec<u32> {
        let elements = self.around[p as usize].iter();
        let mut all: Vec<u32> = elements.flat_map(|t| self.element(*t)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|r| *r != p);
        all
    }

    /// Splits p away from q, and then those neighbours whose triangles are no longer connected by edges.
    fn open(&mut self, p: u32, q: u32) {
        let neighbours = self.neighbours(p);
        let is_beyond = |t: u32| self.is_beyond(t, p, q);
        let mut pieces = self.pieces(p, is_beyond);
        // A pinned particle stays with the piece that is torn off; else the edge keeps its particle.
        let pinned = self.pinned[p as usize];
        pieces.sort_by_key(|piece| is_beyond(piece[0]) != pinned);
        let pins: Vec<bool> = pieces
            .iter()
            .map(|piece| pinned && is_beyond(piece[0]))
            .collect();
        self.divide(p, pieces, &pins);
        if self.width == 2 {
            return self.relieve_series(neighbours);
        }
        for r in neighbours {
            let pieces = self.pieces(r, |_| false);
            if pieces.len() > 1 {
                let pins = vec![self.pinned[r as usize]; pieces.len()];
                self.divide(r, pieces, &pins);
            }
        }
    }

    /// Segments in series have equal tension: after a break, the particles up to the next branch or pin are relieved.
    fn relieve_series(&mut self, mut next: Vec<u32>) {
        while let Some(p) = next.pop() {
            let i = p as usize;
            if self.around[i].len() == 2 && !self.relieved[i] && !self.pinned[i] {
                self.relieved[i] = true;
                next.extend(self.neighbours(p));
            }
        }
    }

    /// Connected pieces of the elements around p, each on one side of the tear; triangles are connected by edges at p.
    fn pieces(&self, p: u32, is_beyond: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let mut left = self.around[p as usize].clone();
        let mut pieces = Vec::new();
        while let Some(&first) = left.first() {
            let mut piece = vec![first];
            left.remove(0);
            let mut next = 0;
            while next < piece.len() {
                let joins = |t: &u32| {
                    is_beyond(*t) == is_beyond(first) && self.are_connected(p, piece[next], *t)
                };
                let (joining, others) = left.into_iter().partition::<Vec<u32>, _>(joins);
                left = others;
                piece.extend(joining);
                next += 1;
            }
            pieces.push(piece);
        }
        pieces
    }

    /// Whether two elements at p share an edge at p; segments share p itself.
    fn are_connected(&self, p: u32, s: u32, t: u32) -> bool {
        let shared = |c: &u32| *c != p && self.element(t).contains(c);
        self.width == 2 || self.element(s).iter().any(shared)
    }

    /// Leaves p to the first piece and gives each other piece a copy of p; divides the mass.
    fn divide(&mut self, p: u32, pieces: Vec<Vec<u32>>, pins: &[bool]) {
        let masses = self.divided_masses(p, &pieces);
        for (k, mut piece) in pieces.into_iter().enumerate() {
            let copy = if k == 0 { p } else { self.copy(p) };
            for t in &piece {
                let element = &mut self.corners[*t as usize * self.width..][..self.width];
                element
                    .iter_mut()
                    .filter(|c| **c == p)
                    .for_each(|c| *c = copy);
            }
            piece.sort_unstable();
            self.around[copy as usize] = piece;
            self.masses[copy as usize] = masses[k];
            self.pinned[copy as usize] = pins[k];
        }
        self.relieved[p as usize] = true;
    }

    fn copy(&mut self, p: u32) -> u32 {
        self.origins.push(self.origins[p as usize]);
        self.rests.push(self.rests[p as usize]);
        self.masses.push(0.0);
        self.pinned.push(false);
        self.around.push(Vec::new());
        self.relieved.push(true);
        self.origins.len() as u32 - 1
    }

    /// Mass of p divided among pieces by rest area or length; the first piece gets the rounding remainder.
    fn divided_masses(&self, p: u32, pieces: &[Vec<u32>]) -> Vec<f32> {
        let measure = |piece: &Vec<u32>| piece.iter().map(|t| self.measure(*t)).sum();
        let mut weights: Vec<f64> = pieces.iter().map(measure).collect();
        if weights.iter().any(|w| *w <= 0.0) {
            weights = pieces.iter().map(|piece| piece.len() as f64).collect();
        }
        let mass = f64::from(self.masses[p as usize]);
        let total: f64 = weights.iter().sum();
        let mut masses: Vec<f32> = weights.iter().map(|w| (mass * w / total) as f32).collect();
        let others: f64 = masses[1..].iter().map(|m| f64::from(*m)).sum();
        masses[0] = (mass - others) as f32;
        masses
    }

    /// Rest area (m²) or rest length (m) of an element.
    fn measure(&self, t: u32) -> f64 {
        let at = |corner: &u32| self.rests[*corner as usize];
        match self.element(t) {
            [a, b, c] => (at(b) - at(a)).cross(at(c) - at(a)).length() / 2.0,
            [a, b] => at(a).distance(at(b)),
            _ => 0.0,
        }
    }
}
