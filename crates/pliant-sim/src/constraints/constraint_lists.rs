//! Constraints other than distance links, one list for each type, with the data that the solver's passes, the force
//! read-out and the metrics need (docs/adding-a-constraint.md).

use super::bundle::Bundles;
use super::color::{Coloring, color, of_one};
use super::elements::{point, tetrahedron_stretch, triangle_stretch};
use super::links::{direction, group_by_key};
use crate::build::built::Built;
use crate::error::Error;
use crate::memory::Maker;
use bytemuck::Pod;
use glam::DVec3;
use pliant_passes::passes::groups::ConstraintRows;
use pliant_passes::passes::solve;
use pliant_passes::types::{
    Attachment, BEND, FEATURE_DAMPED, FEATURE_ONE_MATERIAL, Hinge, Limit, MATERIALS, Material,
    NONE, STRETCH, SolveParams, Tetrahedron, Triangle, Volume,
};
use pliant_passes::{Buffer, Engine, Recording, Variant, bind};
use pliant_scene::Scene;
use std::borrow::Cow;
use std::mem::offset_of;

/// The buffers of a pass that projects constraints of one type.
#[derive(Clone, Copy)]
pub(crate) struct ConstraintBuffers {
    /// Words of the constraints.
    pub(crate) constraints: Buffer<u32>,
    pub(crate) rows: ConstraintRows,
}

impl ConstraintBuffers {
    /// The constraints as structs of their type.
    fn list<T: Pod>(self) -> Buffer<T> {
        self.constraints.cast()
    }
}

/// Records a variant of a pass over a number of invocations.
type RecordPass = fn(&mut Recording, ConstraintBuffers, SolveParams, u32, Variant);

/// What the constraints of a list have in common: the layout of their words, and the pass that solves them.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Records the pass that projects them.
    pub(crate) record: RecordPass,
    /// Their name in metrics; unique among kinds.
    pub(crate) name: &'static str,
    /// Words of a constraint; the particles at its corners come first, NONE for a missing one.
    pub(crate) stride: usize,
    /// Number of corners.
    pub(crate) corners: usize,
    /// Number of λ.
    pub(crate) rows: usize,
    /// Index of the word that holds the constraint's row of the material pool.
    pub(crate) material: usize,
    /// How the compliance acts on its λ.
    pub(crate) law: Law,
    /// Whether Gauss-Seidel solves them in bundles of neighbours: they fill space, and no direction is special.
    pub(crate) bundled: bool,
}

/// Form of the compliance matrix: α of the material row, or K⁻¹ of Hooke's law over the element's area or volume, which is
/// the word `measure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Law {
    /// One λ that only pulls, and no compliance: an inequality.
    Hard,
    /// One λ with compliance α.
    Scalar,
    /// Three λ, each with compliance α.
    /// `extra`: index of the word with the compliance in addition, as a multiple of the material's.
    Vector { extra: usize },
    /// Strains (E₀₀, E₁₁, 2E₀₁).
    PlaneStrain { measure: usize },
    /// Normal strains, then engineering shears.
    Solid { measure: usize },
}

