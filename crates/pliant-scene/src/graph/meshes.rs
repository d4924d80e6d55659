//! Reads meshes: checks the types of attributes and the range of indices.

use crate::error::{Error, Result};
use crate::graph::nodes::Node;
use crate::graph::skins::JointSet;
use crate::graph::topology::{Mode, Topology};
use crate::report::Report;
use pliant_gltf::accessors::Component;
use pliant_gltf::accessors::{Layout, little_endian};
use pliant_gltf::document::{Document, Mesh as MeshItem, Primitive as Item, index};
use pliant_gltf::pool::PoolBuilder;
use pliant_gltf::text::{self, quote};

/// A mesh: primitives whose vertices are numbered consecutively, in the order of the primitives.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// Its name, `mesh3` where the file has none.
    pub name: String,
    /// Its primitives; the vertex `v` of primitive `p` has the mesh-wide number `first_vertex + v`.
    pub primitives: Vec<Primitive>,
    /// Weight of each of its morph targets at rest.
    pub weights: Vec<f32>,
}

/// One primitive: a vertex range, its attributes and its elements.
#[derive(Debug, Clone)]
pub struct Primitive {
    /// Type of its elements; strips and fans are already split.
    pub topology: Topology,
    /// The mesh-wide number of its vertex 0.
    pub first_vertex: u32,
    /// How many vertices it has.
    pub vertex_count: u32,
    /// The elements as vertex numbers of this primitive: 1, 2 or 3 each, by `topology`.
    pub indices: Vec<u32>,
    /// POSITION, in `Scene::accessors`.
    pub position: usize,
    /// NORMAL.
    pub normal: Option<usize>,
    /// TANGENT.
    pub tangent: Option<usize>,
    /// TEXCOORD_0 and TEXCOORD_1.
    pub texcoords: [Option<usize>; 2],
    /// COLOR_0.
    pub color: Option<usize>,
    /// `_REST_POSITION`.
    pub rest_position: Option<usize>,
    /// `_MASS`, kg.
    pub mass: Option<usize>,
    /// `_PIN`.
    pub pin: Option<usize>,
    /// JOINTS_n and WEIGHTS_n.
    pub joint_sets: Vec<JointSet>,
    /// POSITION of each morph target, if it moves vertices.
    pub targets: Vec<Option<usize>>,
    /// POSITION before it deforms, where `position` is the deformed one at t = 0: in simulated bodies.
    pub bind_position: Option<usize>,
    /// Its material in `Scene::materials` (0 is the default one).
    pub material: usize,
}

/// Most indices of all primitives together.
const MAX_INDICES: usize = 1 << 28;

/// Reads all meshes into the pool.
pub(crate) fn read(
    document: &Document,
    pool: &mut PoolBuilder,
    report: &mut Report,
) -> Result<Vec<Mesh>> {
    let mut reader = Reader {
        document,
        pool,
        report,
        indices_left: MAX_INDICES,
    };
    document
        .meshes
        .iter()
        .enumerate()
        .map(|(i, mesh)| reader.mesh(i, mesh))
        .collect()
}

struct Reader<'a, 'b> {
    document: &'a Document<'a>,
    pool: &'a mut PoolBuilder<'b>,
    report: &'a mut Report,
    indices_left: usize,
}

/// What a value that is not finite leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// An error, since physics reads the attribute.
    Physics,
    /// A warning: the attribute is left out, since only the picture needs it.
    Picture,
}

impl Reader<'_, '_> {
    fn mesh(&mut self, i: usize, item: &MeshItem) -> Result<Mesh> {
        let name = text::name(item.name.as_ref(), "mesh", i);
        let owner = format!("mesh {i} {}", quote(&name));
        let mut mesh = Mesh {
            name,
            primitives: Vec::with_capacity(item.primitives.len()),
            weights: Vec::new(),
        };
        let mut first_vertex = 0u32;
        for (p, item) in item.primitives.iter().enumerate() {
            let owner = format!("{owner} primitive {p}");
            if let Some(primitive) = self.primitive(item, first_vertex, &owner)? {
                let next = first_vertex.checked_add(primitive.vertex_count);
                first_vertex = next.ok_or_else(|| {
                    Error::Scene(format!("{owner}: the mesh has too many vertices"))
                })?;
                mesh.primitives.push(primitive);
            }
        }
        mesh.weights = weights(item, &mesh.primitives, &owner)?;
        Ok(mesh)
    }

