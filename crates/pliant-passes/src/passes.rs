//! Code generated from the pass table ([`crate::pass_table!`]): ids, structs that bind buffers, arguments of CPU implementations,
//! and the rows as data.

use crate::bind::{Bind, Buffer, BufferId};
pub use crate::id::PassId;
use crate::layout::{GpuStruct, GpuType};
use crate::pass::{Access, Call, Pass, Slot, Unit};
use crate::types::*;
use bytemuck::Pod;

macro_rules! view {
    (read, $a:lifetime, $ty:ty) => { &$a [$ty] };
    (fetch, $a:lifetime, $ty:ty) => { &$a [$ty] };
    ($other:ident, $a:lifetime, $ty:ty) => { &$a mut [$ty] };
}
macro_rules! cast {
    (read, $words:expr) => {
        elements($words)
    };
    (fetch, $words:expr) => {
        elements($words)
    };
    ($other:ident, $words:expr) => {
        elements_mut($words)
    };
}
/// The complete elements of a buffer.
fn elements<T: Pod>(words: &[u32]) -> &[T] {
    let bytes: &[u8] = bytemuck::cast_slice(words);
    bytemuck::cast_slice(&bytes[..bytes.len() / size_of::<T>() * size_of::<T>()])
}

/// The complete elements of a buffer, mutable.
fn elements_mut<T: Pod>(words: &mut [u32]) -> &mut [T] {
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
    let whole = bytes.len() / size_of::<T>() * size_of::<T>();
    bytemuck::cast_slice_mut(&mut bytes[..whole])
}

macro_rules! access {
    (read) => {
        Access::Read
    };
    (fetch) => {
        Access::Read
    };
    (write) => {
        Access::Write
    };
    (update) => {
        Access::ReadWrite
    };
    (shared) => {
        Access::ReadWrite
    };
}

macro_rules! unit {
    (one) => {
        Unit::Invocation
    };
    (workgroup) => {
        Unit::Workgroup
    };
}

macro_rules! passes {
    ($($folder:ident {
        $($(#[doc = $doc:literal])* $name:ident: $id:ident ($unit:ident $one:literal, params $params:ident, tolerance $tolerance:literal) {
            $($access:ident $slot:ident: $ty:ty),* $(,)?
        })*
    })*) => {
        $(
            #[doc = concat!("The buffers that the passes of `shaders/", stringify!($folder), "/` bind, by name.")]
            #[allow(missing_docs, reason = "a field is a slot of its row")]
            pub mod $folder {
                use super::*;
                $(
                    $(#[doc = $doc])*
                    #[derive(Debug, Clone, Copy)]
                    pub struct $id { $(pub $slot: Buffer<$ty>),* }

                    impl Bind for $id {
                        const PASS: PassId = PassId::$id;
                        type Params = $params;
                        fn buffers(&self) -> Vec<BufferId> { vec![$(self.$slot.id()),*] }
                    }
                )*
            }
        )*

        /// The arguments of each CPU implementation: its push constants and its buffers as typed slices.
        #[allow(missing_docs, reason = "a field is a slot of its row")]
        pub mod view {
            use super::*;
            $($(
                $(#[doc = $doc])*
                pub struct $id<'a> { pub params: $params, pub features: u32, $(pub $slot: view!($access, 'a, $ty)),* }

                impl<'a> $id<'a> {
                    /// Takes the push constants and the buffers of a call apart.
                    ///
                    /// # Panics
                    /// When it has fewer buffers than the row has slots, or push constants of another size.
                    pub fn of(call: &'a mut Call<'_>) -> Self {
                        let mut buffers = call.buffers.iter_mut();
                        Self {
                            params: bytemuck::pod_read_unaligned(call.params),
                            features: call.features,
                            $($slot: cast!($access, buffers.next().expect("a buffer a slot"))),*
                        }
                    }
                }
            )*)*
        }

        /// Every pass, in the order of [`PassId`].
        pub static PASSES: &[Pass] = &[$($(Pass {
            id: PassId::$id,
            name: concat!(stringify!($folder), "/", stringify!($name)),
            doc: concat!($($doc),*),
            unit: unit!($unit),
            one: $one,
            params: <$params as GpuStruct>::LAYOUT,
            slots: &[$(Slot {
                name: stringify!($slot),
                glsl: <$ty as GpuType>::GLSL,
                stride: size_of::<$ty>(),
                access: access!($access),
                fetched: matches!(stringify!($access).as_bytes(), b"fetch"),
                shared: matches!(stringify!($access).as_bytes(), b"shared"),
            }),*],
            tolerance: $tolerance,
        },)*)*];
    };
}
pass_table!(passes);

impl PassId {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static Pass {
        &PASSES[self as usize]
    }
}
