//! The scene's vertices and elements, packed for drawing, and the list of its primitives.

use crate::bounds::Bounds;
use crate::shapes::{Solid, faceted, solid};
use bytemuck::cast_slice;
use glam::{Mat4, Vec3};
use pliant_gpu::graphics::{DrawBuffer, Graphics};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{HAS_NORMALS, HAS_TANGENTS, VertexAttributes};
use pliant_scene::{BodyKind, Collider, Deformation, Primitive, Scene, Shape, Topology};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A primitive of a node as it is drawn.
#[derive(Debug, Clone)]
pub(crate) struct DrawPrimitive {
    pub(crate) node: usize,
    /// The body that it belongs to. The simulation computes the vertices of bodies.
    pub(crate) body: Option<usize>,
    pub(crate) topology: Topology,
    pub(crate) material: usize,
    /// Index of vertex 0 in the packed vertices and attributes.
    pub(crate) first_vertex: u32,
    /// Index of vertex 0 in the mesh.
    pub(crate) mesh_vertex: u32,
    pub(crate) vertices: u32,
    /// Index of the first element in the packed elements.
    pub(crate) first_element: u32,
    pub(crate) elements: u32,
    /// `HAS_NORMALS` and `HAS_TANGENTS` of the packed vertices.
    pub(crate) flags: u32,
    /// Radius of lines and points, m.
    pub(crate) radius: f32,
    /// Particle spacing of a fluid, m; `None` for all other bodies.
    pub(crate) fluid: Option<f32>,
    /// Draws both sides, regardless of the material.
    pub(crate) two_sided: bool,
    /// Bounding box of the packed vertices.
    pub(crate) bounds: Bounds,
    /// Whether its mesh deforms: its packed vertices are those at t = 0 in the world then.
    pub(crate) deforms: bool,
    /// Whether its triangles are clockwise seen from the front, where its mesh deforms.
    pub(crate) mirrored: bool,
    /// For collider shapes: the transform from packed vertices to the node's frame without scale.
    pub(crate) shape_transform: Option<Mat4>,
}

impl DrawPrimitive {
    /// The transform from packed vertices to the world.
    pub(crate) fn model(&self, poses: &[Mat4]) -> Mat4 {
        if self.deforms {
            return Mat4::IDENTITY;
        }
        match self.shape_transform {
            Some(transform) => unscaled(poses[self.node]) * transform,
            None => poses[self.node],
        }
    }
}

impl DrawPrimitive {
    /// Whether its triangles are clockwise seen from the front.
    pub(crate) fn mirrors(&self, poses: &[Mat4]) -> bool {
        if self.deforms {
            return self.mirrored;
        }
        self.model(poses).determinant() < 0.0
    }
}

/// Rotation and translation of a frame, without its scale.
pub(crate) fn unscaled(frame: Mat4) -> Mat4 {
    let (_, rotation, translation) = frame.to_scale_rotation_translation();
    Mat4::from_rotation_translation(rotation, translation)
}

/// Packed vertices on the host.
#[derive(Default)]
pub(crate) struct Geometry {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    tangents: Vec<[f32; 4]>,
    attributes: Vec<VertexAttributes>,
    elements: Vec<u32>,
    pub(crate) primitives: Vec<DrawPrimitive>,
}

/// Packed vertices on the device.
pub(crate) struct GeometryBuffers {
    pub(crate) positions: DrawBuffer,
    pub(crate) normals: DrawBuffer,
    pub(crate) tangents: DrawBuffer,
    pub(crate) attributes: DrawBuffer,
    pub(crate) elements: DrawBuffer,
}

