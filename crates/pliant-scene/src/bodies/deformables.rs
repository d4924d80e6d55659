//! Deformable bodies: the mesh of a node as particles and elements, its pins and keys.

use crate::bodies::body::{Anchor, Attachment, Body, BodyKeys, BodyKind};
use crate::bodies::closed;
use crate::bodies::defaults::body_keys;
use crate::bodies::particles::{Elements, Particles};
use crate::bodies::selectors::Shape;
use crate::bodies::soft::{self, Solid};
use crate::bodies::unweld::unweld;
use crate::colliders::collider::split;
use crate::colliders::filters::Filter;
use crate::error::{Error, Result};
use crate::graph::meshes::{Mesh, Primitive};
use crate::graph::topology::Topology;
use crate::keys::extras::{Keys, default_number};
use crate::keys::key::{Kind, Parsed};
use crate::report::Report;
use crate::scene::Scene;
use glam::{Mat4, Vec3};
use pliant_gltf::text::{count, quote};
use std::collections::BTreeMap;

impl BodyKind {
    /// The elements its mesh must have.
    fn topology(self) -> Topology {
        match self {
            Self::Cloth | Self::Soft | Self::Balloon => Topology::Triangles,
            Self::Rope => Topology::Lines,
            Self::Fluid => Topology::Points,
        }
    }
}

/// What a node's mesh lacks for a body of that kind, if anything.
pub(crate) fn misfit(scene: &Scene, node: usize, kind: BodyKind) -> Option<String> {
    let name = quote(&scene.nodes[node].name);
    let wanted = match kind.topology() {
        Topology::Lines => "lines (LINES, LINE_STRIP or LINE_LOOP)",
        Topology::Points => "points, or triangles that enclose it",
        _ => "triangles",
    };
    let kind_name = match kind {
        BodyKind::Soft => "soft body",
        kind => kind.name(),
    };
    let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]) else {
        return Some(format!(
            "node {name}: a {kind_name} needs a mesh of {wanted}, and the node has none"
        ));
    };
    let filled = kind == BodyKind::Fluid;
    let fits = mesh.primitives.iter().any(|p| {
        let fits = p.topology == kind.topology() || (filled && p.topology == Topology::Triangles);
        fits && !p.indices.is_empty()
    });
    (!fits).then(|| {
        format!(
            "node {name}: a {kind_name} needs {wanted}, and mesh {} has none",
            quote(&mesh.name)
        )
    })
}

/// Builds the body of a node whose mesh fits, of any kind but fluids.
pub(crate) fn build(
    scene: &mut Scene,
    node: usize,
    kind: BodyKind,
    keys: &Keys,
    world: Mat4,
    report: &mut Report,
) -> Result<Body> {
    let name = quote(&scene.nodes[node].name);
    let mesh = node_mesh(scene, node);
    let positions = scene.mesh_positions(mesh, world);
    if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
        return Error::scene(format!(
            "node {name}: vertex {vertex} is beyond single precision in world space; check its scale"
        ));
    }
    let shape = Shape::new(&positions);
    let mut particles = Particles::merge(mesh, &scene.accessors);
    let pinned = pinned(scene, mesh, &particles, &shape, keys, &name)?;
    let resolved = body_keys(kind, keys, shape.size(), &name, report);
    let mut vertex_of_index = None;
    if resolved.tear_strain.is_some() {
        (particles, vertex_of_index) = take_apart(scene, node, kind, &particles, &name)?;
    }
    let mesh = node_mesh(scene, node);
    let mut body = meshed(node, kind, mesh, &particles, resolved, report, &name);
    (body.pinned, body.vertex_of_index) = (pinned, vertex_of_index);
    body.skinned = scene.deforms(node);
    body.attachments = pulls(scene, mesh, &particles, &body);
    // A mirroring node reverses triangles, so that they stay counter-clockwise seen from the front in world space.
    if world.determinant() < 0.0 {
        turn(&mut body);
    }
    let rests = rest_positions(scene, mesh, world);
    let measure = measure(&body, &rests);
    if !(measure.is_finite() && measure > 0.0) {
        return Error::scene(format!(
            "node {name}: its elements have no area or length; check its scale and its rest shape"
        ));
    }
    let solid = Solid {
        positions: &positions,
        rests: &rests,
        particles: &particles,
        spacing: keys
            .number("spacing")
            .unwrap_or_else(|| shape.size() / default_number("spacing", Kind::Soft)),
        frame: split(world).1,
    };
    match kind {
        BodyKind::Soft => fill(&mut body, mesh, &solid, keys, &name, report)?,
        BodyKind::Balloon => close(&mut body, &solid, &name, report)?,
        _ => {}
    }
    if kind != BodyKind::Soft {
        warn_thin(&body, &name, report);
        warn_thick(&body, &rests, &name, report);
        warn_loose(&body, particles.vertex.len(), &name, report);
        body.particle_of_vertex = particles.of_vertex;
        body.vertex_of_particle = particles.vertex;
    }
    Ok(body)
}

