//! One Draco stream: decoded within limits, then read in the formats of accessors.

use crate::accessors::{Component, Layout};
use draco_core::{
    DataType, DecodeLimits, DecoderBuffer, DracoError, ErrorKind, GeometryMetadata, MeshDecoder,
    PointAttribute, PointIndex,
};

/// The version of the format that the extension has.
const VERSION: [u8; 2] = [2, 2];

/// A flag in the header: metadata follows.
const HAS_METADATA: u16 = 1 << 15;

/// The counts that the first bytes of a stream say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) faces: u64,
    /// Tables of the corners of faces, one for each attribute that may have seams.
    pub(crate) tables: u64,
}

impl Counts {
    /// Reads the counts without decoding anything.
    pub(crate) fn read(stream: &[u8]) -> Result<Self, String> {
        let mut buffer = DecoderBuffer::new(stream);
        Self::parse(&mut buffer)
            .map_err(|error| error.message().to_owned())?
            .ok_or_else(|| "it is no mesh of Draco 2.2".to_owned())
    }

    fn parse(buffer: &mut DecoderBuffer) -> Result<Option<Self>, DracoError> {
        let mut magic = [0; 5];
        buffer.decode_bytes(&mut magic)?;
        let version = [buffer.decode_u8()?, buffer.decode_u8()?];
        let is_mesh = buffer.decode_u8()? == 1;
        if magic != *b"DRACO" || version != VERSION || !is_mesh {
            return Ok(None);
        }
        let has_tables = buffer.decode_u8()? == 1;
        if buffer.decode_u16()? & HAS_METADATA != 0 {
            GeometryMetadata::decode(buffer)?;
        }
        if has_tables {
            buffer.decode_u8()?;
            buffer.decode_varint()?;
        }
        let faces = buffer.decode_varint()?;
        let tables = match has_tables {
            true => u64::from(buffer.decode_u8()?),
            false => 0,
        };
        Ok(Some(Self { faces, tables }))
    }
}

/// A decoded mesh.
#[derive(Debug)]
pub(crate) struct Decoded(draco_core::Mesh);

impl Decoded {
    /// Decodes a stream whose attributes take `most` bytes at most in its own types, or says what is wrong with it.
    pub(crate) fn decode(stream: &[u8], most: u64) -> Result<Self, String> {
        let limits = DecodeLimits::default().with_max_decoded_bytes(most);
        let mut buffer = DecoderBuffer::new(stream).with_limits(limits);
        let mut mesh = draco_core::Mesh::new();
        let decoded = MeshDecoder::new().decode(&mut buffer, &mut mesh);
        decoded.map_err(|error| match error.kind() {
            ErrorKind::LimitExceeded => {
                "it has more vertices or attributes than its accessors".to_owned()
            }
            _ => error.message().to_owned(),
        })?;
        Ok(Self(mesh))
    }

    /// How many vertices it has.
    pub(crate) fn vertices(&self) -> usize {
        self.0.num_points()
    }

    /// How many indices it has, three for each triangle.
    pub(crate) fn index_count(&self) -> usize {
        3 * self.0.num_faces()
    }

    /// The indices, tightly packed.
    pub(crate) fn indices(&self, component: Component) -> Result<Vec<u8>, String> {
        let size = component.size();
        let mut bytes = Vec::with_capacity(self.index_count() * size);
        for PointIndex(index) in self.0.faces().iter().flatten() {
            let fits = u64::from(*index) < 1 << (8 * size);
            if !fits || matches!(component, Component::F32) {
                return Err(format!("index {index} does not fit its accessor"));
            }
            bytes.extend_from_slice(&index.to_le_bytes()[..size]);
        }
        Ok(bytes)
    }

