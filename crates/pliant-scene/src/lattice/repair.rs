//! Repairs surfaces: removes duplicate triangles, reverses inverted ones and counts open edges.

use super::surface::{solid_angle, volume};
use glam::DVec3;
use pliant_gltf::text::count;
use std::collections::HashSet;
use std::f64::consts::PI;

/// Triangles of one piece of surface, as numbers.
type Piece = Vec<usize>;

/// `triangles` without duplicates, oriented so that the enclosed volume has winding number 1, and a phrase for each kind of
/// defect.
pub(crate) fn oriented(points: &[DVec3], triangles: &[[u32; 3]]) -> (Vec<[u32; 3]>, Vec<String>) {
    // Triangles whose corners are merged have no area and leave no hole, so they are not reported.
    let real = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    let mut kept: Vec<[u32; 3]> = triangles.iter().copied().filter(real).collect();
    let given = kept.len();
    let mut seen = HashSet::new();
    kept.retain(|&triangle| {
        let mut corners = triangle;
        corners.sort_unstable();
        seen.insert(corners)
    });
    let edges = Edges::of(&kept);
    let before = kept.clone();
    let pieces = edges.align(&mut kept);
    face_outward(points, &mut kept, &pieces);
    let turned = kept.iter().zip(&before).filter(|(now, then)| now != then);
    let defects = [
        (given - before.len(), "duplicate triangle", ", left out"),
        (
            turned.count(),
            "triangle",
            " facing the wrong way, turned around",
        ),
        (edges.open, "open edge", ""),
    ];
    let phrase = |(number, what, done)| (number > 0).then(|| count(number, what) + done);
    (kept, defects.into_iter().filter_map(phrase).collect())
}

/// Whether no edge is open: as many triangles run along each edge in one direction as in the other.
pub(super) fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let mut along: Vec<[u32; 2]> = triangles.iter().flat_map(sides).collect();
    let mut against: Vec<[u32; 2]> = along.iter().map(|&[s, t]| [t, s]).collect();
    along.sort_unstable();
    against.sort_unstable();
    along == against
}

/// Pairs of triangles that share an edge with no third.
struct Edges {
    /// For each triangle its neighbours, and whether they run along the shared edge in the same direction, which
    /// neighbours of one orientation do not.
    neighbours: Vec<Vec<(usize, bool)>>,
    /// Edges of an odd number of triangles.
    open: usize,
}

impl Edges {
    fn of(triangles: &[[u32; 3]]) -> Self {
        let mut sides: Vec<([u32; 2], usize, bool)> = Vec::new();
        for (number, &[a, b, c]) in triangles.iter().enumerate() {
            for (s, t) in [(a, b), (b, c), (c, a)] {
                sides.push(([s.min(t), s.max(t)], number, s < t));
            }
        }
        sides.sort_unstable();
        let mut edges = Self {
            neighbours: vec![Vec::new(); triangles.len()],
            open: 0,
        };
        for edge in sides.chunk_by(|s, t| s.0 == t.0) {
            if let &[(_, s, along), (_, t, against)] = edge {
                edges.neighbours[s].push((t, along == against));
                edges.neighbours[t].push((s, along == against));
            }
            edges.open += edge.len() % 2;
        }
        edges
    }

    /// Reverses as few triangles as needed for neighbours to agree, and returns the connected pieces.
    fn align(&self, triangles: &mut [[u32; 3]]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut turned: Vec<Option<bool>> = vec![None; triangles.len()];
        for start in 0..triangles.len() {
            if turned[start].is_some() {
                continue;
            }
            turned[start] = Some(false);
            let mut piece = vec![start];
            let mut next = 0;
            while let Some(&at) = piece.get(next) {
                next += 1;
                for &(neighbour, differs) in &self.neighbours[at] {
                    if turned[neighbour].is_none() {
                        turned[neighbour] = turned[at].map(|turned| turned != differs);
                        piece.push(neighbour);
                    }
                }
            }
            let is_turned = |at: &&usize| turned[**at] == Some(true);
            let mostly = 2 * piece.iter().filter(is_turned).count() > piece.len();
            for &at in &piece {
                if turned[at] != Some(mostly) {
                    triangles[at].swap(1, 2);
                }
            }
            pieces.push(piece);
        }
        pieces
    }
}

