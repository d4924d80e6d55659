//! How intersections are resolved in the next frame: which particles return, and the direction in which each edge is moved.

use super::contours::{Crossed, contours};
use super::mesh::Mesh;
use crate::contact::contacts::DeformableContacts;
use pliant_passes::types::{
    INTERSECTION_CORNERS, Intersection, LATELY, NEAR_INTERSECTION, NONE, OUT_OF, OUT_OF_ALL,
};

/// Number of contours, longest first, for which the smaller side is computed.
const MOST_LINES: usize = 64;

/// Plan for a frame, in the layout of the passes of intersections.
pub(crate) struct Plan {
    /// 1 + the number of intersections that are resolved, then flags of each particle.
    pub(super) passing: Vec<u32>,
    pub(super) intersections: Vec<Intersection>,
    /// First entry of each particle.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u32>,
    /// The two bodies with the most intersections.
    pub(crate) bodies: [u32; 2],
}

impl Plan {
    /// Whether any intersection is resolved.
    pub(crate) fn resolves(&self) -> bool {
        !self.intersections.is_empty()
    }

    /// The particles that take part.
    pub(crate) fn particles(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.passing[1..].iter().enumerate();
        words.filter_map(|(p, word)| (*word != 0).then_some(p))
    }

    /// Keeps a particle in the plan that took part recently.
    pub(crate) fn retain(&mut self, particle: usize) {
        self.passing[1 + particle] |= LATELY;
    }

    pub(super) fn new(
        deformable_contacts: &DeformableContacts,
        mesh: &Mesh,
        mut found: Vec<[u32; 3]>,
    ) -> Self {
        found.sort_unstable();
        let crossed: Vec<Crossed> = found
            .iter()
            .map(|f| crossed(deformable_contacts, *f))
            .collect();
        let mut draft = Draft {
            deformable_contacts,
            mesh,
            body_of: &deformable_contacts.body_of,
            crossed: &crossed,
            directions: vec![Direction::Shorter; crossed.len()],
            passing: vec![0; deformable_contacts.body_of.len() + 1],
        };
        let lines = contours(mesh, &crossed);
        let (long, short) = lines.split_at(lines.len().min(MOST_LINES));
        long.iter().for_each(|line| draft.cut(line));
        for line in short {
            if draft.takes_part(line) {
                draft.loosen(line);
            }
        }
        draft.finish()
    }
}

/// How an edge is moved.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Direction {
    /// So that the contour becomes shorter.
    Shorter,
    /// So that this end returns through the triangle.
    Back(u32),
    /// Not at all, or along the triangle's surface.
    Along,
}

fn crossed(deformable_contacts: &DeformableContacts, [e, k, other]: [u32; 3]) -> Crossed {
    let corners = deformable_contacts.elements[e as usize];
    let at = |k: u32| corners[(k % 3) as usize];
    let wings = if corners[2] == NONE {
        [NONE; 2]
    } else {
        [
            at(k + 2),
            deformable_contacts.adjacent[e as usize][k as usize],
        ]
    };
    Crossed {
        edge: [at(k), at(k + 1)],
        wings,
        other,
    }
}

struct Draft<'a> {
    deformable_contacts: &'a DeformableContacts,
    mesh: &'a Mesh,
    body_of: &'a [u32],
    crossed: &'a [Crossed],
    directions: Vec<Direction>,
    passing: Vec<u32>,
}

