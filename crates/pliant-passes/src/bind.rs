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

/// What a field of a struct that binds buffers holds: a buffer, or the buffers of a group of slots.
pub(crate) trait Bound {
    /// Appends its buffers in the order of the slots.
    fn list(&self, buffers: &mut Vec<BufferId>);
}

impl<T> Bound for Buffer<T> {
    fn list(&self, buffers: &mut Vec<BufferId>) {
        buffers.push(self.id);
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

/// Binds buffers to slots: a short form of the literal of a struct of [`crate::passes`].
///
/// `slot, … from owner;` binds the owner's fields of these names, `slot, …;` variables of these names, and `slot = buffer;` a buffer of
/// another name. Names and types are those of the struct, and every slot is needed:
///
/// ```
/// # use pliant_passes::{Buffer, bind, passes::build};
/// struct Lists { starts: Buffer<u32>, totals: Buffer<u32>, sums: Buffer<u32> }
/// # fn bound(lists: Lists) -> build::ScanCounts {
/// bind!(build::ScanCounts { starts, sums from lists; counts = lists.totals; })
/// # }
/// ```
///
/// ```compile_fail,E0308
/// # use pliant_passes::{Buffer, bind, passes::build};
/// # struct Lists { starts: Buffer<[u32; 3]>, sums: Buffer<u32> }
/// # fn bound(lists: Lists, counts: Buffer<u32>) -> build::ScanCounts {
/// bind!(build::ScanCounts { starts, sums from lists; counts; })
/// # }
/// ```
///
/// ```compile_fail,E0063
/// # use pliant_passes::{Buffer, bind, passes::build};
/// # struct Lists { starts: Buffer<u32>, sums: Buffer<u32> }
/// # fn bound(lists: Lists) -> build::ScanCounts {
/// bind!(build::ScanCounts { starts, sums from lists; })
/// # }
/// ```
#[macro_export]
macro_rules! bind {
    (@fields [$($name:tt)+] { $($slot:ident: $buffer:expr,)* }) => {
        $($name)+ { $($slot: $buffer,)* }
    };
    (@fields $name:tt { $($done:tt)* } $slot:ident = $buffer:expr; $($rest:tt)*) => {
        $crate::bind!(@fields $name { $($done)* $slot: $buffer, } $($rest)*)
    };
    (@fields $name:tt { $($done:tt)* } $($slot:ident),+; $($rest:tt)*) => {
        $crate::bind!(@fields $name { $($done)* $($slot: $slot,)+ } $($rest)*)
    };
    (@fields $name:tt { $($done:tt)* } $($slot:ident),+ from $owner:expr; $($rest:tt)*) => {
        $crate::bind!(@fields $name { $($done)* $($slot: $owner.$slot,)+ } $($rest)*)
    };
    ($($name:ident)::+ { $($fields:tt)* }) => {
        $crate::bind!(@fields [$($name)::+] {} $($fields)*)
    };
}
