//! Primitives of KHR_draco_mesh_compression: their attributes and indices become accessors with views of their own.

pub(crate) mod rewrite;
mod stream;

use crate::accessors::{Component, Layout};
use crate::buffers::Buffers;
use crate::document::{Accessor, Document, Draco, Primitive, index};
use crate::error::{Error, Result};
use crate::text::{self, one_line, quote};
use std::collections::HashMap;
use stream::{Counts, Decoded};

/// The extension's name.
pub const NAME: &str = "KHR_draco_mesh_compression";

/// Most bytes that decompressing all primitives may take: streams, attributes, and the decoder's memory for faces. The length of a
/// stream bounds nothing, since equal values take almost no space in it.
const BUDGET: u64 = 4 << 30;

/// The only mode that the decoder makes.
const TRIANGLES: u64 = 4;

/// The decoder's memory for a face, bytes, rounded up from 80 in a grid of 2 million faces.
const FACE_BYTES: u64 = 100;

/// The same for each table of corners: three corners with a vertex, a neighbour and a seam.
const TABLE_BYTES: u64 = 40;

/// Bytes of a component in the widest type that a stream can have.
const WIDEST: u64 = 8;

/// Bytes of a vertex that a stream may have in attributes that its primitive does not name.
const UNUSED: u64 = 64;

/// Decompresses the primitives of a file. Where it also has all of a primitive's data uncompressed, that is read.
pub fn decompress(document: &mut Document, buffers: &mut Buffers) -> Result<()> {
    // Before there are more views, whose numbers no accessor of the file may have.
    for (i, accessor) in document.accessors.iter().enumerate() {
        if let Some(view) = accessor.buffer_view {
            let owner = format!("accessor {i}");
            index(view, document.views.len(), &owner, "bufferView")?;
        }
    }
    let mut decompressor = Decompressor {
        views: document.views.len(),
        accessors: &mut document.accessors,
        buffers,
        left: BUDGET,
        bound: HashMap::new(),
    };
    for (i, mesh) in document.meshes.iter_mut().enumerate() {
        let name = quote(&text::name(mesh.name.as_ref(), "mesh", i));
        for (p, primitive) in mesh.primitives.iter_mut().enumerate() {
            let owner = format!("mesh {i} {name} primitive {p}");
            if let Some(draco) = primitive.extensions.draco.clone() {
                decompressor.primitive(primitive, &draco, &owner)?;
            }
        }
    }
    Ok(())
}

struct Decompressor<'a, 'b> {
    /// How many views the file itself has.
    views: usize,
    accessors: &'a mut Vec<Accessor>,
    buffers: &'a mut Buffers<'b>,
    /// Bytes of the budget that are left.
    left: u64,
    /// The accessors that were decompressed: several primitives may share a stream.
    bound: HashMap<Part, usize>,
}

/// A part of a stream, in an accessor's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    view: usize,
    /// The attribute's number in the stream; none for indices.
    attribute: Option<u32>,
    /// The file's accessor. Only indices may have none.
    accessor: Option<usize>,
}

impl Decompressor<'_, '_> {
    fn primitive(&mut self, item: &mut Primitive, draco: &Draco, owner: &str) -> Result<()> {
        let names = draco.attributes.iter();
        let names = names.filter(|(name, _)| item.attributes.contains_key(*name));
        let names: Vec<(&String, u32)> = names.map(|(name, &id)| (name, id)).collect();
        let parts = self.parts(item, draco, &names, owner)?;
        let is_plain = |part: &Part| {
            let view = part.accessor.and_then(|i| self.accessors[i].buffer_view);
            view.is_some_and(|view| view < self.views as u64)
        };
        if parts.iter().all(is_plain) {
            return Ok(());
        }
        if item.mode.unwrap_or(TRIANGLES) != TRIANGLES {
            return Err(fail(owner, "its mode must be TRIANGLES"));
        }
        if parts.iter().any(|part| !self.bound.contains_key(part)) {
            self.decode(&parts, owner)?;
        }
        item.indices = Some(self.bound[&parts[0]] as u64);
        for ((name, _), part) in names.iter().zip(&parts[1..]) {
            let accessor = self.bound[part] as u64;
            item.attributes.insert((*name).clone(), accessor);
        }
        Ok(())
    }

