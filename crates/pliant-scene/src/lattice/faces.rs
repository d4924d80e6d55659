//! Faces of tetrahedra: shared faces, boundary faces and connected components.

/// The faces of a tetrahedron, seen from outside counter-clockwise; each opposite the corner of its number.
const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// Pairs of tetrahedra that share a face, and faces of only one tetrahedron with its number.
pub(super) struct Faces {
    pub(super) shared: Vec<[usize; 2]>,
    pub(super) boundary: Vec<([u32; 3], usize)>,
}

impl Faces {
    pub(super) fn of(tetrahedra: &[[u32; 4]]) -> Self {
        let mut all: Vec<([u32; 3], u32)> = Vec::with_capacity(4 * tetrahedra.len());
        for (number, tetrahedron) in (0..).step_by(4).zip(tetrahedra) {
            for (opposite, face) in (0..).zip(&FACES) {
                let mut key = face.map(|corner| tetrahedron[corner]);
                key.sort_unstable();
                all.push((key, number + opposite));
            }
        }
        all.sort_unstable();
        let mut faces = Self {
            shared: Vec::new(),
            boundary: Vec::new(),
        };
        for face in all.chunk_by(|s, t| s.0 == t.0) {
            let at = |side: usize| face[side].1 as usize;
            if face.len() == 1 {
                let (number, opposite) = (at(0) / 4, at(0) % 4);
                let corners = FACES[opposite].map(|corner| tetrahedra[number][corner]);
                faces.boundary.push((corners, number));
            } else {
                faces.shared.push([at(0) / 4, at(1) / 4]);
            }
        }
        faces
    }

    /// The connected component of each of `count` tetrahedra, numbered by its first tetrahedron.
    pub(super) fn pieces(&self, count: usize) -> Vec<usize> {
        joined(count, self.shared.iter().copied())
    }
}

/// The connected component of each of `count` items, given the connected `pairs`; numbered by its first member.
pub(super) fn joined(count: usize, pairs: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..count).collect();
    let root = |parents: &mut Vec<usize>, mut at: usize| {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    };
    for [a, b] in pairs {
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        parents[a.max(b)] = a.min(b);
    }
    (0..count).map(|at| root(&mut parents, at)).collect()
}
