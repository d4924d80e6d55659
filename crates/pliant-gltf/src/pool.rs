//! The accessor pool: filled once from the file, then read by element.

use crate::accessors::{Accessors, Component, Dense};
use crate::error::{Error, Result};
use glam::Vec3;
use std::collections::HashMap;

/// Most bytes of vertex data of a scene.
const MAX_POOL: u64 = 1 << 30;

/// Bytes of a position: three floats.
const POSITION_BYTES: u64 = 12;

/// Vertex data with the types of the file (sparse accessors made dense), for the GPU's accessor pool.
#[derive(Debug, Clone, Default)]
pub struct AccessorPool {
    /// All bytes, each accessor's start aligned to 4.
    pub bytes: Vec<u8>,
    /// How to read them.
    pub accessors: Vec<Accessor>,
}

/// How to read one accessor out of the pool; `offset + (count − 1)·stride + element size` lies within its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accessor {
    /// Byte offset of element 0 in the pool.
    pub offset: u64,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// How many elements.
    pub count: u32,
    /// Components an element, 1 to 4.
    pub components: u32,
    /// The component's type.
    pub component: Component,
    /// Integers stand for −1..1 or 0..1.
    pub normalized: bool,
}

impl AccessorPool {
    /// Element `element` of accessor `accessor`, absent components 0; both must be in range.
    #[must_use]
    pub fn vec4(&self, accessor: usize, element: usize) -> [f32; 4] {
        let accessor = &self.accessors[accessor];
        let offset = usize::try_from(accessor.offset).unwrap_or(usize::MAX);
        let start = offset + element * accessor.stride as usize;
        let size = accessor.component.size();
        let mut value = [0.0; 4];
        for (component, value) in value
            .iter_mut()
            .enumerate()
            .take(accessor.components as usize)
        {
            let bytes = &self.bytes[start + component * size..][..size];
            *value = decode(bytes, accessor.component, accessor.normalized);
        }
        value
    }

    /// The first three components of an element.
    #[must_use]
    pub fn vec3(&self, accessor: usize, element: usize) -> Vec3 {
        let [x, y, z, _] = self.vec4(accessor, element);
        Vec3::new(x, y, z)
    }

    /// The first component of an element.
    #[must_use]
    pub fn scalar(&self, accessor: usize, element: usize) -> f32 {
        self.vec4(accessor, element)[0]
    }
}

impl AccessorPool {
    /// A copy of an accessor, followed by copies of some of its elements; `None` beyond the pool's limit.
    pub fn extended(&mut self, accessor: usize, copies: &[u32]) -> Option<usize> {
        let whole = self.accessors[accessor];
        let stride = whole.stride as usize;
        let (start, count) = (usize::try_from(whole.offset).ok()?, whole.count as usize);
        let size = (count + copies.len()) * stride;
        if (self.bytes.len() + size) as u64 > MAX_POOL {
            return None;
        }
        self.accessors.push(Accessor {
            offset: self.bytes.len() as u64,
            count: u32::try_from(count + copies.len()).ok()?,
            ..whole
        });
        self.bytes.reserve(size);
        self.bytes.extend_from_within(start..start + count * stride);
        for &element in copies {
            let at = start + element as usize * stride;
            self.bytes.extend_from_within(at..at + stride);
        }
        Some(self.accessors.len() - 1)
    }

    /// A new accessor of `count` positions, which `positions` must yield; `None` where they
    /// exceed the pool's limit. Nothing is allocated before that check.
    pub fn with_positions(
        &mut self,
        count: u32,
        positions: impl Iterator<Item = Vec3>,
    ) -> Option<usize> {
        let offset = self.bytes.len().next_multiple_of(4);
        let size = POSITION_BYTES * u64::from(count);
        if offset as u64 + size > MAX_POOL {
            return None;
        }
        self.bytes.resize(offset, 0);
        self.bytes.reserve(usize::try_from(size).ok()?);
        let words = positions.take(count as usize).flat_map(|p| p.to_array());
        self.bytes.extend(words.flat_map(f32::to_le_bytes));
        self.accessors.push(Accessor {
            offset: offset as u64,
            stride: 12,
            count,
            components: 3,
            component: Component::F32,
            normalized: false,
        });
        Some(self.accessors.len() - 1)
    }

    /// Sets an accessor's elements from `first` on to zero.
    pub fn clear(&mut self, accessor: usize, first: u32) {
        let Accessor {
            offset,
            stride,
            count,
            ..
        } = self.accessors[accessor];
        let at = |element: u32| {
            usize::try_from(offset)
                .ok()
                .map(|o| o + element as usize * stride as usize)
        };
        if let Some((start, end)) = at(first).zip(at(count)) {
            self.bytes[start..end].fill(0);
        }
    }
}