impl Geometry {
    /// Packs everything that is visible. Shapes of colliders without a mesh get the material `shape_material`.
    pub(crate) fn pack(scene: &Scene, shape_material: usize) -> Self {
        let mut packed = Self::default();
        let mut of_mesh = vec![None; scene.meshes.len()];
        for &node in &scene.order {
            let is_body = scene.nodes[node].body.is_some();
            let deformation = (!is_body).then(|| scene.deformation(node)).flatten();
            if let Some(deformation) = deformation {
                packed.deforming(scene, &deformation);
            } else if let Some(mesh) = scene.nodes[node].mesh {
                let primitives = of_mesh[mesh].get_or_insert_with(|| packed.mesh(scene, mesh));
                let primitives = primitives.iter().map(|p| of_node(scene, p, node));
                packed.primitives.extend(primitives);
            }
        }
        // Equal shapes share their vertices. Floats are no keys, but their text is.
        let mut solids = HashMap::<String, DrawPrimitive>::new();
        let bare = |collider: &&Collider| scene.nodes[collider.node].mesh.is_none();
        for collider in scene.colliders.iter().filter(bare) {
            let primitive = match solids.entry(format!("{:?}", collider.shape)) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(new) => match shape_of(scene, collider) {
                    Some(shape) => new.insert(packed.solid(&shape)).clone(),
                    None => continue,
                },
            };
            packed.primitives.push(DrawPrimitive {
                node: collider.node,
                material: shape_material,
                shape_transform: transform_of(collider),
                ..primitive
            });
        }
        packed
    }

    /// Uploads everything.
    pub(crate) fn upload(&self, graphics: &Graphics) -> Result<GeometryBuffers, EngineError> {
        let buffer = |name: &str, bytes: &[u8]| DrawBuffer::new(graphics, name, bytes);
        Ok(GeometryBuffers {
            positions: buffer("static positions", cast_slice(&self.positions))?,
            normals: buffer("static normals", cast_slice(&self.normals))?,
            tangents: buffer("static tangents", cast_slice(&self.tangents))?,
            attributes: buffer("vertex attributes", cast_slice(&self.attributes))?,
            elements: buffer("elements", cast_slice(&self.elements))?,
        })
    }

    /// Packs the mesh of a node that deforms, as it is at t = 0. Its normals there are those of its triangles.
    fn deforming(&mut self, scene: &Scene, deformation: &Deformation) {
        let world = scene.pose(0.0, false);
        let weights = deformation.weights_at(&scene.animations, 0.0, false);
        let positions = deformation.deformed(&world, &weights);
        let mirrored = deformation.mirrors(&world);
        let mesh = scene.nodes[deformation.node].mesh;
        let primitives = mesh.map_or_else(Vec::new, |mesh| self.mesh(scene, mesh));
        for primitive in primitives {
            let own = &positions[primitive.mesh_vertex as usize..][..primitive.vertices as usize];
            let packed = &mut self.positions[primitive.first_vertex as usize..];
            for (packed, position) in packed.iter_mut().zip(own) {
                *packed = position.to_array();
            }
            let primitive = DrawPrimitive {
                flags: 0,
                bounds: Bounds::around(own.iter().copied()),
                deforms: true,
                mirrored,
                ..primitive
            };
            self.primitives
                .push(of_node(scene, &primitive, deformation.node));
        }
    }

    fn mesh(&mut self, scene: &Scene, mesh: usize) -> Vec<DrawPrimitive> {
        let primitives = &scene.meshes[mesh].primitives;
        primitives
            .iter()
            .map(|p| self.primitive(scene, p))
            .collect()
    }

    fn primitive(&mut self, scene: &Scene, primitive: &Primitive) -> DrawPrimitive {
        let pool = &scene.accessors;
        let count = primitive.vertex_count as usize;
        let first_vertex = self.positions.len() as u32;
        let first_element = self.elements.len() as u32;
        let read = |accessor: Option<usize>, vertex, default: [f32; 4]| {
            accessor.map_or(default, |a| pool.vec4(a, vertex))
        };
        for vertex in 0..count {
            let [x, y, z, _] = pool.vec4(primitive.position, vertex);
            self.positions.push([x, y, z]);
            let [x, y, z, _] = read(primitive.normal, vertex, [0.0; 4]);
            self.normals.push([x, y, z]);
            let [u0, v0, ..] = read(primitive.texcoords[0], vertex, [0.0; 4]);
            let [u1, v1, ..] = read(primitive.texcoords[1], vertex, [0.0; 4]);
            self.attributes.push(VertexAttributes {
                uv0: [u0, v0],
                uv1: [u1, v1],
                color: primitive.color.map_or(u32::MAX, |a| {
                    color(pool.vec4(a, vertex), pool.accessors[a].components)
                }),
            });
        }
        if let Some(tangent) = primitive.tangent {
            self.tangents.resize(first_vertex as usize, [0.0; 4]);
            self.tangents
                .extend((0..count).map(|v| pool.vec4(tangent, v)));
        }
        self.elements.extend(&primitive.indices);
        let bounds = Bounds::around(
            self.positions[first_vertex as usize..]
                .iter()
                .map(|p| Vec3::from(*p)),
        );
        let flag = |present: bool, flag| if present { flag } else { 0 };
        DrawPrimitive {
            node: 0,
            body: None,
            topology: primitive.topology,
            material: primitive.material,
            first_vertex,
            mesh_vertex: primitive.first_vertex,
            vertices: primitive.vertex_count,
            first_element,
            elements: primitive.indices.len() as u32,
            flags: flag(primitive.normal.is_some(), HAS_NORMALS)
                | flag(primitive.tangent.is_some(), HAS_TANGENTS),
            radius: 0.0,
            fluid: None,
            two_sided: false,
            bounds,
            deforms: false,
            mirrored: false,
            shape_transform: None,
        }
    }

    fn solid(&mut self, solid: &Solid) -> DrawPrimitive {
        let first_vertex = self.positions.len() as u32;
        let first_element = self.elements.len() as u32;
        self.positions
            .extend(solid.positions.iter().map(Vec3::to_array));
        self.normals
            .extend(solid.normals.iter().map(Vec3::to_array));
        self.attributes
            .extend(solid.positions.iter().map(|_| VertexAttributes {
                color: u32::MAX,
                ..VertexAttributes::default()
            }));
        self.elements.extend(&solid.indices);
        DrawPrimitive {
            node: 0,
            body: None,
            topology: Topology::Triangles,
            material: 0,
            first_vertex,
            mesh_vertex: 0,
            vertices: solid.positions.len() as u32,
            first_element,
            elements: solid.indices.len() as u32,
            flags: HAS_NORMALS,
            radius: 0.0,
            fluid: None,
            two_sided: false,
            bounds: Bounds::around(solid.positions.iter().copied()),
            deforms: false,
            mirrored: false,
            shape_transform: None,
        }
    }
}

