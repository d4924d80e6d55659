//! What each node is physically, by its keys and by the extensions.

pub(crate) mod implicit;
pub(crate) mod known;
pub(crate) mod omi;
pub(crate) mod physics_node;
pub(crate) mod resolve;