    fn primitive(
        &mut self,
        item: &Item,
        first_vertex: u32,
        owner: &str,
    ) -> Result<Option<Primitive>> {
        let Some(position) = self.attribute(item, owner, "POSITION", Need::Physics, None)? else {
            self.report
                .warn(format!("{owner} has no POSITION and is left out"));
            return Ok(None);
        };
        let vertex_count = self.pool.pool.accessors[position].count;
        let mut attribute =
            |name, need| self.attribute(item, owner, name, need, Some(vertex_count));
        let normal = attribute("NORMAL", Need::Picture)?;
        let tangent = attribute("TANGENT", Need::Picture)?;
        let texcoords = [
            attribute("TEXCOORD_0", Need::Picture)?,
            attribute("TEXCOORD_1", Need::Picture)?,
        ];
        let color = attribute("COLOR_0", Need::Picture)?;
        let rest_position = attribute("_REST_POSITION", Need::Physics)?;
        let mass = attribute("_MASS", Need::Physics)?;
        let pin = attribute("_PIN", Need::Physics)?;
        if let Some(vertex) = mass.and_then(|mass| self.pool.faults(mass).negative) {
            return Error::scene(format!(
                "{owner}: _MASS of vertex {vertex} is negative; it must be 0 kg or more"
            ));
        }
        let joint_sets = self.joint_sets(item, vertex_count, owner)?;
        let targets = self.targets(item, vertex_count, owner)?;
        let (topology, indices) = self.elements(item, vertex_count, owner)?;
        let material = match item.material {
            Some(material) => {
                1 + index(material, self.document.materials.len(), owner, "material")?
            }
            None => 0,
        };
        Ok(Some(Primitive {
            topology,
            first_vertex,
            vertex_count,
            indices,
            position,
            normal,
            tangent,
            texcoords,
            color,
            rest_position,
            mass,
            pin,
            joint_sets,
            targets,
            bind_position: None,
            material,
        }))
    }

    /// All JOINTS_n with their WEIGHTS_n, from n = 0 on.
    fn joint_sets(&mut self, item: &Item, vertices: u32, owner: &str) -> Result<Vec<JointSet>> {
        let mut sets = Vec::new();
        for n in 0.. {
            let names = [format!("JOINTS_{n}"), format!("WEIGHTS_{n}")];
            let [joints, weights] = &names;
            let joints = self.attribute(item, owner, joints, Need::Physics, Some(vertices))?;
            let weights = self.attribute(item, owner, weights, Need::Physics, Some(vertices))?;
            let (joints, weights) = match (joints, weights) {
                (Some(joints), Some(weights)) => (joints, weights),
                (None, None) => break,
                _ => {
                    let [joints, weights] = names;
                    return Error::scene(format!(
                        "{owner} has only one of {joints} and {weights}; export it again"
                    ));
                }
            };
            if let Some(vertex) = self.pool.faults(weights).negative {
                return Error::scene(format!(
                    "{owner}: WEIGHTS_{n} of vertex {vertex} is negative; it must be 0 or more"
                ));
            }
            sets.push(JointSet { joints, weights });
        }
        Ok(sets)
    }

    /// POSITION of each morph target. NORMAL and TANGENT are not read, since normals follow from the deformed triangles.
    fn targets(&mut self, item: &Item, vertices: u32, owner: &str) -> Result<Vec<Option<usize>>> {
        let mut targets = Vec::with_capacity(item.targets.len());
        for (t, target) in item.targets.iter().enumerate() {
            let owner = format!("{owner}: morph target {t}");
            let moved = target.get("POSITION");
            let moved = moved.map(|&accessor| {
                self.accessor(accessor, &owner, "POSITION", Need::Physics, Some(vertices))
            });
            targets.push(moved.transpose()?.flatten());
        }
        Ok(targets)
    }

