//! Contacts of deformable bodies with each other and with themselves: `contacts.rs` has their surfaces on the host, `seek.rs` records
//! which pairs there may be, `record.rs` what contacts do in a substep, and `intersection/` draws apart what has gone through.

mod buffers;
mod contacts;
mod intersection;
mod parts;
mod record;
mod seek;

pub(crate) use buffers::DeformableContactBuffers;
pub(crate) use contacts::DeformableContacts;
pub(crate) use intersection::{Plan, RECENT_FOR, Resolving};