/// Compliance of a row of the material pool, not yet divided by h².
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Compliance {
    /// m/N, rad/(N·m) …; 1/E of elastic elements.
    pub(crate) alpha: f64,
    /// Poisson's ratio of elastic elements.
    pub(crate) poisson: f64,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Kind {
    /// Whether Chebyshev momentum helps: not where rows are solved in blocks, nor for inequalities.
    pub(crate) fn accelerates(&self) -> bool {
        matches!(self.law, Law::Scalar | Law::Vector { .. })
    }

    /// Largest principal stretch of an element with these words; `at` gives the positions of its corners.
    pub(crate) fn stretch(&self, words: &[u32], at: &impl Fn(u32) -> DVec3) -> Option<f64> {
        let x = |k: usize| at(words[k]);
        match self.law {
            Law::Hard | Law::Scalar | Law::Vector { .. } => None,
            Law::PlaneStrain { .. } => {
                let triangle: &Triangle = bytemuck::from_bytes(bytemuck::cast_slice(words));
                Some(triangle_stretch(triangle, [0, 1, 2].map(x)))
            }
            Law::Solid { .. } => {
                let tetrahedron: &Tetrahedron = bytemuck::from_bytes(bytemuck::cast_slice(words));
                Some(tetrahedron_stretch(tetrahedron, [0, 1, 2, 3].map(x)))
            }
        }
    }

    /// λᵀ α λ of a constraint with these words.
    pub(crate) fn compliant(&self, words: &[u32], lambda: &[f32], row: Compliance) -> f64 {
        let l = |i: usize| f64::from(lambda[i]);
        let per = |measure: usize| row.alpha / f64::from(f32::from_bits(words[measure]));
        let nu = row.poisson;
        match self.law {
            Law::Hard => 0.0,
            Law::Scalar => row.alpha * l(0) * l(0),
            Law::Vector { extra } => {
                let extra = f64::from(f32::from_bits(words[extra]));
                row.alpha * (1.0 + extra) * (0..3).map(|i| l(i) * l(i)).sum::<f64>()
            }
            Law::PlaneStrain { measure } => {
                let normal = (1.0 - nu) * (l(0) * l(0) + l(1) * l(1)) - 2.0 * nu * l(0) * l(1);
                per(measure) * (1.0 + nu) * (normal + 2.0 * l(2) * l(2))
            }
            Law::Solid { measure } => {
                let sum = l(0) + l(1) + l(2);
                let squares = |from: usize| (from..from + 3).map(|i| l(i) * l(i)).sum::<f64>();
                let normal = (1.0 + nu) * squares(0) - nu * sum * sum;
                per(measure) * (normal + 2.0 * (1.0 + nu) * squares(3))
            }
        }
    }
}

/// Index of the word at a byte offset, or number of words of a size.
const fn word(bytes: usize) -> usize {
    bytes / size_of::<u32>()
}

const BENDING: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::SolveBending { rows from own; hinges = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "bend",
    stride: word(size_of::<Hinge>()),
    corners: 4,
    rows: 1,
    material: word(offset_of!(Hinge, material)),
    law: Law::Scalar,
    bundled: false,
};

const LIMITS: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::LimitStrain { rows from own; limits = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "limit",
    stride: word(size_of::<Limit>()),
    corners: 2,
    rows: 1,
    material: word(offset_of!(Limit, material)),
    law: Law::Hard,
    bundled: false,
};

const VOLUMES: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::SolveVolumes { rows from own; volumes = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "volume",
    stride: word(size_of::<Volume>()),
    corners: 4,
    rows: 1,
    material: word(offset_of!(Volume, material)),
    law: Law::Scalar,
    bundled: true,
};

const TRIANGLES: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::SolveStvkTriangles { rows from own; triangles = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "triangles",
    stride: word(size_of::<Triangle>()),
    corners: 3,
    rows: 3,
    material: word(offset_of!(Triangle, material)),
    law: Law::PlaneStrain {
        measure: word(offset_of!(Triangle, area)),
    },
    bundled: false,
};

const TETRAHEDRA: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::SolveStvkTetrahedra { rows from own; tetrahedra = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "tetrahedra",
    stride: word(size_of::<Tetrahedron>()),
    corners: 4,
    rows: 6,
    material: word(offset_of!(Tetrahedron, material)),
    law: Law::Solid {
        measure: word(offset_of!(Tetrahedron, volume)),
    },
    bundled: true,
};

pub(crate) const ATTACHMENTS: Kind = Kind {
    record: |record, own, params, invocations, variant| {
        let bound = bind!(solve::SolveAttachments { rows from own; attachments = own.list(); });
        record.pass_variant(bound, params, invocations, variant);
    },
    name: "attach",
    stride: word(size_of::<Attachment>()),
    corners: 8,
    rows: 3,
    material: word(offset_of!(Attachment, material)),
    law: Law::Vector {
        extra: word(offset_of!(Attachment, extra_compliance)),
    },
    bundled: false,
};

/// All constraints of one kind, in the device's order.
#[derive(Debug)]
pub(crate) struct ConstraintList {
    pub(crate) kind: &'static Kind,
    /// Words of all constraints, [`Kind::stride`] each.
    pub(crate) words: Vec<u32>,
    /// Empty with Jacobi.
    pub(crate) coloring: Coloring,
    /// Index of its first colour in the buffer of ranges.
    pub(crate) first_range: u32,
    /// Slot of its first correction.
    pub(crate) first_correction: u32,
    /// Whether forces on some of its corners are read out.
    pub(crate) watched: bool,
}

/// All constraints that were built, as words; also those between pins.
pub(crate) fn built_kinds<'a>(
    scene: &Scene,
    built: &'a Built,
) -> Vec<(&'static Kind, Cow<'a, [u32]>)> {
    let elements = &built.elements;
    let limits = bytemuck::cast_slice(&limits(scene, built)).to_vec();
    vec![
        (&BENDING, bytemuck::cast_slice(&built.hinges).into()),
        (&VOLUMES, bytemuck::cast_slice(&elements.volumes).into()),
        (&TRIANGLES, bytemuck::cast_slice(&elements.triangles).into()),
        (
            &TETRAHEDRA,
            bytemuck::cast_slice(&elements.tetrahedra).into(),
        ),
        (&LIMITS, limits.into()),
        (
            &ATTACHMENTS,
            bytemuck::cast_slice(&built.attachments).into(),
        ),
    ]
}