/// The mesh of a node that is a body.
pub(crate) fn node_mesh(scene: &Scene, node: usize) -> &Mesh {
    let mesh = scene.nodes[node].mesh;
    &scene.meshes[mesh.expect("the caller saw that the mesh fits")]
}

/// Gives a node whose mesh deforms a copy of it with the positions at t = 0, from which the simulation starts.
pub(crate) fn deform(scene: &mut Scene, node: usize, world: &[Mat4]) -> Result<()> {
    let Some(positions) = scene.deformed_at_start(node, world) else {
        return Ok(());
    };
    let to_node = world[node].inverse();
    if !to_node.is_finite() {
        return Ok(());
    }
    let mut mesh = node_mesh(scene, node).clone();
    for primitive in &mut mesh.primitives {
        let own = &positions[primitive.first_vertex as usize..][..primitive.vertex_count as usize];
        let own = own
            .iter()
            .map(|position| to_node.transform_point3(*position));
        primitive.bind_position = Some(primitive.position);
        let moved = scene.accessors.with_positions(primitive.vertex_count, own);
        primitive.position = moved.ok_or_else(|| {
            let name = quote(&scene.nodes[node].name);
            Error::Scene(format!(
                "node {name}: the scene's vertex data exceeds its limit; split the scene"
            ))
        })?;
    }
    scene.nodes[node].mesh = Some(scene.meshes.len());
    scene.meshes.push(mesh);
    Ok(())
}

/// Gives the node a copy of its mesh whose elements share no vertex; returns its particles and the new vertex numbers.
fn take_apart(
    scene: &mut Scene,
    node: usize,
    kind: BodyKind,
    particles: &Particles,
    name: &str,
) -> Result<(Particles, Option<Vec<u32>>)> {
    let mesh = scene.nodes[node]
        .mesh
        .expect("the caller saw that the mesh fits");
    let mesh = &scene.meshes[mesh];
    let unwelded = unweld(mesh, particles, kind.topology(), &mut scene.accessors).ok_or_else(|| {
        Error::Scene(format!(
            "node {name}: pliant_tear_strain gives each corner a vertex, and the scene's vertex data exceeds its limit; split the scene"
        ))
    })?;
    scene.nodes[node].mesh = Some(scene.meshes.len());
    scene.meshes.push(unwelded.mesh);
    Ok((unwelded.particles, unwelded.vertex_of_index))
}

/// A body with the elements of its mesh, and nothing else yet.
pub(crate) fn meshed(
    node: usize,
    kind: BodyKind,
    mesh: &Mesh,
    particles: &Particles,
    keys: BodyKeys,
    report: &mut Report,
    name: &str,
) -> Body {
    let (faces, lines) = match kind.topology() {
        Topology::Lines => (
            Elements::default(),
            elements(mesh, kind, particles, name, report),
        ),
        Topology::Points => (Elements::default(), Elements::default()),
        Topology::Triangles => (
            elements(mesh, kind, particles, name, report),
            Elements::default(),
        ),
    };
    Body {
        node,
        kind,
        particle_of_vertex: Vec::new(),
        vertex_of_particle: Vec::new(),
        triangles: faces.particles,
        surface: faces.vertices,
        segments: lines.particles,
        strand: lines.vertices,
        lattice: None,
        pinned: Vec::new(),
        skinned: false,
        held: false,
        attachments: Vec::new(),
        vertex_of_index: None,
        filter: Filter::default(),
        keys,
    }
}

fn elements<const N: usize>(
    mesh: &Mesh,
    kind: BodyKind,
    particles: &Particles,
    name: &str,
    report: &mut Report,
) -> Elements<N> {
    let (elements, dropped) = particles.elements(mesh, kind.topology());
    if dropped > 0 {
        let what = match kind.topology() {
            Topology::Lines => "segment with both ends at one particle",
            _ => "degenerate triangle",
        };
        report.warn(format!("node {name}: left out {}", count(dropped, what)));
    }
    elements
}

/// Reverses every triangle.
fn turn(body: &mut Body) {
    let triangles = body.triangles.iter_mut().chain(&mut body.surface);
    triangles.for_each(|triangle| triangle.swap(1, 2));
}

/// Orients the skin of a balloon outwards and reports defects of its surface.
fn close(body: &mut Body, solid: &Solid, name: &str, report: &mut Report) -> Result<()> {
    let defects = closed::orient(body, &solid.particle_rests());
    if closed::volume(&body.surface, solid.rests) <= 0.0 {
        return Error::scene(format!(
            "node {name}: a balloon needs a surface that encloses a volume; check that its mesh is closed"
        ));
    }
    warn_defects(&defects, "encloses its volume", name, report);
    Ok(())
}

/// Fills a soft body with a lattice and reports defects of its surface.
fn fill(
    body: &mut Body,
    mesh: &Mesh,
    solid: &Solid,
    keys: &Keys,
    name: &str,
    report: &mut Report,
) -> Result<()> {
    if mesh
        .primitives
        .iter()
        .any(|primitive| primitive.mass.is_some())
    {
        report.warn(format!(
            "node {name}: _MASS is not read for soft bodies, whose particles are not vertices; set pliant_mass"
        ));
    }
    let defects = soft::fill(body, solid);
    let defects = defects.map_err(|why| keys.error("spacing", format!("node {name}: {why}")))?;
    warn_defects(&defects, "is filled", name, report);
    Ok(())
}

