//! The arguments of each CPU implementation, from the pass table: its push constants, and its buffers by name and type.

use crate::memory::{AccessLog, Buffers, Logged, Read, Shared};
use pliant_passes::BufferId;
use std::ops::Range;

/// Runs some invocations of a dispatch, by their indices.
pub(crate) type Invocations<'a> = dyn Fn(Range<usize>) + Sync + 'a;

/// A dispatch in memory.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The push constants.
    pub(crate) params: &'a [u8],
    /// The variant's `FEATURE_…` bits.
    pub(crate) features: u32,
    /// All buffers of the engine.
    pub(crate) buffers: &'a Buffers<'a>,
    /// The buffer of each slot.
    pub(crate) slots: &'a [BufferId],
    /// What records accesses, in the checked mode.
    pub(crate) log: Option<&'a dyn AccessLog>,
}

macro_rules! buffer {
    (read, $a:lifetime, $ty:ty) => { Read<$a, $ty> };
    (fetch, $a:lifetime, $ty:ty) => { Read<$a, $ty> };
    ($other:ident, $a:lifetime, $ty:ty) => { Shared<$a, $ty> };
}
macro_rules! open {
    (read, $call:expr, $slot:expr, $logged:expr) => {
        $call.buffers.read($slot, $logged)
    };
    (fetch, $call:expr, $slot:expr, $logged:expr) => {
        $call.buffers.read($slot, $logged)
    };
    ($other:ident, $call:expr, $slot:expr, $logged:expr) => {
        $call.buffers.shared($slot, $logged)
    };
}

macro_rules! views {
    ($($folder:ident {
        $($(#[doc = $doc:literal])* $name:ident: $id:ident ($unit:ident $one:literal, params $params:ident, tolerance $tolerance:literal) {
            $($access:ident $slot:ident: $ty:ty),* $(,)?
        })*
    })*) => {
        /// The arguments of each CPU implementation, which all its invocations share.
        pub(crate) mod view {
            use super::*;
            use pliant_passes::types::*;
            $($(
                $(#[doc = $doc])*
                #[allow(dead_code, reason = "an implementation may need fewer arguments than its shader, and some rooms do not use views yet")]
                pub(crate) struct $id<'a> {
                    pub(crate) params: $params,
                    pub(crate) features: u32,
                    $(pub(crate) $slot: buffer!($access, 'a, $ty)),*
                }

                #[allow(dead_code, reason = "some rooms do not use views yet")]
                impl<'a> $id<'a> {
                    /// The push constants and the buffers of a call; panics when it has fewer buffers than the row has slots, or
                    /// push constants of another size.
                    #[inline]
                    pub(crate) fn of(call: &Call<'a>) -> Self {
                        let logged = |slot| call.log.map(|log| Logged::new(log, slot));
                        let mut slots = call.slots.iter().enumerate();
                        let mut next = || slots.next().expect("a buffer for each slot");
                        Self {
                            params: bytemuck::pod_read_unaligned(call.params),
                            features: call.features,
                            $($slot: { let (slot, id) = next(); open!($access, call, *id, logged(slot)) }),*
                        }
                    }
                }
            )*)*
        }
    };
}
pliant_passes::pass_table!(views);
