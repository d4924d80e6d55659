//! Collision meshes of the file's meshes, each made once.

use crate::colliders::box_fit::{Cuboid, hull_box};
use crate::colliders::collision_mesh::CollisionMesh;
use crate::error::{Error, Result};
use crate::graph::meshes::{Mesh, Primitive};
use crate::graph::topology::Topology;
use crate::report::Report;
use crate::scene::Scene;
use glam::{DVec3, Mat4, Vec3};
use pliant_gltf::text::quote;
use std::collections::HashMap;

/// Most triangles of all collision meshes together.
const MAX_TRIANGLES: usize = 1 << 24;

/// What a collision mesh is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source {
    /// In `Scene::meshes`.
    pub(crate) mesh: usize,
    pub(crate) hull: bool,
    /// Factor of each axis of the mesh.
    pub(crate) ratio: Vec3,
}

/// Makes each collision mesh once, however many colliders name it.
#[derive(Debug, Default)]
pub(crate) struct CollisionMeshes {
    made: HashMap<(usize, bool, [u32; 3]), Option<usize>>,
    boxes: HashMap<(usize, [u32; 3]), Option<Cuboid>>,
    triangles: usize,
}

impl CollisionMeshes {
    /// The collision mesh in `scene.collision meshes`; `None`, with a warning, where the mesh has no triangle.
    pub(crate) fn collision_mesh(
        &mut self,
        scene: &mut Scene,
        source: Source,
        report: &mut Report,
    ) -> Result<Option<usize>> {
        let key = (source.mesh, source.hull, bits(source.ratio));
        if let Some(made) = self.made.get(&key) {
            return Ok(*made);
        }
        let mesh = &scene.meshes[source.mesh];
        let owner = format!("mesh {}", quote(&mesh.name));
        let (points, triangles) = soup(scene, mesh, source.ratio);
        let mut collision_mesh = CollisionMesh::of(points, triangles, &owner, report);
        if source.hull {
            collision_mesh = collision_mesh.into_hull(&owner, report);
        }
        self.count(&collision_mesh, &owner)?;
        let made = (!collision_mesh.triangles.is_empty()).then_some(scene.collision_meshes.len());
        if made.is_some() {
            scene.collision_meshes.push(collision_mesh);
        } else {
            report.warn(format!(
                "{owner} has no triangle with an area to collide with, so colliders of it are off"
            ));
        }
        self.made.insert(key, made);
        Ok(made)
    }

    /// The box that is the hull of a mesh, its axes scaled by `ratio`; `None` where the hull is no box.
    pub(crate) fn hull_box(&mut self, scene: &Scene, mesh: usize, ratio: Vec3) -> Option<Cuboid> {
        let find = || {
            let (points, triangles) = soup(scene, &scene.meshes[mesh], ratio);
            let points: Vec<Vec3> = points.into_iter().map(|p| p.as_vec3()).collect();
            hull_box(&points, &triangles)
        };
        *self.boxes.entry((mesh, bits(ratio))).or_insert_with(find)
    }
}

impl CollisionMeshes {
    /// The collision mesh of a node whose mesh deforms; `None`, with a warning, where it has no triangle.
    pub(crate) fn deforming(
        &mut self,
        scene: &mut Scene,
        node: usize,
        world: &[Mat4],
        report: &mut Report,
    ) -> Result<Option<usize>> {
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
        let (Some(mesh), Some(deformation)) = (mesh, scene.deformation(node)) else {
            return Ok(None);
        };
        let weights = deformation.weights_at(&scene.animations, 0.0, false);
        let positions = deformation.deformed(world, &weights);
        if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
            return Error::scene(format!(
                "{owner}: vertex {vertex} is beyond single precision in world space; check its skin"
            ));
        }
        let mirrors = deformation.mirrors(world);
        let solid = |p: &&Primitive| p.topology == Topology::Triangles;
        let triangles = mesh.primitives.iter().filter(solid).flat_map(|primitive| {
            let triangles = primitive.indices.as_chunks::<3>().0.iter();
            triangles.map(move |t| {
                let [a, b, c] = t.map(|v| primitive.first_vertex + v);
                if mirrors { [a, c, b] } else { [a, b, c] }
            })
        });
        let collision_mesh =
            CollisionMesh::deforming(&positions, &deformation.coincident(), triangles);
        self.count(&collision_mesh, &owner)?;
        if collision_mesh.triangles.is_empty() {
            report.warn(format!(
                "{owner}: its mesh has no triangle to collide with, so its collider is off"
            ));
            return Ok(None);
        }
        scene.collision_meshes.push(collision_mesh);
        Ok(Some(scene.collision_meshes.len() - 1))
    }

    fn count(&mut self, collision_mesh: &CollisionMesh, owner: &str) -> Result<()> {
        self.triangles += collision_mesh.triangles.len();
        if self.triangles > MAX_TRIANGLES {
            return Error::scene(format!(
                "{owner}: all mesh colliders together exceed {MAX_TRIANGLES} triangles; simplify it, or use pliant_collider = hull"
            ));
        }
        Ok(())
    }
}

fn bits(ratio: Vec3) -> [u32; 3] {
    ratio.to_array().map(f32::to_bits)
}

/// All triangles of a mesh, in double precision.
fn soup(scene: &Scene, mesh: &Mesh, ratio: Vec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    let solid = |p: &&Primitive| p.topology == Topology::Triangles;
    for primitive in mesh.primitives.iter().filter(solid) {
        let first = points.len() as u32;
        points
            .extend((0..primitive.vertex_count as usize).map(|v| {
                scene.accessors.vec3(primitive.position, v).as_dvec3() * ratio.as_dvec3()
            }));
        let corners = primitive.indices.as_chunks::<3>().0;
        triangles.extend(corners.iter().map(|t| t.map(|v| first + v)));
    }
    // Mirroring reverses the order of corners; this restores the outward side.
    if ratio.x * ratio.y * ratio.z < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    (points, triangles)
}
