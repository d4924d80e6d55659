//! `pliant info`: the content of a scene as Pliant reads it. The CPU engine builds the buffers, so no Vulkan is needed.

use crate::exit::Error;
use crate::load;
use crate::options::InfoOptions;
use crate::report::{self, Table};
use pliant_kernels::CpuEngine;
use pliant_scene::{Body, Filter, Lattice, Scene, Shape};
use pliant_sim::{BodySummary, Simulation, Summary};
use serde::Serialize;
use std::collections::BTreeMap;

/// Loads the scene and prints its content.
pub(crate) fn info(options: &InfoOptions) -> Result<(), Error> {
    let scene = load::undrawn_scene(&options.scene)?;
    let settings = load::settings(&options.scene, &scene)?;
    let simulation = Simulation::new(&scene, settings, CpuEngine::default())?;
    let info = Info::new(&scene, simulation.summary(), simulation.bytes());
    if options.json {
        report::print_json(&info)
    } else {
        info.table().print()
    }
}

#[derive(Serialize)]
struct Info<'a> {
    scene: &'a str,
    nodes: Vec<&'a str>,
    dt: f64,
    substeps: u32,
    iterations: u32,
    solver: &'static str,
    bodies: Vec<BodyInfo<'a>>,
    particles: u64,
    pins: u64,
    constraints: BTreeMap<&'static str, u64>,
    colliders: Vec<ColliderInfo<'a>>,
    joints: Vec<&'a str>,
    triggers: Vec<&'a str>,
    gravity_fields: Vec<&'a str>,
    materials: Vec<&'a str>,
    expectations: usize,
    bytes: u64,
    warnings: &'a [String],
}

/// A simulated body and its attachments, lattice and filter.
#[derive(Serialize)]
struct BodyInfo<'a> {
    #[serde(flatten)]
    summary: &'a BodySummary,
    attachments: usize,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    lattice: Option<LatticeInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<FilterInfo<'a>>,
}

#[derive(Serialize)]
struct LatticeInfo {
    tetrahedra: usize,
    spacing: f32,
}

/// A collision filter by names of collision systems; an empty list does not filter. The JSON keys are older than the names.
#[derive(Serialize)]
struct FilterInfo<'a> {
    systems: Vec<&'a str>,
    #[serde(rename = "meets")]
    collides_with: Vec<&'a str>,
    #[serde(rename = "avoids")]
    ignores: Vec<&'a str>,
}

#[derive(Serialize)]
struct ColliderInfo<'a> {
    node: &'a str,
    shape: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    surface: Option<SurfaceInfo>,
    /// Number of convex pieces that collide with rigid bodies in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<usize>,
    animated: bool,
    /// Whether its mesh deforms: an animation, or rigid bodies that are joints of its skin, move its vertices.
    deforms: bool,
    rigid: bool,
    friction: f32,
    restitution: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<FilterInfo<'a>>,
}

/// The surface of a mesh or a hull.
#[derive(Serialize)]
struct SurfaceInfo {
    triangles: usize,
    closed: bool,
}

impl<'a> Info<'a> {
    fn new(scene: &'a Scene, summary: &'a Summary, bytes: u64) -> Self {
        let bodies = &summary.bodies;
        let mut constraints = BTreeMap::new();
        for (kind, count) in bodies.iter().flat_map(|b| &b.constraints) {
            *constraints.entry(*kind).or_insert(0) += u64::from(*count);
        }
        Self {
            scene: &scene.name,
            nodes: scene.nodes.iter().map(|n| &*n.name).collect(),
            dt: summary.dt,
            substeps: summary.substeps,
            iterations: summary.iterations,
            solver: summary.solver,
            particles: bodies.iter().map(|b| u64::from(b.particles)).sum(),
            pins: bodies.iter().map(|b| u64::from(b.pinned)).sum(),
            bodies: scene
                .bodies
                .iter()
                .zip(bodies)
                .map(|(body, summary)| BodyInfo::new(scene, body, summary))
                .collect(),
            constraints,
            colliders: (0..scene.colliders.len())
                .map(|i| ColliderInfo::new(scene, i))
                .collect(),
            joints: (scene.joints.iter())
                .map(|joint| &*scene.nodes[joint.node].name)
                .collect(),
            triggers: (scene.triggers.iter())
                .map(|trigger| &*scene.nodes[trigger.node].name)
                .collect(),
            gravity_fields: (scene.fields.iter())
                .map(|field| &*scene.nodes[field.source.node].name)
                .collect(),
            // The first one is glTF's default material, which is not in the file.
            materials: scene.materials.iter().skip(1).map(|m| &*m.name).collect(),
            expectations: scene.expectations.len(),
            bytes,
            warnings: &scene.warnings,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::default();
        table.title(self.scene);
        let (dt, substeps, iterations) = (self.dt, self.substeps, self.iterations);
        let solver = self.solver;
        table.row(
            "steps",
            &format!("{dt:.6} s a frame, {substeps} substeps, {iterations} iterations, {solver}"),
        );
        table.row("nodes", &report::listed(&self.nodes));
        table.row(
            "particles",
            &format!("{}, {} pinned", self.particles, self.pins),
        );
        table.row("constraints", &counts(&self.constraints));
        table.row("on the GPU", &report::bytes(self.bytes));
        table.row("joints", &self.joints.len().to_string());
        table.row("triggers", &report::listed(&self.triggers));
        table.row("gravity", &report::listed(&self.gravity_fields));
        table.row("materials", &report::listed(&self.materials));
        table.row("expectations", &self.expectations.to_string());
        for body in &self.bodies {
            table.row("body", &body.text());
        }
        for collider in &self.colliders {
            table.row("collider", &collider.text());
        }
        for warning in self.warnings {
            table.row("warning", warning);
        }
        table
    }
}

impl<'a> BodyInfo<'a> {
    fn new(scene: &'a Scene, body: &Body, summary: &'a BodySummary) -> Self {
        let lattice = |lattice: &Lattice| LatticeInfo {
            tetrahedra: lattice.tetrahedra.len(),
            spacing: lattice.spacing,
        };
        Self {
            summary,
            attachments: body.attachments.len(),
            lattice: body.lattice.as_ref().map(lattice),
            filter: FilterInfo::new(scene, body.filter),
        }
    }