    /// The pool's number of an attribute, checked for type, count and finite values.
    fn attribute(
        &mut self,
        item: &Item,
        owner: &str,
        name: &str,
        need: Need,
        vertices: Option<u32>,
    ) -> Result<Option<usize>> {
        let accessor = item.attributes.get(name);
        let accessor =
            accessor.map(|&accessor| self.accessor(accessor, owner, name, need, vertices));
        Ok(accessor.transpose()?.flatten())
    }

    /// The pool's number of an accessor that is used as an attribute.
    fn accessor(
        &mut self,
        accessor: u64,
        owner: &str,
        name: &str,
        need: Need,
        vertices: Option<u32>,
    ) -> Result<Option<usize>> {
        let owner = format!("{owner}: {name}");
        let i = self.pool.accessors.index(accessor, &owner)?;
        let layout = self.pool.accessors.layout(i)?;
        if !fits(name, &layout, self.document.uses("KHR_mesh_quantization")) {
            return Error::scene(format!(
                "{owner}: accessor {i} has a type that {name} can't have"
            ));
        }
        if let Some(vertices) = vertices.filter(|&vertices| vertices as usize != layout.count) {
            let count = layout.count;
            return Error::scene(format!(
                "{owner}: accessor {i} has {count} elements, POSITION has {vertices}"
            ));
        }
        let id = self.pool.add(i)?;
        match self.pool.faults(id).not_finite {
            None => Ok(Some(id)),
            Some(vertex) if need == Need::Physics => Error::scene(format!(
                "{owner}: vertex {vertex} is not finite (accessor {i}); export the mesh again"
            )),
            Some(vertex) => {
                self.report.warn(format!(
                    "{owner}: vertex {vertex} is not finite; the attribute is left out"
                ));
                Ok(None)
            }
        }
    }

    fn elements(
        &mut self,
        item: &Item,
        vertices: u32,
        owner: &str,
    ) -> Result<(Topology, Vec<u32>)> {
        let number = item.mode.unwrap_or(4);
        let mode = Mode::from_number(number).ok_or_else(|| {
            Error::Scene(format!(
                "{owner}: mode {number} is not defined by glTF; it must be 0 to 6"
            ))
        })?;
        let accessor = item
            .indices
            .map(|indices| self.pool.accessors.index(indices, owner))
            .transpose()?;
        let count = match accessor {
            Some(i) => self.pool.accessors.layout(i)?.count,
            None => vertices as usize,
        };
        self.indices_left = self
            .indices_left
            .checked_sub(mode.unrolled(count))
            .ok_or_else(|| {
                Error::Scene(format!(
                    "{owner}: all primitives together exceed {MAX_INDICES} indices; split the scene"
                ))
            })?;
        let indices = match accessor {
            Some(i) => self.indices(i, vertices, owner)?,
            None => (0..vertices).collect(),
        };
        if !mode.fits(count) {
            self.report.warn(format!(
                "{owner}: {count} indices make no whole {mode:?}; the rest is left out"
            ));
        }
        Ok((mode.topology(), mode.unroll(indices)))
    }

