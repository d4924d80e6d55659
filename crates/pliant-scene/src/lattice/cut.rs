//! Splits cells into tetrahedra and cuts them at the surface [LS07].

use super::field::{Field, Side};
use super::grid::Grid;
use super::quality;
use super::surface::Surface;
use glam::DVec3;
use std::collections::HashMap;

/// Tetrahedra in lattice space.
#[derive(Debug, Default)]
pub(super) struct Solid {
    pub(super) nodes: Vec<DVec3>,
    /// Whether each node is on the surface.
    pub(super) on: Vec<bool>,
    /// det(b − a, c − a, d − a) > 0 for a tetrahedron that is not inverted.
    pub(super) tetrahedra: Vec<[u32; 4]>,
}

impl Solid {
    /// Positions of the corners of a tetrahedron.
    pub(super) fn corners(&self, tetrahedron: usize) -> [DVec3; 4] {
        self.tetrahedra[tetrahedron].map(|node| self.nodes[node as usize])
    }

    /// Volume, in cells.
    pub(super) fn volume(&self) -> f64 {
        let six = (0..self.tetrahedra.len()).map(|t| quality::determinant(&self.corners(t)));
        six.sum::<f64>() / 6.0
    }

    /// Inverted or nearly flat tetrahedra. Only those at the cut are tested, since the others are regular.
    pub(super) fn flat(&self) -> impl Iterator<Item = usize> {
        let cut = |&t: &usize| self.tetrahedra[t].iter().any(|&n| self.on[n as usize]);
        let flat = |&t: &usize| !quality::is_sound(&self.corners(t));
        (0..self.tetrahedra.len()).filter(cut).filter(flat)
    }

    /// Removes inverted or nearly flat tetrahedra. Their volume is negligible, and their neighbours still share their nodes.
    pub(super) fn drop_slivers(&mut self) {
        let sound = (0..self.tetrahedra.len()).filter(|&t| quality::is_sound(&self.corners(t)));
        self.tetrahedra = sound.map(|t| self.tetrahedra[t]).collect();
    }

    /// Removes nodes of no tetrahedron and numbers the others in order of use.
    pub(super) fn drop_unused(&mut self) {
        let mut numbers = vec![u32::MAX; self.nodes.len()];
        let (mut used, mut on) = (Vec::new(), Vec::new());
        for node in self.tetrahedra.iter_mut().flatten() {
            let number = &mut numbers[*node as usize];
            if *number == u32::MAX {
                *number = used.len() as u32;
                used.push(self.nodes[*node as usize]);
                on.push(self.on[*node as usize]);
            }
            *node = *number;
        }
        (self.nodes, self.on) = (used, on);
    }
}

/// The tetrahedra inside of the surface.
pub(super) fn cut(grid: &Grid, surface: &Surface, field: Field) -> Solid {
    let [nx, ny, nz] = grid.cells;
    let Field {
        positions,
        sides,
        depths,
    } = field;
    let mut cutter = Cutter {
        surface,
        sides: &sides,
        depths: &depths,
        crossings: HashMap::new(),
        solid: Solid {
            nodes: positions,
            on: sides.iter().map(|&side| side == Side::On).collect(),
            tetrahedra: Vec::new(),
        },
    };
    for k in 0..nz {
        for j in 0..ny {
            for i in 0..nx {
                for tetrahedron in five(grid, [i, j, k]) {
                    cutter.cut(tetrahedron);
                }
            }
        }
    }
    cutter.solid
}

/// A cell as five tetrahedra: one over the corners whose coordinates have an even sum, and one at each other corner.
/// Neighbouring cells are mirror images, so their faces match.
fn five(grid: &Grid, cell: [usize; 3]) -> [[u32; 4]; 5] {
    let corner = |bits: usize| {
        let coordinates = std::array::from_fn(|axis| cell[axis] + (bits >> axis & 1));
        grid.node(coordinates) as u32
    };
    // `flip` mirrors the numbering of the corners along x where the sum of the cell's coordinates is odd.
    let flip = cell.iter().sum::<usize>() & 1;
    let at = |bits: usize| corner(bits ^ flip);
    let tetrahedra = [
        [at(0), at(3), at(6), at(5)],
        [at(1), at(0), at(5), at(3)],
        [at(2), at(0), at(3), at(6)],
        [at(4), at(0), at(6), at(5)],
        [at(7), at(3), at(5), at(6)],
    ];
    if flip == 1 {
        tetrahedra.map(|[a, b, c, d]| [a, b, d, c])
    } else {
        tetrahedra
    }
}

struct Cutter<'a> {
    surface: &'a Surface,
    sides: &'a [Side],
    depths: &'a [f64],
    /// Nodes on edges, by the nodes inside and outside.
    crossings: HashMap<(u32, u32), u32>,
    solid: Solid,
}

