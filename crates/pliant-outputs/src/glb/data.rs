//! The accessors that are added to a document, and their bytes.

use crate::error::Error;
use crate::spool::Spool;
use serde::Serialize;

const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
/// glTF's targets of buffer views: vertex attributes and indices.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;
/// Bytes of JSON that a sparse accessor takes more than a dense one, about.
const SPARSE_OVERHEAD: usize = 300;

/// A buffer view of the GLB's one buffer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    buffer: u32,
    byte_offset: u64,
    byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<u32>,
}

/// An accessor. As these grow in number with the keys, they are small structs and no JSON values.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer_view: Option<usize>,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sparse: Option<Sparse>,
}

/// A bound of numbers or of vectors, in double precision: the JSON then has the exact value.
#[derive(Serialize)]
#[serde(untagged)]
enum Bound {
    Number([f64; 1]),
    Vector([f64; 3]),
}

#[derive(Serialize)]
struct Sparse {
    count: usize,
    indices: SparseIndices,
    values: SparseValues,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SparseIndices {
    buffer_view: usize,
    /// Always 0, and written nevertheless: VTK 9.5 (F3D 4.0) reads garbage where it is missing.
    byte_offset: u32,
    component_type: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SparseValues {
    buffer_view: usize,
    byte_offset: u32,
}

/// The bytes of a GLB, and what is added to the views and accessors of its document.
pub(super) struct Data {
    pub(super) bytes: Spool,
    pub(super) views: Vec<View>,
    pub(super) accessors: Vec<Accessor>,
    /// Number of views and of accessors that the document has already.
    first: [usize; 2],
}

impl Data {
    /// Data after that of a document.
    pub(super) fn new(bytes: Spool, first: [usize; 2]) -> Self {
        Self {
            bytes,
            views: Vec::new(),
            accessors: Vec::new(),
            first,
        }
    }

    /// Number of an accessor of vectors, with their bounds.
    pub(super) fn vectors(&mut self, vectors: &[[f32; 3]]) -> Result<usize, Error> {
        let view = self.view(bytemuck::cast_slice(vectors), Some(VERTICES))?;
        let [min, max] = bounds(vectors);
        Ok(self.push(Accessor {
            min,
            max,
            ..dense(view, F32, "VEC3", vectors.len())
        }))
    }

    /// Number of an accessor of vectors many of which are zero: sparse where that is smaller.
    pub(super) fn deltas(&mut self, vectors: &[[f32; 3]]) -> Result<usize, Error> {
        let present = |v: &[f32; 3]| *v != [0.0; 3];
        let mut indices: Vec<u32> = (0..)
            .zip(vectors)
            .filter(|(_, v)| present(v))
            .map(|(i, _)| i)
            .collect();
        if indices.is_empty() {
            // A sparse accessor has at least one element.
            indices.push(0);
        }
        let narrow = vectors.len() <= usize::from(u16::MAX);
        let sparse = indices.len() * if narrow { 14 } else { 16 } + SPARSE_OVERHEAD;
        if sparse >= size_of_val(vectors) {
            return self.vectors(vectors);
        }
        let values: Vec<[f32; 3]> = indices.iter().map(|i| vectors[*i as usize]).collect();
        let count = indices.len();
        let (indices, component_type) = index_bytes(&indices, narrow);
        let sparse = Sparse {
            count,
            indices: SparseIndices {
                buffer_view: self.view(&indices, None)?,
                byte_offset: 0,
                component_type,
            },
            values: SparseValues {
                buffer_view: self.view(bytemuck::cast_slice(&values), None)?,
                byte_offset: 0,
            },
        };
        let [min, max] = bounds(vectors);
        Ok(self.push(Accessor {
            buffer_view: None,
            min,
            max,
            sparse: Some(sparse),
            ..dense(0, F32, "VEC3", vectors.len())
        }))
    }

    /// Number of an accessor of a vertex attribute of `components` numbers.
    pub(super) fn attribute(&mut self, numbers: &[f32], components: usize) -> Result<usize, Error> {
        let view = self.view(bytemuck::cast_slice(numbers), Some(VERTICES))?;
        Ok(self.push(dense(
            view,
            F32,
            kind(components),
            numbers.len() / components,
        )))
    }

    /// Number of an accessor of indices below `vertices`.
    pub(super) fn indices(&mut self, indices: &[u32], vertices: usize) -> Result<usize, Error> {
        // The largest number of a type restarts a primitive, so it is no index.
        let (bytes, component) = index_bytes(indices, vertices <= usize::from(u16::MAX));
        let view = self.view(&bytes, Some(INDICES))?;
        Ok(self.push(dense(view, component, "SCALAR", indices.len())))
    }

    /// Number of an accessor of the times of keys, s, ascending.
    pub(super) fn times(&mut self, times: &[f32]) -> Result<usize, Error> {
        let start = self.bytes.append(bytemuck::cast_slice(times))?;
        Ok(self.times_at(start, times.len(), [times[0], times[times.len() - 1]]))
    }

    /// Number of an accessor of times that are in the buffer already, given the first and the last one.
    pub(super) fn times_at(&mut self, start: u64, count: usize, [first, last]: [f32; 2]) -> usize {
        let view = self.view_at(start, 4 * count, None);
        self.push(Accessor {
            min: Some(Bound::Number([f64::from(first)])),
            max: Some(Bound::Number([f64::from(last)])),
            ..dense(view, F32, "SCALAR", count)
        })
    }

    /// Number of an accessor of the values of keys.
    pub(super) fn values(&mut self, numbers: &[f32], components: usize) -> Result<usize, Error> {
        let start = self.bytes.append(bytemuck::cast_slice(numbers))?;
        Ok(self.values_at(start, numbers.len() / components, components))
    }

    /// Number of an accessor of values that are in the buffer already.
    pub(super) fn values_at(&mut self, start: u64, count: usize, components: usize) -> usize {
        let view = self.view_at(start, 4 * count * components, None);
        self.push(dense(view, F32, kind(components), count))
    }

    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> Result<usize, Error> {
        let start = self.bytes.append(bytes)?;
        Ok(self.view_at(start, bytes.len(), target))
    }

    fn view_at(&mut self, byte_offset: u64, byte_length: usize, target: Option<u32>) -> usize {
        self.views.push(View {
            buffer: 0,
            byte_offset,
            byte_length,
            target,
        });
        self.first[0] + self.views.len() - 1
    }

    fn push(&mut self, accessor: Accessor) -> usize {
        self.accessors.push(accessor);
        self.first[1] + self.accessors.len() - 1
    }
}

fn dense(view: usize, component_type: u32, kind: &'static str, count: usize) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        component_type,
        count,
        kind,
        min: None,
        max: None,
        sparse: None,
    }
}

fn kind(components: usize) -> &'static str {
    ["SCALAR", "VEC2", "VEC3", "VEC4"][components - 1]
}

fn index_bytes(indices: &[u32], narrow: bool) -> (Vec<u8>, u32) {
    match narrow {
        true => (
            indices
                .iter()
                .flat_map(|i| (*i as u16).to_le_bytes())
                .collect(),
            U16,
        ),
        false => (indices.iter().flat_map(|i| i.to_le_bytes()).collect(), U32),
    }
}

fn bounds(vectors: &[[f32; 3]]) -> [Option<Bound>; 2] {
    let fold = |pick: fn(f32, f32) -> f32| {
        let all = vectors.iter().copied();
        let bound = all.reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i])));
        bound.map(|bound| Bound::Vector(bound.map(f64::from)))
    };
    [fold(f32::min), fold(f32::max)]
}
