//! What a node is physically: its kind, its particles and the keys of docs/authoring.md, resolved.

use crate::bodies::emitter::Emitter;
use crate::colliders::filters::Filter;
use crate::colliders::physics_materials::Coefficients;
use glam::Vec3;

/// One simulated body: the mesh of one node, its vertices merged into particles or embedded in a lattice of them.
#[derive(Debug, Clone)]
pub struct Body {
    /// Its node in `Scene::nodes`; the body carries that node's name.
    pub node: usize,
    /// What it is.
    pub kind: BodyKind,
    /// Particle of each mesh-wide vertex (all primitives, in order). For a soft body it is the lattice node with the
    /// largest weight.
    pub particle_of_vertex: Vec<u32>,
    /// The lowest mesh-wide vertex of each particle; empty for soft bodies. See [`Body::particles`].
    pub vertex_of_particle: Vec<u32>,
    /// Triangles as particles (cloth, balloon), counter-clockwise seen from the front in world space: a mirroring node
    /// reverses them. Degenerate ones are left out with a warning.
    pub triangles: Vec<[u32; 3]>,
    /// Triangles as mesh-wide vertices with the same orientation. Cloth and balloons have those of `triangles`, in the
    /// same order; a soft body has its outward-facing skin.
    pub surface: Vec<[u32; 3]>,
    /// Segments as particles (ropes).
    pub segments: Vec<[u32; 2]>,
    /// The same segments as mesh-wide vertices.
    pub strand: Vec<[u32; 2]>,
    /// What fills a soft body; `None` for every other kind.
    pub lattice: Option<Lattice>,
    /// Pinned particles, ascending.
    pub pinned: Vec<u32>,
    /// Whether the pinned particles follow its own skin or morph targets, instead of their node.
    pub skinned: bool,
    /// Whether the host moves the pinned particles, instead of their node.
    pub held: bool,
    /// Vertices that `pliant_attach` attaches to other nodes and bodies, in the order of the key.
    pub attachments: Vec<Attachment>,
    /// Mesh-wide vertex of each vertex that the file counts, where the two differ. See [`Body::vertex`].
    pub vertex_of_index: Option<Vec<u32>>,
    /// Which bodies and colliders it collides with.
    pub filter: Filter,
    /// The keys, defaults filled in.
    pub keys: BodyKeys,
}

impl Body {
    /// How many particles it has.
    #[must_use]
    pub fn particles(&self) -> usize {
        match &self.lattice {
            Some(lattice) => lattice.positions.len(),
            None => self.vertex_of_particle.len(),
        }
    }

    /// How many vertices the file gives it: selectors and probes count below that.
    #[must_use]
    pub fn vertices(&self) -> usize {
        match &self.vertex_of_index {
            Some(vertices) => vertices.len(),
            None => self.particle_of_vertex.len(),
        }
    }

    /// The mesh-wide vertex of the file's vertex `index`; `None` where there is no such vertex.
    #[must_use]
    pub fn vertex(&self, index: u32) -> Option<u32> {
        match &self.vertex_of_index {
            Some(vertices) => vertices.get(index as usize).copied(),
            None => (index as usize)
                .lt(&self.particle_of_vertex.len())
                .then_some(index),
        }
    }
}

/// The tetrahedra that fill a soft body, and how its mesh is embedded in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lattice {
    /// World position of each node at the start, m; nodes are the body's particles.
    pub positions: Vec<Vec3>,
    /// World position of each node at rest, m.
    pub rests: Vec<Vec3>,
    /// Tetrahedra as nodes, of positive volume at rest: (b − a) × (c − a) · (d − a) > 0.
    pub tetrahedra: Vec<[u32; 4]>,
    /// The tetrahedron and weights of each mesh-wide vertex.
    pub embedding: Vec<Embedded>,
    /// Distance of neighbouring nodes along an axis, m.
    pub spacing: f32,
}

/// A vertex in a tetrahedron of a lattice, or a little outside of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Embedded {
    /// The tetrahedron's nodes.
    pub nodes: [u32; 4],
    /// Barycentric weights at rest; their sum is 1.
    pub weights: [f32; 4],
}

impl Embedded {
    /// The node of the largest weight.
    #[must_use]
    pub fn heaviest(&self) -> u32 {
        let pairs = self.nodes.into_iter().zip(self.weights);
        let heaviest = pairs.max_by(|a, b| a.1.total_cmp(&b.1));
        heaviest.map_or(self.nodes[0], |(node, _)| node)
    }
}

/// A vertex attached to something, with the body's `attach_compliance`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attachment {
    /// Mesh-wide vertex of the body; no two entries of `pliant_attach` with one target share a particle.
    pub vertex: u32,
    /// What it is attached to.
    pub to: Anchor,
    /// How strongly: the compliance is that of the body over this, 0 to 1.
    pub pull: f32,
}

