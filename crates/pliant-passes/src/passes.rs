//! Code generated from the pass table ([`crate::pass_table!`], [`crate::slot_groups!`]): ids, structs that bind buffers, and the rows
//! as data.

use crate::bind::{Bind, Bound, Buffer, BufferId};
pub use crate::id::PassId;
use crate::layout::{GpuStruct, GpuType};
use crate::pass::{Access, Pass, Slot, Unit, count, joined};
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

/// The type of a field that binds a slot or a group of slots.
macro_rules! bound {
    (group, $group:ident) => {
        groups::$group
    };
    ($access:ident, $ty:tt) => {
        Buffer<$ty>
    };
}

/// The slots that a slot or a group of slots stands for.
macro_rules! slots_of {
    (group, $name:ident, $group:ident) => {
        groups::$group::SLOTS
    };
    ($access:ident, $name:ident, $ty:tt) => {
        &[Slot {
            name: stringify!($name),
            glsl: <$ty as GpuType>::GLSL,
            stride: size_of::<$ty>(),
            access: access!($access),
            fetched: matches!(stringify!($access).as_bytes(), b"fetch"),
            shared: matches!(stringify!($access).as_bytes(), b"shared"),
        }]
    };
}

/// All slots of a row or of a group, in order.
macro_rules! slots {
    ($($access:ident $slot:ident: $ty:tt),*) => {{
        const PARTS: &[&[Slot]] = &[$(slots_of!($access, $slot, $ty)),*];
        const SLOTS: [Slot; count(PARTS)] = joined(PARTS);
        &SLOTS
    }};
}

macro_rules! group_structs {
    ($($(#[doc = $doc:literal])* $group:ident { $($access:ident $slot:ident: $ty:tt),* $(,)? })*) => {
        /// Buffers that several passes bind together, by name.
        #[allow(missing_docs, reason = "a field is a slot of its group")]
        pub mod groups {
            use super::*;
            $(
                $(#[doc = $doc])*
                #[derive(Debug, Clone, Copy)]
                pub struct $group { $(pub $slot: bound!($access, $ty)),* }

                impl $group {
                    pub(super) const SLOTS: &[Slot] = slots!($($access $slot: $ty),*);
                }

                impl Bound for $group {
                    fn list(&self, buffers: &mut Vec<BufferId>) { $(self.$slot.list(buffers);)* }
                }
            )*
        }
    };
}
slot_groups!(group_structs);

macro_rules! passes {
    ($($folder:ident {
        $($(#[doc = $doc:literal])* $name:ident: $id:ident ($unit:ident $one:literal, params $params:ident, tolerance $tolerance:literal) {
            $($access:ident $slot:ident: $ty:tt),* $(,)?
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
                    pub struct $id { $(pub $slot: bound!($access, $ty)),* }

                    impl Bind for $id {
                        const PASS: PassId = PassId::$id;
                        type Params = $params;
                        fn buffers(&self) -> Vec<BufferId> {
                            let mut buffers = Vec::new();
                            $(self.$slot.list(&mut buffers);)*
                            buffers
                        }
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
            slots: slots!($($access $slot: $ty),*),
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
