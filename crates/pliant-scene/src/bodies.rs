//! Deformable bodies: the mesh of a node as particles and elements, its pins and keys.

use crate::body::{BendModel, Body, BodyKeys, BodyKind, Links, Mass, Model};
use crate::extras::Keys;
use crate::keys::Parsed;
use crate::particles::Particles;
use crate::report::Report;
use crate::scene::{Mesh, Scene, Topology};
use crate::selectors::Shape;
use crate::text::{count, quote};
use crate::{Error, Result};
use glam::{Mat4, Vec3};

impl BodyKind {
    /// The elements its mesh must have.
    fn topology(self) -> Topology {
        match self {
            Self::Cloth => Topology::Triangles,
            Self::Rope => Topology::Lines,
        }
    }
}

/// Whether a mesh has what a body of that kind is made of; else what is missing.
pub(crate) fn misfit(scene: &Scene, node: usize, kind: BodyKind) -> Option<String> {
    let name = quote(&scene.nodes[node].name);
    let (kind_name, wanted) = match kind {
        BodyKind::Cloth => ("cloth", "triangles"),
        BodyKind::Rope => ("rope", "lines (LINES, LINE_STRIP or LINE_LOOP)"),
    };
    let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]) else {
        return Some(format!(
            "node {name}: a {kind_name} needs a mesh of {wanted}, and the node has none"
        ));
    };
    let fits = mesh
        .primitives
        .iter()
        .any(|p| p.topology == kind.topology() && !p.indices.is_empty());
    (!fits).then(|| {
        format!(
            "node {name}: a {kind_name} needs {wanted}, and mesh {} has none",
            quote(&mesh.name)
        )
    })
}

/// Builds the body of a node whose mesh fits.
pub(crate) fn build(
    scene: &Scene,
    node: usize,
    kind: BodyKind,
    keys: &Keys,
    world: Mat4,
    report: &mut Report,
) -> Result<Body> {
    let name = quote(&scene.nodes[node].name);
    let mesh = &scene.meshes[scene.nodes[node]
        .mesh
        .expect("the caller saw that the mesh fits")];
    let positions = scene.mesh_positions(mesh, world);
    if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
        return Error::scene(format!(
            "node {name}: vertex {vertex} is beyond what single precision holds in world space"
        ));
    }
    let shape = Shape::new(&positions);
    if shape.size() <= 0.0 {
        return Error::scene(format!(
            "node {name}: all of its vertices lie at one point; check its scale"
        ));
    }
    let particles = Particles::merge(mesh, &scene.accessors);
    let mut body = Body {
        node,
        kind,
        triangles: Vec::new(),
        segments: Vec::new(),
        pinned: pinned(scene, mesh, &particles, &shape, keys, &name)?,
        keys: body_keys(kind, keys, shape.size(), &name, report),
        particle_of_vertex: Vec::new(),
        vertex_of_particle: Vec::new(),
    };
    let dropped;
    match kind {
        BodyKind::Cloth => {
            (body.triangles, dropped) = particles.elements(mesh, Topology::Triangles);
        }
        BodyKind::Rope => (body.segments, dropped) = particles.elements(mesh, Topology::Lines),
    }
    if dropped > 0 {
        let what = if kind == BodyKind::Cloth {
            "degenerate triangle"
        } else {
            "segment of no length"
        };
        report.warn(format!("node {name}: {} left out", count(dropped, what)));
    }
    if body.triangles.is_empty() && body.segments.is_empty() {
        return Error::scene(format!(
            "node {name}: its mesh has only degenerate elements; export it again"
        ));
    }
    // A mirrored mesh shows its other side; in world space the front stays the front.
    if world.determinant() < 0.0 {
        body.triangles
            .iter_mut()
            .for_each(|triangle| triangle.swap(1, 2));
    }
    warn_loose(&body, particles.vertex.len(), &name, report);
    body.particle_of_vertex = particles.of_vertex;
    body.vertex_of_particle = particles.vertex;
    Ok(body)
}

/// Particles outside of every element have no mass by density, and nothing holds them.
fn warn_loose(body: &Body, particles: usize, name: &str, report: &mut Report) {
    let mut used = vec![false; particles];
    let corners = body
        .triangles
        .iter()
        .flatten()
        .chain(body.segments.iter().flatten());
    corners.for_each(|&particle| used[particle as usize] = true);
    let loose = used.iter().filter(|&&used| !used).count();
    if loose > 0 {
        let kind = body.kind.name();
        report.warn(format!(
            "node {name}: {} in no element of the {kind}",
            count(loose, "vertex position")
        ));
    }
}

