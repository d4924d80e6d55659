//! Fluids: the points of a mesh, or points that fill a closed mesh.

use crate::bodies::body::{Body, BodyKind};
use crate::bodies::defaults::body_keys;
use crate::bodies::deformables::{meshed, node_mesh, warn_defects};
use crate::bodies::emitter::Emission;
use crate::bodies::particles::Particles;
use crate::bodies::selectors::Shape;
use crate::colliders::collider::split;
use crate::error::{Error, Result};
use crate::graph::meshes::{Mesh, Primitive};
use crate::graph::topology::Topology;
use crate::keys::extras::{Keys, default_number};
use crate::keys::key::{Kind, Parsed};
use crate::lattice::inside;
use crate::report::Report;
use crate::scene::Scene;
use glam::{IVec3, Mat4, Vec3};
use pliant_gltf::text::quote;
use std::collections::HashMap;

/// Builds the fluid of a node whose mesh has points or triangles. Triangles are filled, and the node's mesh becomes the
/// points.
pub(crate) fn build(
    scene: &mut Scene,
    node: usize,
    keys: &Keys,
    world: Mat4,
    report: &mut Report,
) -> Result<Body> {
    let name = quote(&scene.nodes[node].name);
    let mesh = node_mesh(scene, node);
    let size = Shape::new(&scene.mesh_positions(mesh, world)).size();
    let given = keys.number("spacing");
    let points = |p: &&Primitive| p.topology == Topology::Points;
    let mesh = if mesh.primitives.iter().any(|p| points(&p)) {
        let points: Vec<_> = mesh.primitives.iter().filter(points).cloned().collect();
        only(mesh, points)
    } else {
        let spacing = given.unwrap_or_else(|| size / default_number("spacing", Kind::Fluid));
        filled(scene, node, spacing, world, keys, report)?
    };
    scene.nodes[node].mesh = Some(scene.meshes.len());
    scene.meshes.push(mesh);
    let mesh = node_mesh(scene, node);
    let positions = scene.mesh_positions(mesh, world);
    if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
        return Error::scene(format!(
            "node {name}: point {vertex} is beyond single precision in world space; check its scale"
        ));
    }
    let Some(spacing) = given.or_else(|| spacing(&positions)) else {
        return Error::scene(format!(
            "node {name}: its points are too few or too far apart to measure their rest distance; set pliant_spacing"
        ));
    };
    let mut resolved = body_keys(BodyKind::Fluid, keys, size, &name, report);
    resolved.spacing = spacing;
    resolved.thickness = spacing;
    resolved.self_collision = false;
    if let Some(Parsed::Emission(emission)) = keys.get("emit") {
        let points = positions.len().min(emission.pool() as usize);
        resolved.emitter = Some(emission.emitter(points as u32, spacing, &name, report));
        let mesh = pool(scene, node, emission, keys)?;
        scene.meshes.push(mesh);
        scene.nodes[node].mesh = Some(scene.meshes.len() - 1);
    }
    let mesh = node_mesh(scene, node);
    let particles = Particles::merge(mesh, &scene.accessors);
    let body = meshed(
        node,
        BodyKind::Fluid,
        mesh,
        &particles,
        resolved,
        report,
        &name,
    );
    Ok(Body {
        particle_of_vertex: particles.of_vertex,
        vertex_of_particle: particles.vertex,
        ..body
    })
}

/// A mesh of some primitives of another one.
fn only(mesh: &Mesh, primitives: Vec<Primitive>) -> Mesh {
    let mut first_vertex = 0;
    let renumbered = |primitive: Primitive| {
        let first = first_vertex;
        first_vertex += primitive.vertex_count;
        Primitive {
            first_vertex: first,
            ..primitive
        }
    };
    Mesh {
        name: mesh.name.clone(),
        primitives: primitives.into_iter().map(renumbered).collect(),
        weights: mesh.weights.clone(),
    }
}

/// A mesh of the points that fill the node's triangles.
fn filled(
    scene: &mut Scene,
    node: usize,
    spacing: f32,
    world: Mat4,
    keys: &Keys,
    report: &mut Report,
) -> Result<Mesh> {
    let name = quote(&scene.nodes[node].name);
    let mesh = node_mesh(scene, node);
    let positions = scene.mesh_positions(mesh, world);
    let particles = Particles::merge(mesh, &scene.accessors);
    let at: Vec<Vec3> = particles
        .vertex
        .iter()
        .map(|v| positions[*v as usize])
        .collect();
    let (triangles, _) = particles.elements::<3>(mesh, Topology::Triangles);
    let points = inside(&at, &triangles.particles, spacing, split(world).1);
    let (points, defects) =
        points.map_err(|why| keys.error("spacing", format!("node {name}: {why}")))?;
    warn_defects(&defects, "is filled", &name, report);
    let back = world.inverse();
    let local: Vec<Vec3> = points.iter().map(|p| back.transform_point3(*p)).collect();
    let count = u32::try_from(local.len()).unwrap_or(u32::MAX);
    points_at(scene, node, count, local.iter().copied()).ok_or_else(|| {
        keys.error("spacing", format!(
            "node {name}: {} particles exceed the limit of the scene's vertex data; set a larger pliant_spacing",
            local.len()
        ))
    })
}