impl Draft<'_> {
    fn triangle(&self, i: usize) -> [u32; 3] {
        let [a, b, c, _] = self.deformable_contacts.elements[self.crossed[i].other as usize];
        [a, b, c]
    }

    fn corners(&self, i: usize) -> impl Iterator<Item = u32> + use<> {
        let edge = self.crossed[i].edge.into_iter();
        edge.chain(self.triangle(i))
    }

    /// Whether the particle's body is solid. Its contacts stay active at intersections, else it would sink in further.
    fn is_solid(&self, p: u32) -> bool {
        self.deformable_contacts.bodies[self.body_of[p as usize] as usize].bulk > 0
    }

    /// Whether a contour is resolved; its particles are marked for a while.
    fn takes_part(&mut self, line: &[Vec<usize>; 2]) -> bool {
        let all = || line.iter().flatten().copied();
        let corners: Vec<u32> = all().flat_map(|i| self.corners(i)).collect();
        if corners.iter().any(|p| self.is_solid(*p)) {
            all().for_each(|i| self.directions[i] = Direction::Along);
            return false;
        }
        for p in corners {
            self.passing[1 + p as usize] |= LATELY;
        }
        true
    }

    /// Moves the smaller side that a contour divides from either surface back through the other one.
    fn cut(&mut self, line: &[Vec<usize>; 2]) {
        if !self.takes_part(line) {
            return;
        }
        let sides = line.each_ref().map(|side| {
            let edges = side.iter().map(|i| self.crossed[*i].edge);
            self.mesh.smaller_side(edges)
        });
        if sides.iter().all(Option::is_none) {
            self.loosen(line);
            return;
        }
        for (side, back) in line.iter().zip(sides) {
            for i in side {
                self.directions[*i] = Direction::Along;
            }
            if let Some(back) = back {
                self.bring_back(side, &back);
            }
        }
    }

    fn bring_back(&mut self, side: &[usize], back: &[u32]) {
        for i in side {
            let [one, other] = self.crossed[*i]
                .edge
                .map(|p| back.binary_search(&p).is_ok());
            if one != other {
                self.directions[*i] = Direction::Back(u32::from(other));
            }
        }
        let body = self.body_of[self.triangle(side[0])[0] as usize];
        for p in back {
            let word = &mut self.passing[1 + *p as usize];
            let out_of = match *word / OUT_OF {
                0 => body + 1,
                same if same == body + 1 => same,
                _ => OUT_OF_ALL,
            };
            *word = (*word % OUT_OF) | LATELY | (OUT_OF * out_of);
        }
    }

    /// Lets surfaces slide apart at a contour that divides neither of them.
    fn loosen(&mut self, line: &[Vec<usize>; 2]) {
        for i in line.iter().flatten() {
            for p in self.corners(*i) {
                self.passing[1 + p as usize] |= NEAR_INTERSECTION;
            }
        }
    }

    fn finish(mut self) -> Plan {
        let drawn = (0..self.crossed.len()).filter(|i| self.directions[*i] != Direction::Along);
        let intersection = |i: usize| Intersection {
            edge: self.crossed[i].edge,
            triangle: self.triangle(i),
            wings: self.crossed[i].wings,
            back: match self.directions[i] {
                Direction::Back(end) => end,
                Direction::Shorter | Direction::Along => NONE,
            },
        };
        let intersections: Vec<Intersection> = drawn.map(intersection).collect();
        self.passing[0] = 1 + intersections.len() as u32;
        let (starts, entries) = lists(&intersections, self.body_of.len());
        Plan {
            bodies: self.most_intersecting(),
            passing: self.passing,
            intersections,
            starts,
            entries,
        }
    }

    /// The two bodies with the most intersections.
    fn most_intersecting(&self) -> [u32; 2] {
        let of = |i: usize| {
            let [one, other] = [self.crossed[i].edge[0], self.triangle(i)[0]];
            let [one, other] = [one, other].map(|p| self.body_of[p as usize]);
            [one.min(other), one.max(other)]
        };
        let mut pairs: Vec<[u32; 2]> = (0..self.crossed.len()).map(of).collect();
        pairs.sort_unstable();
        let runs = pairs.chunk_by(|one, other| one == other);
        runs.max_by_key(|run| run.len())
            .map_or([0; 2], |run| run[0])
    }
}

/// First entry of each particle, and the entries: INTERSECTION_CORNERS times the intersection, plus the corner's number.
fn lists(intersections: &[Intersection], particles: usize) -> (Vec<u32>, Vec<u32>) {
    let mut entries = Vec::new();
    for (row, intersection) in (0..).zip(intersections) {
        let corners = intersection.edge.into_iter().chain(intersection.triangle);
        entries.extend(
            corners
                .zip(0..)
                .map(|(p, corner)| (p, INTERSECTION_CORNERS * row + corner)),
        );
    }
    entries.sort_unstable();
    let start = |p: usize| entries.partition_point(|(q, _)| (*q as usize) < p) as u32;
    let starts = (0..=particles).map(start).collect();
    (
        starts,
        entries.into_iter().map(|(_, entry)| entry).collect(),
    )
}