    fn text(&self) -> String {
        let body = self.summary;
        let constraints = body
            .constraints
            .iter()
            .map(|(kind, n)| (*kind, u64::from(*n)));
        let mut text = format!(
            "{}: {}, {} particles ({} pinned), {:.6} kg, {}",
            body.name,
            body.kind,
            body.particles,
            body.pinned,
            body.mass,
            counts(&constraints.collect())
        );
        if let Some(lattice) = &self.lattice {
            text += &format!(", on a lattice of {} m", lattice.spacing);
        }
        if self.attachments > 0 {
            text += &format!(", {} attachments", self.attachments);
        }
        text += &self
            .filter
            .as_ref()
            .map(FilterInfo::text)
            .unwrap_or_default();
        text
    }
}

impl<'a> FilterInfo<'a> {
    /// `None` for a filter that excludes nothing.
    fn new(scene: &'a Scene, filter: Filter) -> Option<Self> {
        let named = |bits: u32| {
            let systems = scene.systems.iter().enumerate();
            let of = systems.filter(|(bit, _)| bits >> bit & 1 == 1);
            of.map(|(_, name)| &**name).collect()
        };
        let all = Filter::default();
        (filter != all).then(|| Self {
            systems: named(filter.systems),
            collides_with: named(if filter.collides_with == all.collides_with {
                0
            } else {
                filter.collides_with
            }),
            ignores: named(filter.ignores),
        })
    }

    fn text(&self) -> String {
        let lists = [
            ("in", &self.systems),
            ("collides only with", &self.collides_with),
            ("does not collide with", &self.ignores),
        ];
        let shown = lists.iter().filter(|(_, names)| !names.is_empty());
        shown
            .map(|(what, names)| format!(", {what} {}", report::listed(names)))
            .collect()
    }
}

impl<'a> ColliderInfo<'a> {
    fn new(scene: &'a Scene, index: usize) -> Self {
        let collider = &scene.colliders[index];
        Self {
            pieces: Some(scene.pieces_of(index)).filter(|count| *count > 0),
            node: &scene.nodes[collider.node].name,
            shape: shape_name(scene, &collider.shape),
            surface: SurfaceInfo::new(scene, &collider.shape),
            animated: collider.animated,
            deforms: collider.deforms && (collider.animated || scene.follows_rigids(collider.node)),
            rigid: collider.rigid.is_some(),
            friction: collider.coefficients.friction,
            restitution: collider.coefficients.restitution,
            filter: FilterInfo::new(scene, collider.filter),
        }
    }

    fn text(&self) -> String {
        let kind = match self {
            Self { deforms: true, .. } => "deforming",
            Self { rigid: true, .. } => "rigid",
            Self { animated: true, .. } => "animated",
            _ => "static",
        };
        let filter = self.filter.as_ref().map(FilterInfo::text);
        let surface = self.surface.as_ref().map(SurfaceInfo::text);
        let pieces = self
            .pieces
            .map(|count| format!(", {count} convex pieces for rigid bodies"));
        let pieces = pieces.unwrap_or_default();
        format!(
            "{}: {kind} {}{}{pieces}, friction {}, restitution {}{}",
            self.node,
            self.shape,
            surface.unwrap_or_default(),
            self.friction,
            self.restitution,
            filter.unwrap_or_default()
        )
    }
}

impl SurfaceInfo {
    fn new(scene: &Scene, shape: &Shape) -> Option<Self> {
        let Shape::Mesh { collision_mesh, .. } = shape else {
            return None;
        };
        let collision_mesh = &scene.collision_meshes[*collision_mesh];
        Some(Self {
            triangles: collision_mesh.triangles.len(),
            closed: collision_mesh.closed,
        })
    }

    fn text(&self) -> String {
        let sides = if self.closed { "closed" } else { "two-sided" };
        format!(" of {} triangles, {sides}", self.triangles)
    }
}

fn shape_name(scene: &Scene, shape: &Shape) -> &'static str {
    match shape {
        Shape::Mesh { collision_mesh, .. } if scene.collision_meshes[*collision_mesh].hull => {
            "hull"
        }
        Shape::Mesh { .. } => "mesh",
        Shape::Plane { .. } => "plane",
        Shape::Sphere { .. } => "sphere",
        Shape::Box { .. } => "box",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
    }
}

fn counts(constraints: &BTreeMap<&'static str, u64>) -> String {
    let all = constraints
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"));
    report::listed(&all.collect::<Vec<_>>())
}