/// The edges of bodies with a strain limit, each once: their links without bending, and the edges of their elements.
fn limits(scene: &Scene, built: &Built) -> Vec<Limit> {
    if scene.bodies.iter().all(|b| b.keys.strain_limit.is_none()) {
        return Vec::new();
    }
    let links = built
        .links
        .iter()
        .filter(|l| l.material % MATERIALS != BEND);
    let mut edges: Vec<[u32; 3]> = links.map(|l| [l.a, l.b, l.material / MATERIALS]).collect();
    let mut add = |corners: &[u32], material: u32| {
        let pairs = corners
            .iter()
            .enumerate()
            .flat_map(|(i, a)| corners[..i].iter().map(move |b| [*a.min(b), *a.max(b)]));
        edges.extend(pairs.map(|[a, b]| [a, b, material / MATERIALS]));
    };
    for t in &built.elements.triangles {
        add(&[t.a, t.b, t.c], t.material);
    }
    for t in &built.elements.tetrahedra {
        add(&[t.a, t.b, t.c, t.d], t.material);
    }
    edges.sort_unstable();
    edges.dedup();
    let at = |p: u32| point(&built.rests[p as usize]);
    let limit = |[a, b, body]: [u32; 3]| {
        let limit = scene.bodies[body as usize].keys.strain_limit?;
        Some(Limit {
            a,
            b,
            max_length: (at(a).distance(at(b)) * (1.0 + f64::from(limit))) as f32,
            material: MATERIALS * body + STRETCH,
        })
    };
    edges.into_iter().filter_map(limit).collect()
}

/// Every list of a scene that has constraints with a free corner.
pub(crate) fn constraint_lists(
    scene: &Scene,
    built: &Built,
    inverse_masses: &[f32],
) -> Vec<ConstraintList> {
    let mut lists = Vec::new();
    let mut first_correction = 0;
    for (kind, words) in built_kinds(scene, built) {
        let list = ConstraintList::free(kind, &words, first_correction, inverse_masses);
        if list.len() > 0 {
            first_correction += list.corner_count();
            lists.push(list);
        }
    }
    lists
}

impl ConstraintList {
    fn free(
        kind: &'static Kind,
        words: &[u32],
        first_correction: u32,
        inverse_masses: &[f32],
    ) -> Self {
        let free = |p: &u32| *p != NONE && inverse_masses[*p as usize] > 0.0;
        Self {
            kind,
            words: words
                .chunks_exact(kind.stride)
                .filter(|c| c[..kind.corners].iter().any(free))
                .flatten()
                .copied()
                .collect(),
            coloring: Coloring::default(),
            first_range: 0,
            first_correction,
            watched: false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.kind.stride
    }

    pub(crate) fn corner_count(&self) -> u32 {
        (self.len() * self.kind.corners) as u32
    }

    /// The words of each constraint.
    pub(crate) fn constraints(&self) -> std::slice::ChunksExact<'_, u32> {
        self.words.chunks_exact(self.kind.stride)
    }

    /// (particle, slot of the correction) of every corner.
    pub(crate) fn corners(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let corners = self.constraints().flat_map(|c| &c[..self.kind.corners]);
        corners
            .zip(self.first_correction..)
            .map(|(particle, slot)| (*particle, slot))
            .filter(|(particle, _)| *particle != NONE)
    }