/// What a vertex is attached to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Anchor {
    /// A node that is no deformable body, in `Scene::nodes`: the vertex keeps the position that it has in the node's frame at t = 0.
    Node(usize),
    /// A point of a mesh that deforms by a skin or morph targets, of another node or its own.
    Deforming {
        /// In `Scene::nodes`.
        node: usize,
        /// Three mesh-wide vertices of its mesh.
        vertices: [u32; 3],
        /// Their barycentric weights.
        weights: [f32; 3],
    },
    /// A vertex of another body: the constraint pulls both to one position.
    Vertex {
        /// In `Scene::bodies`.
        body: usize,
        /// Mesh-wide vertex of that body.
        vertex: u32,
    },
    /// The point of another body that was closest at t = 0: the constraint pulls both to one position.
    Surface {
        /// In `Scene::bodies`.
        body: usize,
        /// Mesh-wide vertices of a triangle; for a segment of a rope both ends, the second one twice.
        vertices: [u32; 3],
        /// Barycentric weights; their sum is 1.
        weights: [f32; 3],
    },
}

/// `pliant_body`; `static` nodes become colliders and `none` nodes are only drawn, so neither is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// A sheet of triangles.
    Cloth,
    /// A chain of segments.
    Rope,
    /// A closed surface, filled with tetrahedra.
    Soft,
    /// A closed skin of triangles whose volume is constrained.
    Balloon,
    /// Particles with a constant density.
    Fluid,
}

impl BodyKind {
    /// The name that keys and metrics use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cloth => "cloth",
            Self::Rope => "rope",
            Self::Soft => "soft",
            Self::Balloon => "balloon",
            Self::Fluid => "fluid",
        }
    }
}

/// The keys of docs/authoring.md that deformable bodies read; units as there.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyKeys {
    /// How the particles' masses are given.
    pub mass: Mass,
    /// Which distance links a cloth has.
    pub links: Links,
    /// How it resists stretch: links with compliances, links with one stiffness, or finite elements.
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
    /// E of the StVK model: N/m of cloth (plane strain, per unit thickness), Pa of soft bodies.
    pub youngs_modulus: f32,
    /// ν of the StVK model, −1 < ν < ½.
    pub poissons_ratio: f32,
    /// Strain that links or elements must not exceed; `None`: they may.
    pub strain_limit: Option<f32>,
    /// m³/Pa, of a soft body's tetrahedra (links) or of a balloon's whole volume.
    pub volume_compliance: f32,
    /// Target volume of a balloon over its rest volume.
    pub pressure: f32,
    /// Strain above which a link breaks; `None`: never.
    pub tear_strain: Option<f32>,
    /// m/N of an attachment.
    pub attach_compliance: f32,
    /// β of XPBD eq. 19: N·s/m for links, N·m·s for dihedral angles; with StVK a time, s.
    pub damping: f32,
    /// PBD §3.5 damping, k a second, 0..1.
    pub velocity_damping: f32,
    /// 1/s.
    pub air_drag: f32,
    /// Contact thickness t, m; a particle rests t/2 away from a collider.
    pub thickness: f32,
    /// Whether the body collides with itself.
    pub self_collision: bool,
    /// The features with which it collides with itself and other bodies.
    pub contact: Contact,
    /// Rest distance between particles of a fluid, m; 0 for other bodies.
    pub spacing: f32,
    /// XSPH viscosity: the fraction of velocity differences that a fluid loses in 1/60 s.
    pub viscosity: f32,
    /// Cohesion (surface tension) of a fluid; 0 is none.
    pub cohesion: f32,
    /// Vorticity confinement of a fluid, 1/s.
    pub vorticity: f32,
    /// The emitter of a fluid that is not there at the start.
    pub emitter: Option<Emitter>,
    /// Friction and restitution.
    pub coefficients: Coefficients,
    /// Initial velocity, m/s, world axes.
    pub velocity: Vec3,
    /// Initial angular velocity about the centre of mass, rad/s, world axes.
    pub angular_velocity: Vec3,
}

/// Which key gives the mass; `_MASS` attributes override all of them for the vertices of their primitive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mass {
    /// `pliant_density`: kg/m² of cloth and balloons, kg/m of rope, kg/m³ of soft bodies and fluids, lumped from the rest
    /// geometry.
    Density(f32),
    /// `pliant_mass`: total kg, distributed as by a density.
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

/// `pliant_model`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Links with compliances \[MMC16\].
    Xpbd,
    /// Links with a stiffness in 0..1, corrected for the number of iterations \[MHHR07, §3.3\].
    Pbd,
    /// Finite elements of the Saint Venant–Kirchhoff material: triangles of a cloth, tetrahedra of a soft body.
    Stvk,
}

/// `pliant_contact`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// The triangles or segments of its surface.
    Surface,
    /// Its particles, each a sphere whose diameter is the body's thickness.
    Particles,
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