    /// The indices, then the attributes `names`.
    fn parts(
        &self,
        item: &Primitive,
        draco: &Draco,
        names: &[(&String, u32)],
        owner: &str,
    ) -> Result<Vec<Part>> {
        let view = draco
            .buffer_view
            .ok_or_else(|| fail(owner, "it names no bufferView"))?;
        let view = index(view, self.views, owner, "bufferView")?;
        let accessor = |accessor| index(accessor, self.accessors.len(), owner, "accessor");
        let mut parts = vec![Part {
            view,
            attribute: None,
            accessor: item.indices.map(accessor).transpose()?,
        }];
        for (name, id) in names {
            parts.push(Part {
                view,
                attribute: Some(*id),
                accessor: Some(accessor(item.attributes[*name])?),
            });
        }
        Ok(parts)
    }

    /// Decodes a stream, and binds its parts to accessors.
    fn decode(&mut self, parts: &[Part], owner: &str) -> Result<()> {
        let (vertices, most) = self.vertices(parts, owner)?;
        let stream = self.buffers.view(parts[0].view);
        let counts = Counts::read(stream).map_err(|why| fail(owner, &why))?;
        if let Some(i) = parts[0].accessor {
            let (is, said) = (counts.faces.saturating_mul(3), self.accessors[i].count);
            if is != said {
                let why = format!("it has {is} indices, its accessor {said}");
                return Err(fail(owner, &why));
            }
        }
        let face_bytes = FACE_BYTES + counts.tables * TABLE_BYTES;
        let bytes = counts.faces.saturating_mul(face_bytes);
        let bytes = bytes.saturating_add(most + stream.len() as u64);
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            Error(format!(
                "{owner}: decompressing all Draco meshes together takes more than {BUDGET} bytes; split the scene"
            ))
        })?;
        let decoded = Decoded::decode(stream, most).map_err(|why| fail(owner, &why))?;
        let is = decoded.vertices();
        if is != vertices {
            let why = format!("it has {is} vertices, its accessors {vertices}");
            return Err(fail(owner, &why));
        }
        for part in parts {
            if !self.bound.contains_key(part) {
                let accessor = self.bind(part, &decoded).map_err(|why| fail(owner, &why))?;
                self.bound.insert(*part, accessor);
            }
        }
        Ok(())
    }

    /// The number of vertices that accessors say, and most bytes that a stream's attributes then have.
    fn vertices(&self, parts: &[Part], owner: &str) -> Result<(usize, u64)> {
        let (mut vertices, mut vertex_bytes) = (None, UNUSED);
        for part in parts {
            let Some(i) = part.accessor else {
                continue;
            };
            let layout = Layout::of(i, &self.accessors[i])?;
            if self.accessors[i].sparse.is_some() {
                return Err(fail(owner, "its accessors can't be sparse"));
            }
            if part.attribute.is_none() {
                continue;
            }
            if vertices.is_some_and(|vertices| vertices != layout.count) {
                return Err(fail(owner, "its attributes have different counts"));
            }
            vertices = Some(layout.count);
            vertex_bytes += u64::from(layout.components) * WIDEST;
        }
        let vertices = vertices.ok_or_else(|| fail(owner, "it has no attributes"))?;
        Ok((vertices, vertices as u64 * vertex_bytes))
    }

    /// The number of an accessor that has a part's data: the file's own where no other part of a stream has it.
    fn bind(&mut self, part: &Part, decoded: &Decoded) -> std::result::Result<usize, String> {
        let mut item = match part.accessor {
            Some(i) => self.accessors[i].clone(),
            None => Accessor {
                component_type: Component::U32 as u64,
                count: decoded.index_count() as u64,
                kind: "SCALAR".to_owned(),
                ..Accessor::default()
            },
        };
        let number = part.accessor.unwrap_or(self.accessors.len());
        let layout = Layout::of(number, &item).map_err(|error| error.to_string())?;
        let (bytes, stride) = match part.attribute {
            None if decoded.index_count() != layout.count => {
                let (is, said) = (decoded.index_count(), layout.count);
                return Err(format!("it has {is} indices, its accessor {said}"));
            }
            None => (decoded.indices(layout.component)?, None),
            Some(id) => (
                decoded.attribute(id, &layout)?,
                Some(layout.stride() as u64),
            ),
        };
        item.buffer_view = Some(self.buffers.add(bytes, stride) as u64);
        item.byte_offset = 0;
        match part
            .accessor
            .filter(|&i| self.accessors[i].buffer_view.is_none())
        {
            Some(own) => {
                self.accessors[own] = item;
                Ok(own)
            }
            None => {
                self.accessors.push(item);
                Ok(self.accessors.len() - 1)
            }
        }
    }
}

fn fail(owner: &str, why: &str) -> Error {
    let why = one_line(why);
    Error(format!(
        "{owner}: its Draco compression is not valid: {why}; export it without"
    ))
}