/// The surface of a collider's shape in its own frame; `None` where it has none.
fn shape_of(scene: &Scene, collider: &Collider) -> Option<Solid> {
    match collider.shape {
        Shape::Mesh {
            collision_mesh,
            ratio,
        } => Some(faceted(&scene.collision_meshes[collision_mesh], ratio)),
        _ => solid(&collider.shape),
    }
}

/// The transform of that surface in the node's frame without scale; `None` for a mesh, which is in the node's frame itself.
fn transform_of(collider: &Collider) -> Option<Mat4> {
    let is_mesh = matches!(collider.shape, Shape::Mesh { .. });
    (!is_mesh).then(|| Mat4::from_rotation_translation(collider.rotation, collider.offset))
}

/// A primitive of a mesh as a node draws it.
fn of_node(scene: &Scene, primitive: &DrawPrimitive, node: usize) -> DrawPrimitive {
    let body = scene.nodes[node].body;
    let thickness = body.map(|b| scene.bodies[b].keys.thickness);
    // Lines without a thickness get one that is well visible.
    let radius = thickness.map_or(primitive.bounds.radius() * 0.005, |t| t / 2.0);
    DrawPrimitive {
        node,
        body,
        radius: radius.max(1e-4),
        fluid: body
            .map(|b| &scene.bodies[b])
            .filter(|b| b.kind == BodyKind::Fluid)
            .map(|b| b.keys.spacing),
        two_sided: body.is_some_and(|b| scene.bodies[b].kind == BodyKind::Cloth),
        ..primitive.clone()
    }
}

/// A linear colour in 8 bits for each component. It is opaque when it has three components.
fn color(value: [f32; 4], components: u32) -> u32 {
    let [r, g, b, a] = value.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    u32::from_le_bytes([r, g, b, if components == 4 { a } else { 255 }])
}
