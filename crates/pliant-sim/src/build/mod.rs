//! What is built of a scene's bodies: `pools.rs` has their data for the device, `built.rs` makes particles, links and hinges of it by
//! compute passes.

pub(crate) mod built;
pub(crate) mod mass;
pub(crate) mod one_rings;
pub(crate) mod pools;
pub(crate) mod scan;
pub(crate) mod vertices;
