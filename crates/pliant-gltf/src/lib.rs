//! Reads glTF files at the border: container, document, buffers, accessors and pictures, all checked. It knows nothing of physics.
//!
//! Files come from anywhere, so no size, offset or index of one is used before it was checked.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod accessors;
pub mod buffers;
pub mod container;
pub mod document;
pub mod draco;
pub mod error;
pub mod extension;
pub mod files;
pub mod images;
pub mod meshopt;
pub mod package;
pub mod pool;
pub mod source;
pub mod text;
pub mod uri;
pub mod values;
