//! The arguments of each CPU implementation, from the pass table: its push constants, and its buffers by name and type.

use crate::memory::{AccessLog, Buffers, Logged, Read, Shared};
use bytemuck::Pod;
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

/// Opens the buffers of a call in the order of its slots.
pub(crate) struct Opener<'c, 'a> {
    call: &'c Call<'a>,
    slot: usize,
}

impl<'a> Opener<'_, 'a> {
    /// The next buffer; panics when the call has fewer buffers than the row has slots.
    #[inline]
    fn next(&mut self) -> (BufferId, Option<Logged<'a>>) {
        let (call, slot) = (self.call, self.slot);
        self.slot += 1;
        let buffer = call.slots.get(slot).expect("a buffer for each slot");
        (*buffer, call.log.map(|log| Logged::new(log, slot)))
    }

    #[inline]
    fn read<T: Pod>(&mut self) -> Read<'a, T> {
        let (buffer, logged) = self.next();
        self.call.buffers.read(buffer, logged)
    }

    #[inline]
    fn shared<T: Pod>(&mut self) -> Shared<'a, T> {
        let (buffer, logged) = self.next();
        self.call.buffers.shared(buffer, logged)
    }
}

macro_rules! buffer {
    (group, $a:lifetime, $group:ident) => { group::$group<$a> };
    (read, $a:lifetime, $ty:tt) => { Read<$a, $ty> };
    (fetch, $a:lifetime, $ty:tt) => { Read<$a, $ty> };
    ($other:ident, $a:lifetime, $ty:tt) => { Shared<$a, $ty> };
}
macro_rules! open {
    (group, $opener:expr, $group:ident) => {
        group::$group::of($opener)
    };
    (read, $opener:expr, $ty:tt) => {
        $opener.read()
    };
    (fetch, $opener:expr, $ty:tt) => {
        $opener.read()
    };
    ($other:ident, $opener:expr, $ty:tt) => {
        $opener.shared()
    };
}

macro_rules! group_views {
    ($($(#[doc = $doc:literal])* $group:ident { $($access:ident $slot:ident: $ty:tt),* $(,)? })*) => {
        /// Groups of buffers that several passes bind: their CPU implementations share the functions that work with a group.
        pub(crate) mod group {
            use super::*;
            use pliant_passes::types::*;
            $(
                $(#[doc = $doc])*
                #[allow(dead_code, reason = "an implementation may need fewer arguments than its shader")]
                #[derive(Clone, Copy)]
                pub(crate) struct $group<'a> { $(pub(crate) $slot: buffer!($access, 'a, $ty)),* }

                impl<'a> $group<'a> {
                    #[inline]
                    pub(super) fn of(opener: &mut Opener<'_, 'a>) -> Self {
                        Self { $($slot: open!($access, opener, $ty)),* }
                    }
                }
            )*
        }
    };
}
pliant_passes::slot_groups!(group_views);

macro_rules! views {
    ($($folder:ident {
        $($(#[doc = $doc:literal])* $name:ident: $id:ident ($unit:ident $one:literal, params $params:ident, tolerance $tolerance:literal) {
            $($access:ident $slot:ident: $ty:tt),* $(,)?
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
                        let mut opener = Opener { call, slot: 0 };
                        Self {
                            params: bytemuck::pod_read_unaligned(call.params),
                            features: call.features,
                            $($slot: open!($access, &mut opener, $ty)),*
                        }
                    }
                }
            )*)*
        }
    };
}
pliant_passes::pass_table!(views);