    fn indices(&self, i: usize, vertices: u32, owner: &str) -> Result<Vec<u32>> {
        let dense = self.pool.accessors.read(i)?;
        let restart = match dense.layout.component {
            Component::U8 => 0xff,
            Component::U16 => 0xffff,
            Component::U32 => u32::MAX,
            _ => {
                return Error::scene(format!(
                    "{owner}: indices (accessor {i}) must be unsigned integers"
                ));
            }
        };
        if !dense.layout.is_vector(1) || dense.layout.normalized {
            return Error::scene(format!(
                "{owner}: indices (accessor {i}) must be plain SCALARs"
            ));
        }
        let size = dense.layout.component.size();
        let indices: Vec<u32> = dense
            .bytes
            .chunks_exact(dense.stride)
            .map(|bytes| little_endian(&bytes[..size]))
            .collect();
        match indices
            .iter()
            .position(|&index| index == restart || index >= vertices)
        {
            None => Ok(indices),
            Some(at) if indices[at] == restart => Error::scene(format!(
                "{owner}: index {at} (accessor {i}) is the primitive restart value, which glTF forbids"
            )),
            Some(at) => {
                let index = indices[at];
                Error::scene(format!(
                    "{owner}: index {at} (accessor {i}) names vertex {index}, but there are {vertices}"
                ))
            }
        }
    }
}

/// Weights of a mesh's morph targets at rest; all its primitives must have the same number of targets.
fn weights(item: &MeshItem, primitives: &[Primitive], owner: &str) -> Result<Vec<f32>> {
    let targets = primitives.first().map_or(0, |p| p.targets.len());
    if let Some(other) = primitives.iter().find(|p| p.targets.len() != targets) {
        let other = other.targets.len();
        return Error::scene(format!(
            "{owner}: its primitives have {targets} and {other} morph targets; they must have the same number"
        ));
    }
    let weights = item.weights.clone().unwrap_or_else(|| vec![0.0; targets]);
    if weights.iter().any(|weight| !weight.is_finite()) {
        return Error::scene(format!("{owner}: its morph weights are not finite"));
    }
    check_count(weights.len(), targets, owner)?;
    Ok(weights)
}

/// Checks that nodes with morph weights of their own have one for each target.
pub(crate) fn check_weights(nodes: &[Node], meshes: &[Mesh]) -> Result<()> {
    for node in nodes {
        let targets = node.mesh.map_or(0, |mesh| meshes[mesh].weights.len());
        if let Some(weights) = node.weights.as_ref().filter(|_| node.mesh.is_some()) {
            let owner = format!("node {}", quote(&node.name));
            check_count(weights.len(), targets, &owner)?;
        }
    }
    Ok(())
}

fn check_count(weights: usize, targets: usize, owner: &str) -> Result<()> {
    if weights == targets {
        return Ok(());
    }
    Error::scene(format!(
        "{owner} has {weights} morph weights for {targets} morph targets"
    ))
}

/// Whether a semantic may have such elements (glTF 2.0 §3.7.2.1, KHR_mesh_quantization).
fn fits(name: &str, layout: &Layout, quantized: bool) -> bool {
    use Component::{F32, I8, I16, U8, U16};
    let float = layout.component == F32;
    let normalized = layout.normalized;
    let small = matches!(layout.component, I8 | U8 | I16 | U16);
    match name {
        "POSITION" => layout.is_vector(3) && (float || quantized && small),
        "NORMAL" => {
            layout.is_vector(3)
                && (float || quantized && normalized && matches!(layout.component, I8 | I16))
        }
        "TANGENT" => {
            layout.is_vector(4)
                && (float || quantized && normalized && matches!(layout.component, I8 | I16))
        }
        "TEXCOORD_0" | "TEXCOORD_1" => {
            let unsigned = normalized && matches!(layout.component, U8 | U16);
            layout.is_vector(2) && (float || unsigned || quantized && small)
        }
        "COLOR_0" => {
            let unsigned = normalized && matches!(layout.component, U8 | U16);
            (layout.is_vector(3) || layout.is_vector(4)) && (float || unsigned)
        }
        "_REST_POSITION" => layout.is_vector(3),
        _ if name.starts_with("JOINTS_") => {
            layout.is_vector(4) && !normalized && matches!(layout.component, U8 | U16)
        }
        _ if name.starts_with("WEIGHTS_") => {
            let unsigned = normalized && matches!(layout.component, U8 | U16);
            layout.is_vector(4) && (float || unsigned)
        }
        _ => layout.is_vector(1),
    }
}
