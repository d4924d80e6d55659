//! The pass table: each pass that the GPU runs, once.
//!
//! From a row follow the barriers, the dispatch size, the check of the shader, the types its twin is
//! called with, the stage test, and the names in timings and captures.

use crate::layout::GpuStruct;
use crate::layout::GpuType;
use crate::pass::{Access, Call, Pass, Slot};
use crate::types::*;

macro_rules! view {
    (read, $a:lifetime, $ty:ty) => { &$a [$ty] };
    ($other:ident, $a:lifetime, $ty:ty) => { &$a mut [$ty] };
}
macro_rules! cast {
    (read, $words:expr) => {
        $words.view()
    };
    ($other:ident, $words:expr) => {
        $words.view_mut()
    };
}
macro_rules! access {
    (read) => {
        Access::Read
    };
    (write) => {
        Access::Write
    };
    (update) => {
        Access::ReadWrite
    };
}

macro_rules! passes {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal (one $one:literal, params $params:ident, tolerance $tolerance:literal, twin $twin:path) {
        $($access:ident $slot:ident: $ty:ty),* $(,)?
    })*) => {
        /// Names a row of [`PASSES`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(usize)]
        pub enum PassId { $($(#[doc = $doc])* $id),* }

        /// What each twin is called with: its push constants and its buffers as typed slices.
        #[allow(missing_docs, reason = "a field is a slot of the row above, which documents it")]
        pub mod view {
            use super::*;
            $($(#[doc = $doc])* pub struct $id<'a> { pub params: $params, $(pub $slot: view!($access, 'a, $ty)),* })*
        }

        /// Every pass, in the order of [`PassId`].
        pub static PASSES: &[Pass] = &[$(Pass {
            id: PassId::$id,
            name: $name,
            doc: concat!($($doc),*),
            one: $one,
            params: <$params as GpuStruct>::LAYOUT,
            slots: &[$(Slot {
                name: stringify!($slot),
                glsl: <$ty as GpuType>::GLSL,
                stride: size_of::<$ty>(),
                access: access!($access),
            }),*],
            twin: |call: &mut Call<'_>| {
                let params: $params = bytemuck::pod_read_unaligned(call.params);
                let mut buffers = call.buffers.iter_mut();
                $twin(view::$id { params, $($slot: cast!($access, buffers.next().expect("a buffer a slot"))),* });
            },
            tolerance: $tolerance,
        }),*];
    };
}

passes! {
    /// Turns counts into the start of each list; one entry more than counts, the last one the total.
    Scan = "build/scan" (one "a share of the counts, in one workgroup", params ScanParams, tolerance 0.0, twin crate::cpu::build::scan) {
        read counts: u32,
        write starts: u32,
    }
}
