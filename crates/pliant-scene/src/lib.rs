//! A glTF file becomes a checked [`Scene`] of plain arrays. Read [`load`] first.
//!
//! This crate is the border to files that nobody here wrote: everything is checked here, once, and
//! trusted behind.
#![forbid(unsafe_code)]

mod body;
mod collider;
mod expect;
mod material;
mod pose;
mod scene;

pub use body::*;
pub use collider::*;
pub use expect::*;
pub use material::*;
pub use pose::*;
pub use scene::*;

/// Where a scene comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A .gltf or .glb file.
    File(std::path::PathBuf),
    /// A GLB (or self-contained glTF) that was read already: standard input, a test.
    Bytes(Vec<u8>),
}

/// What the command line says of nodes, over the file's own keys.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--body NODE=KIND`: node glob and kind.
    pub bodies: Vec<(String, String)>,
    /// `--pin NODE:SELECTOR`: node glob and selector.
    pub pins: Vec<(String, String)>,
    /// `--set NODE:KEY=VALUE`: node glob, key without `pliant_`, value as JSON (a bare word is a string).
    pub sets: Vec<(String, String, String)>,
}

/// Why a scene was not loaded; each message names the object and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file, or something in it, is wrong: exit code 3.
    #[error("{0}")]
    Scene(String),
    /// A flag names a node or index that does not exist, or has a wrong value: exit code 2.
    #[error("{0}")]
    Usage(String),
}

/// Reads, checks and resolves a scene.
///
/// # Errors
/// [`Error::Scene`] for a file that can't be loaded, [`Error::Usage`] for an override that does not fit it.
pub fn load(source: &Source, overrides: &Overrides) -> Result<Scene, Error> {
    let _ = (source, overrides);
    Err(Error::Scene("not built yet".to_owned()))
}