/// Reverses a mesh that is inside out as a whole, then each piece that is inside out by itself. A piece that faces inwards
/// within others is a cavity and stays.
fn face_outward(points: &[DVec3], triangles: &mut [[u32; 3]], pieces: &[Piece]) {
    let volumes = |triangles: &[[u32; 3]]| -> Vec<f64> {
        let corners = |&at: &usize| triangles[at].map(|v| points[v as usize]);
        let volume = |piece: &Piece| volume(&piece.iter().map(corners).collect::<Vec<_>>());
        pieces.iter().map(volume).collect()
    };
    let mut inside = volumes(triangles);
    if inside.iter().sum::<f64>() < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
        inside = volumes(triangles);
    }
    // The volume of a flat open piece is rounding error, so its sign means nothing.
    let least = 1e-9 * inside.iter().map(|volume| volume.abs()).sum::<f64>();
    let inward = inside.iter().map(|volume| *volume < -least);
    for (piece, _) in pieces.iter().zip(inward).filter(|(_, inward)| *inward) {
        let own: HashSet<usize> = piece.iter().copied().collect();
        let from = points[triangles[piece[0]][0] as usize];
        let others = (0..triangles.len()).filter(|at| !own.contains(at));
        let angle = others.map(|at| solid_angle(from, &triangles[at].map(|v| points[v as usize])));
        if angle.sum::<f64>() < 2.0 * PI {
            piece.iter().for_each(|&at| triangles[at].swap(1, 2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use glam::Vec3;

    /// Volume and defects of a mesh after a change and its repair.
    fn repaired(mesh: &shapes::Mesh, change: impl Fn(&mut Vec<[u32; 3]>)) -> (f64, Vec<String>) {
        let (points, mut triangles) = mesh.clone();
        change(&mut triangles);
        let exact: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
        let (triangles, defects) = oriented(&exact, &triangles);
        (shapes::volume(&(points, triangles)), defects)
    }

    #[test]
    fn defects_are_counted_and_mended() {
        let ball = shapes::ball(2);
        let whole = shapes::volume(&ball);
        let same = |volume: f64| (volume - whole).abs() < 1e-9;

        let (volume, defects) = repaired(&ball, |_| {});
        assert!(same(volume) && defects.is_empty());

        let (volume, defects) = repaired(&ball, |t| t.iter_mut().for_each(|t| t.swap(0, 1)));
        assert!(same(volume), "a ball inside out encloses {volume}");
        assert_eq!(
            defects,
            ["320 triangles facing the wrong way, turned around"]
        );

        let (volume, defects) = repaired(&ball, |t| {
            t[5].swap(0, 1);
            t[70].swap(0, 1);
            t.push(t[9]);
            t.push([t[8][1], t[8][0], t[8][2]]);
            t.push([3, 3, 4]);
        });
        assert!(same(volume));
        assert_eq!(
            defects,
            [
                "2 duplicate triangles, left out",
                "2 triangles facing the wrong way, turned around"
            ]
        );

        let (_, defects) = repaired(&ball, |t| t.truncate(319));
        assert_eq!(defects, ["3 open edges"]);
    }

    #[test]
    fn a_cavity_stays_and_an_inverted_part_is_turned() {
        let outer = shapes::cuboid(Vec3::splat(3.0));
        let cube = |at: Vec3, inward: bool| {
            let (points, mut triangles) = shapes::cuboid(Vec3::ONE);
            if inward {
                triangles.iter_mut().for_each(|t| t.swap(1, 2));
            }
            (points.into_iter().map(|p| p + at).collect(), triangles)
        };
        let hollow = shapes::joined(&outer, &cube(Vec3::ONE, true));
        let (volume, defects) = repaired(&hollow, |_| {});
        assert!(
            (volume - 26.0).abs() < 1e-6 && defects.is_empty(),
            "{defects:?}"
        );
        let (volume, _) = repaired(&hollow, |t| t.iter_mut().for_each(|t| t.swap(1, 2)));
        assert!((volume - 26.0).abs() < 1e-6);
        let adjacent = shapes::joined(&outer, &cube(Vec3::splat(4.0), true));
        let (volume, defects) = repaired(&adjacent, |_| {});
        assert!((volume - 28.0).abs() < 1e-6);
        assert_eq!(
            defects,
            ["12 triangles facing the wrong way, turned around"]
        );
    }
}