/// One warning for all defects of a surface, and what happens in spite of them (`does`).
pub(crate) fn warn_defects(defects: &[String], does: &str, name: &str, report: &mut Report) {
    if defects.is_empty() {
        return;
    }
    let open = defects.iter().any(|defect| defect.contains("open edge"));
    let rest = match open {
        true => format!("; it {does} as if it were closed"),
        false => String::new(),
    };
    let defects = defects.join(", ");
    report.warn(format!("node {name}: its surface has {defects}{rest}"));
}

/// The world rest position of every vertex: `_REST_POSITION`, else POSITION.
fn rest_positions(scene: &Scene, mesh: &Mesh, world: Mat4) -> Vec<Vec3> {
    let rest = |p: &Primitive| {
        (
            p.rest_position.unwrap_or(p.position),
            p.vertex_count as usize,
        )
    };
    let vertices = mesh
        .primitives
        .iter()
        .map(rest)
        .flat_map(|(rest, count)| (0..count).map(move |v| (rest, v)));
    vertices
        .map(|(rest, v)| world.transform_point3(scene.accessors.vec3(rest, v)))
        .collect()
}

/// Total rest area or length, m² or m, over which a density is integrated.
fn measure(body: &Body, rests: &[Vec3]) -> f64 {
    let at = |vertex: u32| rests[vertex as usize].as_dvec3();
    let area = |&[a, b, c]: &[u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).length() / 2.0;
    let length = |&[a, b]: &[u32; 2]| at(a).distance(at(b));
    body.surface.iter().map(area).sum::<f64>() + body.strand.iter().map(length).sum::<f64>()
}

/// A body without thickness has no contact distance to other bodies.
fn warn_thin(body: &Body, name: &str, report: &mut Report) {
    if body.keys.self_collision && body.keys.thickness == 0.0 {
        report.warn(format!(
            "node {name}: with pliant_thickness 0 it collides with colliders, but neither with itself nor with other bodies; give it a thickness, or set pliant_self_collision to false"
        ));
    }
}

/// Vertices nearer to each other than the contact distance are candidates for contact, wherever the sheet is flat.
fn warn_thick(body: &Body, rests: &[Vec3], name: &str, report: &mut Report) {
    let thickness = f64::from(body.keys.thickness);
    let at = |vertex: u32| rests[vertex as usize].as_dvec3();
    let edges = body
        .surface
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let lengths: f64 = edges.map(|[a, b]| at(a).distance(at(b))).sum();
    let mean = lengths / (3 * body.surface.len()) as f64;
    if body.keys.self_collision && mean < thickness {
        report.warn(format!(
            "node {name}: its thickness, {thickness:.2e} m, is more than the mean edge of its mesh, {mean:.2e} m, so that contact with itself is slow; give it a smaller pliant_thickness"
        ));
    }
}

/// Particles in no element get no mass from a density, and no constraint acts on them.
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
        let (particles, kind) = (count(loose, "particle"), body.kind.name());
        report.warn(format!(
            "node {name}: {particles} in no element of the {kind}; without _MASS or pliant_particle_mass they do not move"
        ));
    }
}

/// The least `_PIN` that pins a vertex. On a skin, smaller ones pull.
fn least_pin(primitive: &Primitive) -> f32 {
    if primitive.bind_position.is_some() {
        1.0 - 1e-3
    } else {
        0.5
    }
}

/// Attachments of particles to their own skin by `_PIN` between 0 and 1.
fn pulls(scene: &Scene, mesh: &Mesh, particles: &Particles, body: &Body) -> Vec<Attachment> {
    let mut pulls = BTreeMap::<u32, (u32, f32)>::new();
    let skinned = mesh.primitives.iter().filter(|p| p.bind_position.is_some());
    for (primitive, pin) in skinned.filter_map(|p| p.pin.map(|pin| (p, pin))) {
        for v in 0..primitive.vertex_count {
            let pull = scene.accessors.scalar(pin, v as usize);
            let vertex = primitive.first_vertex + v;
            let particle = particles.of_vertex[vertex as usize];
            if pull > 0.0 && body.pinned.binary_search(&particle).is_err() {
                let most = pulls.entry(particle).or_insert((vertex, pull));
                most.1 = most.1.max(pull);
            }
        }
    }
    let attachment = |(vertex, pull): (u32, f32)| Attachment {
        vertex,
        to: Anchor::Deforming {
            node: body.node,
            vertices: [vertex; 3],
            weights: [1.0, 0.0, 0.0],
        },
        pull,
    };
    pulls.into_values().map(attachment).collect()
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
        let least = least_pin(primitive);
        let set = (0..primitive.vertex_count as usize)
            .filter(|&v| scene.accessors.scalar(pin, v) >= least);
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