    /// Colours the constraints and sorts them by colour.
    pub(crate) fn color(&mut self, rests: &[[f32; 4]], inverse_masses: &[f32]) {
        let free = |p: &u32| *p != NONE && inverse_masses[*p as usize] > 0.0;
        let particles = inverse_masses.len();
        let coloring = if self.kind.bundled {
            let corners = self.constraints().map(|c| &c[..self.kind.corners]);
            let bundles = Bundles::of_neighbours(corners);
            Coloring::new(bundles.color(particles, free))
        } else {
            let ends: Vec<Vec<u32>> = self
                .constraints()
                .map(|c| {
                    c[..self.kind.corners]
                        .iter()
                        .copied()
                        .filter(free)
                        .collect()
                })
                .collect();
            Coloring::new(of_one(&color(particles, &ends, &self.parallel(rests))))
        };
        let constraints: Vec<&[u32]> = self.constraints().collect();
        let words = coloring
            .order
            .iter()
            .flat_map(|i| constraints[*i as usize])
            .copied()
            .collect();
        (self.words, self.coloring) = (words, coloring);
    }

    /// Groups of constraints whose first two corners have the same direction.
    fn parallel(&self, rests: &[[f32; 4]]) -> Vec<Vec<u32>> {
        let constraints: Vec<&[u32]> = self.constraints().collect();
        group_by_key(&constraints, |c| {
            let mut corners = c[..self.kind.corners].iter().filter(|p| **p != NONE);
            let ends = corners.next().zip(corners.next());
            ends.map(|(a, b)| direction(*a, *b, rests))
        })
    }

    /// Row of the material pool of each constraint.
    pub(crate) fn materials(&self) -> impl Iterator<Item = u32> + '_ {
        self.constraints().map(|c| c[self.kind.material])
    }

    /// Body of each constraint.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = usize> + '_ {
        self.materials().map(|row| (row / MATERIALS) as usize)
    }

    /// `FEATURE_…` bits of its pass.
    pub(crate) fn features(&self, materials: &[Material]) -> u32 {
        features_of(self.materials(), materials)
    }
}

/// `FEATURE_…` bits of a pass over constraints with these rows of the material pool.
pub(crate) fn features_of(rows: impl Iterator<Item = u32>, materials: &[Material]) -> u32 {
    let rows: Vec<Material> = rows.map(|row| materials[row as usize]).collect();
    let bit = |on: bool, feature: u32| if on { feature } else { 0 };
    bit(rows.iter().any(|m| m.damping != 0.0), FEATURE_DAMPED)
        | bit(
            rows.iter().all(|m| *m == materials[0]),
            FEATURE_ONE_MATERIAL,
        )
}

/// `[start of each particle's corners, and the total; slots of their corrections]`.
pub(crate) fn corner_lists(lists: &[ConstraintList], particles: usize) -> [Vec<u32>; 2] {
    if lists.is_empty() {
        return [Vec::new(), Vec::new()];
    }
    let mut of_particle = vec![Vec::new(); particles];
    for (particle, slot) in lists.iter().flat_map(ConstraintList::corners) {
        of_particle[particle as usize].push(slot);
    }
    let mut starts = vec![0];
    for list in &of_particle {
        starts.push(starts[starts.len() - 1] + list.len() as u32);
    }
    [starts, of_particle.concat()]
}

/// Buffers of a list of constraints.
pub(crate) struct ConstraintListBuffers {
    /// Words of its constraints.
    pub(crate) constraints: Buffer<u32>,
    pub(crate) lambda: Buffer<f32>,
    /// Jacobi: λ of the previous iteration. Where residuals are measured, the residual of each row at the substep's end.
    pub(crate) lambda_before: Buffer<f32>,
}

impl ConstraintListBuffers {
    /// Buffers of each list; `before` where `lambda_before` is needed.
    pub(crate) fn of<E: Engine>(
        make: &mut Maker<'_, E>,
        lists: &[ConstraintList],
        before: bool,
    ) -> Result<Vec<Self>, Error> {
        let of = |list: &ConstraintList| {
            let (name, rows) = (list.kind.name, list.len() * list.kind.rows);
            Ok(Self {
                constraints: make.filled(name, &list.words)?,
                lambda: make.empty(&format!("{name} λ"), rows)?,
                lambda_before: make
                    .empty(&format!("{name} λ before"), if before { rows } else { 0 })?,
            })
        };
        lists.iter().map(of).collect()
    }
}
