//! A USD layer in memory: prims with properties. Arrays and matrices are in the [`Store`], so that memory does not grow with them.

use crate::error::Error;
use crate::spool::{Layout, Spool};
use std::path::Path;

/// Bytes of the count before the elements of a stored array.
const COUNT: u64 = 8;

/// Crate files align by 8 bytes, and their offsets have 48 bits.
const LAYOUT: Layout = Layout {
    alignment: 8,
    most: 1 << 47,
    too_large: "the animation exceeds the 128 TiB of a .usdc: write fewer frames",
};

/// A layer: its root prim and the metadata of its time.
pub(super) struct Layer {
    /// The default prim, which holds everything.
    pub(super) root: Prim,
    /// Time codes a second: a time code is a frame.
    pub(super) fps: f64,
    /// First and last frame with samples.
    pub(super) span: [u64; 2],
}

/// What wrote the file.
pub(super) fn generator() -> String {
    format!("Pliant {}", env!("CARGO_PKG_VERSION"))
}

/// A prim that is defined.
#[derive(Default)]
pub(super) struct Prim {
    /// A name that is unique among its siblings; see [`super::names`].
    pub(super) name: String,
    /// Its schema.
    pub(super) kind: &'static str,
    /// Its applied schemas.
    pub(super) schemas: Vec<&'static str>,
    /// What it is called in the scene, where `name` differs.
    pub(super) display_name: Option<String>,
    pub(super) properties: Vec<Property>,
    pub(super) children: Vec<Self>,
}

/// An attribute or a relationship.
#[derive(Default)]
pub(super) struct Property {
    pub(super) name: String,
    /// Type of an attribute; empty for a relationship.
    pub(super) kind: &'static str,
    /// Whether it cannot be animated.
    pub(super) uniform: bool,
    /// How a primvar or normals interpolate over a surface.
    pub(super) interpolation: Option<&'static str>,
    pub(super) value: Option<Value>,
    /// Values by frame, ascending.
    pub(super) samples: Vec<(u64, Value)>,
    /// The target of a relationship, or what an attribute is connected to.
    pub(super) target: Option<String>,
}

impl Prim {
    /// A prim without properties.
    pub(super) fn new(name: impl Into<String>, kind: &'static str) -> Self {
        Self {
            name: name.into(),
            kind,
            ..Self::default()
        }
    }

    /// Adds an attribute with a value.
    pub(super) fn set(&mut self, name: &str, kind: &'static str, value: Value) -> &mut Property {
        self.add(Property {
            name: name.to_owned(),
            kind,
            value: Some(value),
            ..Property::default()
        })
    }

    /// Adds an attribute that can't be animated.
    pub(super) fn set_uniform(&mut self, name: &str, kind: &'static str, value: Value) {
        self.set(name, kind, value).uniform = true;
    }

    /// Adds an attribute without a value; a shader's output has none.
    pub(super) fn declare(&mut self, name: &str, kind: &'static str) -> &mut Property {
        self.add(Property {
            name: name.to_owned(),
            kind,
            ..Property::default()
        })
    }

    /// Adds an attribute that is connected to another one.
    pub(super) fn connect(&mut self, name: &str, kind: &'static str, source: String) {
        self.declare(name, kind).target = Some(source);
    }

    /// Adds a relationship.
    pub(super) fn relate(&mut self, name: &str, target: String) {
        self.declare(name, "").target = Some(target);
    }

    fn add(&mut self, property: Property) -> &mut Property {
        self.properties.push(property);
        self.properties.last_mut().expect("it was just added")
    }
}

/// A value of an attribute.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Bool(bool),
    Float(f32),
    Token(&'static str),
    /// A string of the scene, such as the name of a primvar.
    Text(String),
    /// A file, relative to the layer.
    Asset(String),
    Vec2([f32; 2]),
    Vec3([f32; 3]),
    Vec4([f32; 4]),
    Tokens(Vec<&'static str>),
    Array(Array),
    /// A matrix in the store, for row vectors, by its start.
    Matrix(u64),
}

/// A stored array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Array {
    pub(super) element: Element,
    pub(super) count: u64,
    /// Where its count is in the store; the elements follow.
    pub(super) start: u64,
}

/// Type of the elements of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    Int,
    Int64,
    Float,
    Vec2,
    Vec3,
    Vec4,
}

impl Element {
    /// Bytes of an element.
    fn size(self) -> usize {
        match self {
            Self::Int | Self::Float => 4,
            Self::Int64 | Self::Vec2 => 8,
            Self::Vec3 => 12,
            Self::Vec4 => 16,
        }
    }

    /// Numbers of an element.
    pub(super) fn components(self) -> usize {
        match self {
            Self::Int | Self::Int64 | Self::Float => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
        }
    }
}

/// The arrays and matrices of a layer, on the disk, as a crate file has them.
pub(super) struct Store {
    pub(super) spool: Spool,
}

impl Store {
    /// An empty store for an output.
    pub(super) fn new(target: &Path) -> Result<Self, Error> {
        let spool = Spool::new(target, LAYOUT)?;
        Ok(Self { spool })
    }

    /// Adds an array, given its bytes.
    pub(super) fn array(&mut self, element: Element, bytes: &[u8]) -> Result<Array, Error> {
        let count = (bytes.len() / element.size()) as u64;
        let start = self.spool.append(&count.to_le_bytes())?;
        self.spool.append(bytes)?;
        Ok(Array {
            element,
            count,
            start,
        })
    }

    /// Adds an array of 32-bit integers.
    pub(super) fn ints(&mut self, ints: impl IntoIterator<Item = u32>) -> Result<Value, Error> {
        let ints: Vec<u32> = ints.into_iter().collect();
        let array = self.array(Element::Int, bytemuck::cast_slice(&ints))?;
        Ok(Value::Array(array))
    }

    /// Adds an array of numbers.
    pub(super) fn floats(&mut self, floats: &[f32]) -> Result<Value, Error> {
        let array = self.array(Element::Float, bytemuck::cast_slice(floats))?;
        Ok(Value::Array(array))
    }

    /// Adds an array of vectors.
    pub(super) fn vectors(&mut self, vectors: &[[f32; 3]]) -> Result<Value, Error> {
        let array = self.array(Element::Vec3, bytemuck::cast_slice(vectors))?;
        Ok(Value::Array(array))
    }

    /// Adds a matrix that acts on column vectors.
    pub(super) fn matrix(&mut self, matrix: &glam::DMat4) -> Result<Value, Error> {
        // Columns of a matrix for column vectors are the rows of one for row vectors.
        let numbers = matrix.to_cols_array();
        Ok(Value::Matrix(
            self.spool.append(bytemuck::cast_slice(&numbers))?,
        ))
    }

    /// Reads the elements of an array.
    pub(super) fn read(&mut self, array: &Array) -> Result<Vec<u8>, Error> {
        let length = array.count as usize * array.element.size();
        self.spool.read(array.start + COUNT, length)
    }
}