/// One component as glTF reads it: normalized integers stand for −1..1 or 0..1.
#[expect(
    clippy::cast_precision_loss,
    reason = "glTF's integers become floats; 32-bit ones lose their last digits"
)]
pub fn decode(bytes: &[u8], component: Component, normalized: bool) -> f32 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    let bits = u32::from_le_bytes(word);
    let (value, most) = match component {
        Component::I8 => (f32::from(i8::from_le_bytes([word[0]])), f32::from(i8::MAX)),
        Component::U8 => (f32::from(word[0]), f32::from(u8::MAX)),
        Component::I16 => (
            f32::from(i16::from_le_bytes([word[0], word[1]])),
            f32::from(i16::MAX),
        ),
        Component::U16 => (
            f32::from(u16::from_le_bytes([word[0], word[1]])),
            f32::from(u16::MAX),
        ),
        Component::U32 => (bits as f32, u32::MAX as f32),
        Component::F32 => return f32::from_bits(bits),
    };
    if normalized {
        (value / most).max(-1.0)
    } else {
        value
    }
}

/// Fills the pool, each of the file's accessors at most once.
#[derive(Debug)]
pub struct PoolBuilder<'a> {
    /// The file's accessors.
    pub accessors: &'a Accessors<'a>,
    /// The pool so far.
    pub pool: AccessorPool,
    added: HashMap<usize, usize>,
    faults: Vec<Faults>,
}

/// The first elements of a pool accessor with values that some attributes forbid.
#[derive(Debug, Clone, Copy, Default)]
pub struct Faults {
    /// One that is not finite.
    pub not_finite: Option<usize>,
    /// One below zero.
    pub negative: Option<usize>,
}

impl<'a> PoolBuilder<'a> {
    /// An empty pool.
    pub fn new(accessors: &'a Accessors<'a>) -> Self {
        Self {
            accessors,
            pool: AccessorPool::default(),
            added: HashMap::new(),
            faults: Vec::new(),
        }
    }

    /// The pool's number of the file's accessor `i`.
    pub fn add(&mut self, i: usize) -> Result<usize> {
        if let Some(&id) = self.added.get(&i) {
            return Ok(id);
        }
        if self.pool.bytes.len() as u64 + self.accessors.layout(i)?.dense_bytes() > MAX_POOL {
            return Error::file(format!(
                "accessor {i}: vertex data exceeds {MAX_POOL} bytes; split the scene"
            ));
        }
        let id = self.push(&self.accessors.read(i)?);
        self.added.insert(i, id);
        Ok(id)
    }

    fn push(&mut self, dense: &Dense) -> usize {
        let layout = dense.layout;
        self.pool.accessors.push(Accessor {
            offset: self.pool.bytes.len() as u64,
            stride: u32::try_from(dense.stride).expect("an element has at most 64 bytes"),
            count: u32::try_from(layout.count).expect("counts were checked to fit"),
            components: layout.components,
            component: layout.component,
            normalized: layout.normalized,
        });
        self.pool.bytes.extend_from_slice(&dense.bytes);
        let id = self.pool.accessors.len() - 1;
        self.faults.push(Faults {
            not_finite: self.find(id, |value| !value.is_finite()),
            negative: self.find(id, |value| value < 0.0),
        });
        id
    }

    /// The faults of a pool accessor, found when it was added.
    pub fn faults(&self, id: usize) -> Faults {
        self.faults[id]
    }

    /// The first element of a pool accessor with a value for which `wrong` is true.
    fn find(&self, id: usize, wrong: impl Fn(f32) -> bool) -> Option<usize> {
        let accessor = &self.pool.accessors[id];
        let components = accessor.components as usize;
        (0..accessor.count as usize).find(|&i| {
            self.pool.vec4(id, i)[..components]
                .iter()
                .any(|&value| wrong(value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_decode_as_gltf_says() {
        assert_eq!(decode(&[0x80], Component::I8, true), -1.0);
        assert_eq!(decode(&[255], Component::U8, true), 1.0);
        assert_eq!(decode(&[0, 1], Component::U16, false), 256.0);
        assert_eq!(decode(&[0xff, 0xff], Component::I16, false), -1.0);
        assert_eq!(decode(&1.5f32.to_le_bytes(), Component::F32, false), 1.5);
    }
}
