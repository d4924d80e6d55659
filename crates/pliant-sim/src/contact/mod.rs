//! Contacts of deformable bodies with each other and with themselves. `contacts.rs` has their surfaces on the host,
//! `search.rs` records the search for candidates, `record.rs` the solve and the truncation, and `intersection/` resolves intersections.

mod collider_edges;
mod contact_buffers;
mod contacts;
mod intersection;
mod parts;
mod record;
mod search;

pub(crate) use collider_edges::ColliderEdges;
pub(crate) use contact_buffers::DeformableContactBuffers;
pub(crate) use contacts::DeformableContacts;
pub(crate) use intersection::{Plan, RECENT_FOR, Resolving};
pub(crate) use parts::search_distances;
