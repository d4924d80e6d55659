//! CPU implementation of `shaders/build/find_links.comp`.

use super::list;
use crate::cpu::math::xyz;
use crate::memory::Read;
use crate::views::view::FindLinks;
use glam::Vec3;
use pliant_passes::types::{
    BEND, BEND_DISTANCE, BuildBody, COS_ONE_DEGREE, LIST_FILL, NONE, SHEAR, STRETCH,
};
use std::ops::Range;

/// Queries on the sorted half-edge lists.
struct HalfEdges<'a> {
    starts: Read<'a, u32>,
    entries: Read<'a, [u32; 3]>,
    rest: Read<'a, [f32; 4]>,
}

impl HalfEdges<'_> {
    fn list(&self, v: u32) -> Range<usize> {
        list(self.starts, v as usize)
    }

    fn at(&self, v: u32) -> Vec3 {
        xyz(self.rest[v as usize])
    }

    fn rest_length(&self, a: u32, b: u32) -> f32 {
        self.at(a).distance(self.at(b))
    }

    /// The range of entries of `a` that refer to `b`.
    fn edge_run(&self, a: u32, b: u32) -> Range<usize> {
        let all = self.list(a);
        let first = all.start
            + self
                .entries
                .range(all.clone())
                .partition_point(|e| e[0] < b);
        let end = all.start + self.entries.range(all).partition_point(|e| e[0] <= b);
        first..end
    }

    /// Whether the edge is a quad's diagonal.
    fn is_diagonal(&self, a: u32, b: u32, run: Range<usize>) -> bool {
        let [[_, p, _], [_, q, _]] = *self.entries.range(run) else {
            return false;
        };
        p != NONE && q != NONE && {
            let longest = [(a, p), (b, p), (a, q), (b, q)]
                .into_iter()
                .map(|(i, j)| self.rest_length(i, j))
                .fold(0.0, f32::max);
            self.rest_length(a, b) > 1.01 * longest
        }
    }

    /// Whether a triangle is half of a quad.
    fn in_quad(&self, a: u32, b: u32, c: u32) -> bool {
        [(a, b), (b, c), (c, a)]
            .into_iter()
            .any(|(i, j)| self.is_diagonal(i, j, self.edge_run(i, j)))
    }
}

pub(crate) fn find_links(pass: &FindLinks<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let v = at as u32;
    let mesh = HalfEdges {
        starts: pass.starts,
        entries: pass.entries,
        rest: pass.rest,
    };
    let add = |a: u32, b: u32, kind: u32| {
        let owner = a.min(b) as usize;
        let rank = pass.cursor.add(owner, 1);
        if pass.params.stage == LIST_FILL {
            let candidate = pass.candidate_starts[owner] + rank;
            pass.candidates.set(candidate as usize, [a.max(b), kind, 0]);
        }
    };
    let body = pass.bodies[pass.body_of[v as usize] as usize];
    let all = mesh.list(v);
    let mut k = all.start;
    while k < all.end {
        let other = mesh.entries[k][0];
        let run = mesh.edge_run(v, other);
        k = run.end;
        if v < other {
            add_edge(&mesh, v, other, run.clone(), body, &add);
        }
        if body.bend == BEND_DISTANCE {
            add_straight(&mesh, v, other, run, &add);
        }
    }
}

fn add_edge(
    mesh: &HalfEdges<'_>,
    v: u32,
    other: u32,
    run: Range<usize>,
    body: BuildBody,
    add: &impl Fn(u32, u32, u32),
) {
    let diagonal = mesh.is_diagonal(v, other, run.clone());
    add(v, other, if diagonal { SHEAR } else { STRETCH });
    let [[_, p, _], [_, q, _]] = *mesh.entries.range(run) else {
        return;
    };
    if p == NONE {
        return;
    }
    if body.grid != 0 && diagonal {
        add(p, q, SHEAR);
    }
    if body.bend == BEND_DISTANCE
        && !diagonal
        && !mesh.in_quad(v, other, p)
        && !mesh.in_quad(v, other, q)
    {
        add(p, q, BEND);
    }
}

/// Adds bending links between the far ends of the edge v–other and of each later edge of v that is collinear with it.
fn add_straight(
    mesh: &HalfEdges<'_>,
    v: u32,
    other: u32,
    run: Range<usize>,
    add: &impl Fn(u32, u32, u32),
) {
    let incoming = (mesh.at(v) - mesh.at(other)).normalize();
    let mut previous = other;
    for k in run.end..mesh.list(v).end {
        let far_end = mesh.entries[k][0];
        if far_end == previous {
            continue;
        }
        previous = far_end;
        let straight = incoming.dot((mesh.at(far_end) - mesh.at(v)).normalize()) > COS_ONE_DEGREE;
        if straight
            && !mesh.is_diagonal(v, other, run.clone())
            && !mesh.is_diagonal(v, far_end, mesh.edge_run(v, far_end))
        {
            add(other, far_end, BEND);
        }
    }
}
