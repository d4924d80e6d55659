//! Buffers by the type of their elements, and how passes bind them.

use crate::id::PassId;
use bytemuck::Pod;
use std::marker::PhantomData;

/// A buffer that an engine made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

/// A buffer of an engine whose elements are `T`.
///
/// A pass binds buffers by name and type, so that two swapped buffers of different types do not compile:
///
/// ```
/// # use pliant_passes::{Buffer, passes::solve, types::Edge};
/// # fn bind(edges: Buffer<Edge>, position: Buffer<[f32; 4]>, status: Buffer<u32>) -> solve::CountTornEdges {
/// solve::CountTornEdges { edges, position, status }
/// # }
/// ```
///
/// ```compile_fail,E0308
/// # use pliant_passes::{Buffer, passes::solve, types::Edge};
/// # fn bind(edges: Buffer<Edge>, position: Buffer<[f32; 4]>, status: Buffer<u32>) -> solve::CountTornEdges {
/// solve::CountTornEdges { edges, position: status, status: position }
/// # }
/// ```
pub struct Buffer<T> {
    id: BufferId,
    element: PhantomData<fn() -> T>,
}

impl<T> Buffer<T> {
    /// Wraps the engine's `id` of a buffer whose elements are `T`.
    #[must_use]
    pub fn new(id: BufferId) -> Self {
        let element = PhantomData;
        Self { id, element }
    }

    /// The id of the buffer in its engine.
    #[must_use]
    pub fn id(self) -> BufferId {
        self.id
    }

    /// The same buffer with elements `U`, for passes that serve several types of lists, and for texels, which have no structs.
    #[must_use]
    pub fn cast<U: Pod>(self) -> Buffer<U> {
        Buffer::new(self.id)
    }
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Buffer<T> {}

impl<T> PartialEq for Buffer<T> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<T> Eq for Buffer<T> {}

impl<T> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({})", self.id.0)
    }
}

impl<T> From<Buffer<T>> for BufferId {
    fn from(buffer: Buffer<T>) -> Self {
        buffer.id
    }
}

/// The buffers of one dispatch of a pass, with a field for each slot.
pub trait Bind {
    /// The pass.
    const PASS: PassId;
    /// Its push constants.
    type Params: Pod;
    /// The buffers in the order of the slots.
    fn buffers(&self) -> Vec<BufferId>;
}