impl Cutter<'_> {
    /// Adds the part of a tetrahedron that is inside. Neighbours cut a shared face in the same way: the diagonal of a cut
    /// face starts at the first node in a global order.
    fn cut(&mut self, tetrahedron: [u32; 4]) {
        let ([a, b, c, d], mirrored) = self.sorted(tetrahedron);
        let count = |side| {
            let sides = tetrahedron.map(|node| self.sides[node as usize]);
            sides.into_iter().filter(|&s| s == side).count()
        };
        match (count(Side::Inside), count(Side::Outside)) {
            (0, 0) if !self.holds(tetrahedron) => {}
            (0, 1..) => {}
            (_, 0) => self.keep(mirrored, &[[a, b, c, d]]),
            (1, outside) => {
                let mut piece = [a, b, c, d];
                for corner in &mut piece[4 - outside..] {
                    *corner = self.crossing(a, *corner);
                }
                self.keep(mirrored, &[piece]);
            }
            (2, 1) => {
                let (ad, bd) = (self.crossing(a, d), self.crossing(b, d));
                self.keep(mirrored, &[[a, b, c, bd], [a, bd, c, ad]]);
            }
            (2, _) => {
                let wedge = self.wedge([a, b, c, d]);
                self.keep(mirrored, &wedge);
            }
            _ => {
                let [ad, bd, cd] = [a, b, c].map(|inside| self.crossing(inside, d));
                self.keep(mirrored, &[[a, b, c, cd], [a, b, cd, bd], [a, bd, cd, ad]]);
            }
        }
    }

    fn keep(&mut self, mirrored: bool, pieces: &[[u32; 4]]) {
        let turned = pieces.iter().map(
            |&[a, b, c, d]| {
                if mirrored { [a, b, d, c] } else { [a, b, c, d] }
            },
        );
        self.solid.tetrahedra.extend(turned);
    }

    /// The part at the edge a b; the diagonal on the surface is the shorter one.
    fn wedge(&mut self, [a, b, c, d]: [u32; 4]) -> [[u32; 4]; 3] {
        let (ac, ad) = (self.crossing(a, c), self.crossing(a, d));
        let (bc, bd) = (self.crossing(b, c), self.crossing(b, d));
        let distance = |s: u32, t: u32| {
            let nodes = &self.solid.nodes;
            nodes[s as usize].distance_squared(nodes[t as usize])
        };
        if distance(ac, bd) < distance(ad, bc) {
            [[a, b, bc, bd], [a, bc, ac, bd], [a, ac, ad, bd]]
        } else {
            [[a, b, bc, bd], [a, bc, ad, bd], [a, bc, ac, ad]]
        }
    }

    /// Nodes inside first, those outside last, and whether this order has the opposite orientation.
    fn sorted(&self, tetrahedron: [u32; 4]) -> ([u32; 4], bool) {
        let mut order = tetrahedron;
        let mut mirrored = false;
        for end in (1..4).rev() {
            for at in 0..end {
                if self.follows(order[at], order[at + 1]) {
                    order.swap(at, at + 1);
                    mirrored = !mirrored;
                }
            }
        }
        (order, mirrored)
    }

    /// Whether `a` comes after `b` in the order of all nodes: by side, then by depth, which gives better-shaped
    /// pieces than numbers alone.
    fn follows(&self, a: u32, b: u32) -> bool {
        let (i, j) = (a as usize, b as usize);
        let sides = self.sides[i].cmp(&self.sides[j]);
        let depths = self.depths[i].total_cmp(&self.depths[j]);
        sides.then(depths).then(a.cmp(&b)).is_gt()
    }

    /// Whether a tetrahedron with all corners on the surface is inside and not degenerate.
    fn holds(&self, tetrahedron: [u32; 4]) -> bool {
        let corners = tetrahedron.map(|node| self.solid.nodes[node as usize]);
        let centre = corners.iter().sum::<DVec3>() / 4.0;
        quality::is_sound(&corners) && self.surface.contains(centre)
    }

    /// The node where the surface crosses an edge.
    fn crossing(&mut self, inside: u32, outside: u32) -> u32 {
        let Solid { nodes, on, .. } = &mut self.solid;
        let (a, b) = (nodes[inside as usize], nodes[outside as usize]);
        let surface = self.surface;
        *self.crossings.entry((inside, outside)).or_insert_with(|| {
            let t = surface
                .crossing(a, b)
                .unwrap_or_else(|| in_hole(surface, a, b));
            nodes.push(a.lerp(b, t));
            on.push(true);
            (nodes.len() - 1) as u32
        })
    }
}

/// The boundary of the inside between `a` inside and `b` outside where no triangle crosses; between 0.25 and 0.75, so that
/// pieces do not become thin.
fn in_hole(surface: &Surface, a: DVec3, b: DVec3) -> f64 {
    let (mut low, mut high) = (0.25, 0.75);
    for _ in 0..10 {
        let middle = f64::midpoint(low, high);
        if surface.contains(a.lerp(b, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