    /// The elements of the attribute `id`, each padded to a multiple of 4 bytes.
    pub(crate) fn attribute(&self, id: u32, layout: &Layout) -> Result<Vec<u8>, String> {
        let attribute = self.0.attribute_by_unique_id(id);
        let attribute = attribute.ok_or_else(|| format!("it has no attribute {id}"))?;
        let components = u32::from(attribute.num_components());
        if !layout.is_vector(components) {
            return Err(format!(
                "attribute {id} has {components} components, which its accessor has not"
            ));
        }
        let source = Source::new(attribute);
        let mut bytes = vec![0; self.vertices() * layout.stride()];
        for (vertex, element) in bytes.chunks_exact_mut(layout.stride()).enumerate() {
            let value = source.value(vertex);
            let value = value.ok_or_else(|| format!("attribute {id} has too few values"))?;
            source.convert(value, layout, element).ok_or_else(|| {
                format!("attribute {id} of vertex {vertex} does not fit its accessor")
            })?;
        }
        Ok(bytes)
    }
}

/// An attribute of a stream, read value by value.
struct Source<'a> {
    attribute: &'a PointAttribute,
    kind: DataType,
    /// Bytes of one value.
    size: usize,
}

impl<'a> Source<'a> {
    fn new(attribute: &'a PointAttribute) -> Self {
        let kind = attribute.data_type();
        Self {
            attribute,
            kind,
            size: usize::from(attribute.num_components()) * kind.byte_length(),
        }
    }

    /// The bytes of a vertex's value. Vertices share values: the stream has each different one once.
    fn value(&self, vertex: usize) -> Option<&'a [u8]> {
        let point = PointIndex(u32::try_from(vertex).ok()?);
        let stride = usize::try_from(self.attribute.byte_stride()).ok()?;
        let start = (self.attribute.mapped_index(point).0 as usize).checked_mul(stride)?;
        let end = start.checked_add(self.size)?;
        self.attribute.buffer().data().get(start..end)
    }

    /// Writes a value as an accessor's element; `None` where it does not fit the accessor's type.
    fn convert(&self, value: &[u8], layout: &Layout, element: &mut [u8]) -> Option<()> {
        if self.kind == data_type(layout.component) {
            element[..value.len()].copy_from_slice(value);
            return Some(());
        }
        let size = layout.component.size();
        let values = value.chunks_exact(self.kind.byte_length().max(1));
        for (value, element) in values.zip(element.chunks_exact_mut(size)) {
            if layout.component == Component::F32 {
                element.copy_from_slice(&self.float(value)?.to_le_bytes());
            } else {
                let number = integer(value, self.kind)?;
                element.copy_from_slice(&number.to_le_bytes()[..size]);
                let written = integer(element, data_type(layout.component))?;
                (written == number).then_some(())?;
            }
        }
        Some(())
    }

    /// A component as a float; normalized integers stand for −1..1 or 0..1.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "the accessor has floats"
    )]
    fn float(&self, bytes: &[u8]) -> Option<f32> {
        if let Ok(eight) = bytes.try_into()
            && self.kind == DataType::Float64
        {
            return Some(f64::from_le_bytes(eight) as f32);
        }
        let number = integer(bytes, self.kind)? as f64;
        let most = match self.kind {
            DataType::Int8 => f64::from(i8::MAX),
            DataType::Uint8 => f64::from(u8::MAX),
            DataType::Int16 => f64::from(i16::MAX),
            DataType::Uint16 => f64::from(u16::MAX),
            _ => return Some(number as f32),
        };
        let number = if self.attribute.normalized() {
            (number / most).max(-1.0)
        } else {
            number
        };
        Some(number as f32)
    }
}

fn data_type(component: Component) -> DataType {
    match component {
        Component::I8 => DataType::Int8,
        Component::U8 => DataType::Uint8,
        Component::I16 => DataType::Int16,
        Component::U16 => DataType::Uint16,
        Component::U32 => DataType::Uint32,
        Component::F32 => DataType::Float32,
    }
}

/// An integer component; `None` for other types, and for one beyond 63 bits.
fn integer(bytes: &[u8], kind: DataType) -> Option<i64> {
    let mut word = [0; 8];
    word.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let number = i64::from_le_bytes(word);
    let unused = 64 - 8 * u32::try_from(bytes.len()).ok()?;
    match kind {
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64 => {
            Some(number.checked_shl(unused)?.checked_shr(unused)?)
        }
        DataType::Uint8
        | DataType::Bool
        | DataType::Uint16
        | DataType::Uint32
        | DataType::Uint64 => (number >= 0).then_some(number),
        _ => None,
    }
}
