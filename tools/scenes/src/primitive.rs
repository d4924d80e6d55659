//! Geometry as plain arrays, before it becomes accessors.

use glam::{Vec2, Vec3};

/// How the indices (or the vertices in order) are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    /// A point for each.
    Points = 0,
    /// A segment for each two.
    Lines = 1,
    /// A closed chain of segments.
    LineLoop = 2,
    /// A chain of segments.
    LineStrip = 3,
    /// A triangle for each three.
    Triangles = 4,
}

/// One glTF primitive; empty arrays are left out of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Primitive {
    /// What the indices make.
    pub mode: Mode,
    /// POSITION, m.
    pub positions: Vec<Vec3>,
    /// NORMAL.
    pub normals: Vec<Vec3>,
    /// TEXCOORD_0.
    pub uvs: Vec<Vec2>,
    /// Indices of vertices; written as 16 bits where they fit.
    pub indices: Vec<u32>,
    /// Further float attributes, one number a vertex: `_PIN`, `_MASS`.
    pub scalars: Vec<(String, Vec<f32>)>,
    /// Further float attributes, three numbers a vertex: `_REST_POSITION`.
    pub vectors: Vec<(String, Vec<Vec3>)>,
    /// Index that [`Document::material`](crate::Document::material) gave.
    pub material: Option<usize>,
}

impl Primitive {
    /// Vertices alone.
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
            material: None,
        }
    }

    /// With a material.
    #[must_use]
    pub fn material(mut self, material: usize) -> Self {
        self.material = Some(material);
        self
    }

    /// With an attribute of one number a vertex.
    #[must_use]
    pub fn scalar(mut self, name: &str, values: Vec<f32>) -> Self {
        self.scalars.push((name.to_owned(), values));
        self
    }

    /// With an attribute of three numbers a vertex.
    #[must_use]
    pub fn vector(mut self, name: &str, values: Vec<Vec3>) -> Self {
        self.vectors.push((name.to_owned(), values));
        self
    }

    /// Turned by 90° about X without rounding: what lay in XZ faces +Z, what was at −Z is at the top.
    #[must_use]
    pub fn upright(mut self) -> Self {
        let turn = |v: &mut Vec3| *v = Vec3::new(v.x, -v.z, v.y);
        self.positions.iter_mut().for_each(turn);
        self.normals.iter_mut().for_each(turn);
        self
    }

    /// Moved by `offset`, m.
    #[must_use]
    pub fn moved(mut self, offset: impl Into<Vec3>) -> Self {
        let offset = offset.into();
        self.positions.iter_mut().for_each(|p| *p += offset);
        self
    }
}