/// A mesh of all particles of an emitter, each at its emission point.
fn pool(scene: &mut Scene, node: usize, emission: &Emission, keys: &Keys) -> Result<Mesh> {
    let mesh = node_mesh(scene, node);
    let vertices = mesh
        .primitives
        .iter()
        .flat_map(|p| (0..p.vertex_count as usize).map(|v| (p.position, v)));
    let positions: Vec<Vec3> = vertices
        .map(|(position, v)| scene.accessors.vec3(position, v))
        .collect();
    let count = emission.pool();
    points_at(scene, node, count, positions.into_iter().cycle()).ok_or_else(|| {
        let name = quote(&scene.nodes[node].name);
        keys.error("emit", format!(
            "node {name}: {count} particles exceed the limit of the scene's vertex data; set a lower limit in pliant_emit"
        ))
    })
}

/// A mesh of `count` points in the node's frame, with the material of its mesh; `None` where the pool has no room for them.
fn points_at(
    scene: &mut Scene,
    node: usize,
    count: u32,
    positions: impl Iterator<Item = Vec3>,
) -> Option<Mesh> {
    let position = scene.accessors.with_positions(count, positions)?;
    let mesh = node_mesh(scene, node);
    Some(Mesh {
        name: mesh.name.clone(),
        primitives: vec![Primitive {
            topology: Topology::Points,
            first_vertex: 0,
            vertex_count: count,
            indices: (0..count).collect(),
            position,
            normal: None,
            tangent: None,
            texcoords: [None; 2],
            color: None,
            rest_position: None,
            mass: None,
            pin: None,
            joint_sets: Vec::new(),
            targets: Vec::new(),
            bind_position: None,
            material: mesh.primitives[0].material,
        }],
        weights: Vec::new(),
    })
}

/// Rest distance of points, m: the median of the distances to the nearest one.
fn spacing(points: &[Vec3]) -> Option<f32> {
    let low = points.iter().copied().reduce(Vec3::min)?;
    let high = points.iter().copied().reduce(Vec3::max)?;
    let size = high - low;
    let longest = size.max_element();
    // A flat cloud has no volume to compute the size of cells from.
    let volume = size
        .max(Vec3::splat(longest / points.len() as f32))
        .element_product();
    let side = 1.5 * pliant_math::cbrt(volume / points.len() as f32);
    if !(side > 0.0 && side.is_finite()) {
        return None;
    }
    let cell = |p: Vec3| ((p - low) / side).floor().as_ivec3();
    let mut cells: HashMap<IVec3, Vec<Vec3>> = HashMap::new();
    points
        .iter()
        .for_each(|p| cells.entry(cell(*p)).or_default().push(*p));
    let nearest = |p: &Vec3| {
        let steps = (0..27).map(|i| IVec3::new(i % 3, i / 3 % 3, i / 9) - 1);
        let neighbours = steps
            .filter_map(|step| cells.get(&(cell(*p) + step)))
            .flatten();
        let distances = neighbours.map(|q| p.distance(*q)).filter(|d| *d > 0.0);
        distances.reduce(f32::min)
    };
    let mut distances: Vec<f32> = points.iter().filter_map(nearest).collect();
    distances.sort_by(f32::total_cmp);
    distances.get(distances.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::spacing;
    use glam::Vec3;

    #[test]
    fn the_spacing_of_a_lattice_is_measured() {
        let place = |i: u16| Vec3::new(f32::from(i % 9), f32::from(i / 9 % 5), f32::from(i / 45));
        let block: Vec<Vec3> = (0..180).map(|i| 0.02 * place(i) + 3.0).collect();
        assert!((spacing(&block).unwrap() - 0.02).abs() < 1e-5);
        let sheet: Vec<Vec3> = (0..45).map(|i| 0.5 * place(i)).collect();
        assert_eq!(spacing(&sheet), Some(0.5));
        assert_eq!(spacing(&[Vec3::ONE]), None);
        assert_eq!(spacing(&[Vec3::ONE; 3]), None);
    }
}
