//! Code generated from the pass table ([`crate::pass_table!`]): ids, structs that bind buffers, and the rows as
//! data.

use crate::bind::{Bind, Buffer, BufferId};
pub use crate::id::PassId;
use crate::layout::{GpuStruct, GpuType};
use crate::pass::{Access, Pass, Slot, Unit};
use crate::types::*;

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
    (range) => {
        Unit::Range
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
