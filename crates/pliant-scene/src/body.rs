//! What a node is physically: its kind, its particles and the keys of docs/authoring.md, resolved.

use glam::Vec3;

/// One simulated body: the mesh of one node, its vertices merged into particles.
#[derive(Debug, Clone)]
pub struct Body {
    /// Its node in `Scene::nodes`; the body carries that node's name.
    pub node: usize,
    /// What it is.
    pub kind: BodyKind,
    /// Particle of each mesh-wide vertex (all primitives, in order).
    pub particle_of_vertex: Vec<u32>,
    /// The lowest mesh-wide vertex of each particle; its length is the number of particles.
    pub vertex_of_particle: Vec<u32>,
    /// Triangles as particles (cloth, soft, balloon), counter-clockwise seen from the front in world space, so
    /// turned around where the node mirrors its mesh; degenerate ones are left out with a warning.
    pub triangles: Vec<[u32; 3]>,
    /// Segments as particles (ropes).
    pub segments: Vec<[u32; 2]>,
    /// Pinned particles, ascending.
    pub pinned: Vec<u32>,
    /// The keys, defaults filled in.
    pub keys: BodyKeys,
}

/// `pliant_body`; `static` nodes become colliders and `none` nodes are only drawn, so neither is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// A sheet of triangles.
    Cloth,
    /// A chain of segments.
    Rope,
}

impl BodyKind {
    /// The name that keys and metrics use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cloth => "cloth",
            Self::Rope => "rope",
        }
    }
}

/// The keys of docs/authoring.md that cloth and ropes read; units as there.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyKeys {
    /// How the particles' masses are given.
    pub mass: Mass,
    /// Which distance links a cloth has.
    pub links: Links,
    /// XPBD with compliances, or PBD with one stiffness.
    pub model: Model,
    /// m/N of an edge link.
    pub stretch_compliance: f32,
    /// m/N of a diagonal link.
    pub shear_compliance: f32,
    /// rad/(N·m) or m/N, by `bend_model`.
    pub bend_compliance: f32,
    /// How bending is measured.
    pub bend_model: BendModel,
    /// k of the PBD model, 0..1.
    pub stiffness: f32,
    /// β of XPBD eq. 19, N·s/m for links, N·m·s for dihedral angles.
    pub damping: f32,
    /// PBD §3.5 damping, k a second, 0..1.
    pub velocity_damping: f32,
    /// 1/s.
    pub air_drag: f32,
    /// Contact thickness t, m; on a collider the particle rests t/2 off.
    pub thickness: f32,
    /// Whether the body meets itself.
    pub self_collision: bool,
    /// Dynamic μ.
    pub friction: f32,
    /// Static μ.
    pub static_friction: f32,
    /// 0..1.
    pub restitution: f32,
    /// Initial velocity, m/s, world axes.
    pub velocity: Vec3,
    /// Initial angular velocity about the centre of mass, rad/s, world axes.
    pub angular_velocity: Vec3,
}

/// Which key gives the mass; `_MASS` attributes win over all of them, vertex by vertex of that primitive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mass {
    /// `pliant_density`: kg/m² of cloth, kg/m of rope, lumped from the rest geometry.
    Density(f32),
    /// `pliant_mass`: total kg, shared out as the density would.
    Total(f32),
    /// `pliant_particle_mass`: kg each.
    Particle(f32),
}

/// `pliant_links`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Mesh edges.
    Edges,
    /// Mesh edges and both diagonals of every quad.
    Grid,
}

/// `pliant_model`, as far as links go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Compliant constraints \[MMC16\].
    Xpbd,
    /// Stiffness in 0..1, corrected for the number of iterations \[MHHR07, §3.3\].
    Pbd,
}

/// `pliant_bend_model`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BendModel {
    /// No bending.
    None,
    /// The angle between two triangles that share an edge.
    Dihedral,
    /// The distance between the far ends of two collinear edges.
    Distance,
}
