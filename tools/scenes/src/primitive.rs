//! Geometry as plain arrays, before it is written as accessors.

use glam::{Vec2, Vec3};

/// The topology of the indices, or of the vertices in order where there are no indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    /// One point per index.
    Points = 0,
    /// One segment per two indices.
    Lines = 1,
    /// A closed chain of segments.
    LineLoop = 2,
    /// A chain of segments.
    LineStrip = 3,
    /// One triangle per three indices.
    Triangles = 4,
}

/// A glTF primitive; empty arrays are omitted from the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Primitive {
    /// Topology of the indices.
    pub mode: Mode,
    /// POSITION, m.
    pub positions: Vec<Vec3>,
    /// NORMAL.
    pub normals: Vec<Vec3>,
    /// TEXCOORD_0.
    pub uvs: Vec<Vec2>,
    /// Indices of vertices; written with 16 bits where they fit.
    pub indices: Vec<u32>,
    /// Further float attributes with one number per vertex: `_PIN`, `_MASS`.
    pub scalars: Vec<(String, Vec<f32>)>,
    /// Further float attributes with three numbers per vertex: `_REST_POSITION`.
    pub vectors: Vec<(String, Vec<Vec3>)>,
    /// JOINTS_0 and WEIGHTS_0, and further sets: four joints of each vertex with their weights.
    pub joints: Vec<Vec<[(u8, f32); 4]>>,
    /// Displacements of the vertices by each morph target, m.
    pub targets: Vec<Vec<Vec3>>,
    /// The index that [`Document::material`](crate::Document::material) returned.
    pub material: Option<usize>,
}

impl Primitive {
    /// A primitive with positions only.
    #[must_use]
    pub fn new(mode: Mode, positions: Vec<Vec3>) -> Self {
        Self {
            mode,
            positions,
            normals: Vec::new(),
            uvs: Vec::new(),
            indices: Vec::new(),
            scalars: Vec::new(),
            vectors: Vec::new(),
            joints: Vec::new(),
            targets: Vec::new(),
            material: None,
        }
    }

    /// With a material.
    #[must_use]
    pub fn material(mut self, material: usize) -> Self {
        self.material = Some(material);
        self
    }

    /// Adds an attribute with one number per vertex.
    #[must_use]
    pub fn scalar(mut self, name: &str, values: Vec<f32>) -> Self {
        self.scalars.push((name.to_owned(), values));
        self
    }

    /// Adds an attribute with three numbers per vertex.
    #[must_use]
    pub fn vector(mut self, name: &str, values: Vec<Vec3>) -> Self {
        self.vectors.push((name.to_owned(), values));
        self
    }

    /// Adds a set of joints: four of each vertex, as indices in its skin, with their weights.
    #[must_use]
    pub fn joints(mut self, set: Vec<[(u8, f32); 4]>) -> Self {
        self.joints.push(set.into_iter().map(tidied).collect());
        self
    }

    /// Adds a morph target, by the displacement of each vertex, m.
    #[must_use]
    pub fn target(mut self, displacements: Vec<Vec3>) -> Self {
        self.targets.push(displacements);
        self
    }

    /// Rotates by 90° about X without rounding: a sheet in XZ then faces +Z, with its side at −Z on top.
    #[must_use]
    pub fn upright(mut self) -> Self {
        let rotate = |v: &mut Vec3| *v = Vec3::new(v.x, -v.z, v.y);
        self.positions.iter_mut().for_each(rotate);
        self.normals.iter_mut().for_each(rotate);
        self
    }

    /// Translates by `offset`, m.
    #[must_use]
    pub fn translated(mut self, offset: impl Into<Vec3>) -> Self {
        let offset = offset.into();
        self.positions.iter_mut().for_each(|p| *p += offset);
        self
    }
}

/// The joints of a vertex as glTF demands: each once, those without weight last and as joint 0.
fn tidied(joints: [(u8, f32); 4]) -> [(u8, f32); 4] {
    let mut tidy = [(0, 0.0); 4];
    let mut count = 0;
    for (joint, weight) in joints.into_iter().filter(|(_, weight)| *weight > 0.0) {
        match tidy[..count].iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => {
                tidy[count] = (joint, weight);
                count += 1;
            }
        }
    }
    tidy
}