/// The particles that `pliant_pin` and `_PIN` name, ascending.
fn pinned(
    scene: &Scene,
    mesh: &Mesh,
    particles: &Particles,
    shape: &Shape,
    keys: &Keys,
    name: &str,
) -> Result<Vec<u32>> {
    let vertices = match keys.get("pin") {
        Some(Parsed::Selector(selector)) => shape.select(selector),
        Some(Parsed::Indices(indices)) => {
            indices.iter().map(|&index| shape.vertex(index)).collect()
        }
        _ => Ok(Vec::new()),
    };
    let mut vertices =
        vertices.map_err(|why| keys.error("pin", format!("node {name}: pliant_pin: {why}")))?;
    for primitive in &mesh.primitives {
        let Some(pin) = primitive.pin else { continue };
        let set =
            (0..primitive.vertex_count as usize).filter(|&v| scene.accessors.scalar(pin, v) >= 0.5);
        vertices.extend(set.map(|v| primitive.first_vertex as usize + v));
    }
    let mut pinned: Vec<u32> = vertices
        .iter()
        .map(|&vertex| particles.of_vertex[vertex])
        .collect();
    pinned.sort_unstable();
    pinned.dedup();
    Ok(pinned)
}

/// Interface §2, defaults filled in.
fn body_keys(kind: BodyKind, keys: &Keys, size: f32, name: &str, report: &mut Report) -> BodyKeys {
    let number = |key, default| keys.number(key).unwrap_or(default);
    let density = if kind == BodyKind::Cloth { 0.2 } else { 0.1 };
    let stretch_compliance = number("stretch_compliance", 0.0);
    let friction = number("friction", 0.3);
    BodyKeys {
        mass: mass(keys, density),
        links: if keys.word("links") == Some("grid") {
            Links::Grid
        } else {
            Links::Edges
        },
        model: model(keys, name, report),
        stretch_compliance,
        shear_compliance: number("shear_compliance", stretch_compliance),
        bend_compliance: number("bend_compliance", 0.01),
        bend_model: bend_model(kind, keys, name, report),
        stiffness: number("stiffness", 1.0),
        damping: number("damping", 0.0),
        velocity_damping: number("velocity_damping", 0.0),
        air_drag: number("air_drag", 0.0),
        thickness: number("thickness", 0.01 * size),
        self_collision: keys.boolean("self_collision").unwrap_or(true),
        friction,
        static_friction: number("static_friction", friction),
        restitution: number("restitution", 0.0),
        velocity: keys.vector("velocity"),
        angular_velocity: keys.vector("angular_velocity"),
    }
}

/// `pliant_particle_mass` over `pliant_mass` over `pliant_density`.
fn mass(keys: &Keys, density: f32) -> Mass {
    let particle = keys.number("particle_mass").map(Mass::Particle);
    let total = || keys.number("mass").map(Mass::Total);
    particle
        .or_else(total)
        .unwrap_or_else(|| Mass::Density(keys.number("density").unwrap_or(density)))
}

fn bend_model(kind: BodyKind, keys: &Keys, name: &str, report: &mut Report) -> BendModel {
    match (keys.word("bend_model"), kind) {
        (Some("none"), _) => BendModel::None,
        (Some("dihedral"), BodyKind::Rope) => {
            report.warn(format!(
                "node {name}: pliant_bend_model dihedral needs triangles; distance is used"
            ));
            BendModel::Distance
        }
        (Some("distance"), _) | (None, BodyKind::Rope) => BendModel::Distance,
        _ => BendModel::Dihedral,
    }
}

fn model(keys: &Keys, name: &str, report: &mut Report) -> Model {
    let word = keys.word("model").unwrap_or("xpbd");
    for (key, needs) in [
        ("stiffness", "pbd"),
        ("youngs_modulus", "stvk"),
        ("poissons_ratio", "stvk"),
    ] {
        if keys.get(key).is_some() && word != needs {
            report.warn(format!("node {name}: pliant_{key} has no effect with pliant_model {word}; it is for {needs}"));
        }
    }
    if word == "pbd" {
        Model::Pbd
    } else {
        Model::Xpbd
    }
}

/// What the keys of a cloth or rope ask for beyond what is simulated.
pub(crate) fn report_missing(keys: &Keys, name: &str, report: &mut Report) {
    let features = [
        ("attach", "pliant_attach"),
        ("tear_strain", "pliant_tear_strain"),
    ];
    for (key, feature) in features {
        if keys.get(key).is_some() {
            report.not_simulated(feature, name);
        }
    }
    if keys.word("model") == Some("stvk") {
        report.not_simulated("pliant_model stvk, links of model xpbd are used", name);
    }
}

impl Scene {
    /// The world position of every vertex of a mesh, in mesh-wide order, under a node's world matrix.
    #[must_use]
    pub fn mesh_positions(&self, mesh: &Mesh, world: Mat4) -> Vec<Vec3> {
        let vertices = mesh
            .primitives
            .iter()
            .flat_map(|p| (0..p.vertex_count as usize).map(|v| (p.position, v)));
        vertices
            .map(|(position, v)| world.transform_point3(self.accessors.vec3(position, v)))
            .collect()
    }

    /// The node of that name, in `nodes`.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The name that a body has in messages and metrics: its node's.
    #[must_use]
    pub fn body_name(&self, body: &Body) -> &str {
        &self.nodes[body.node].name
    }
}
