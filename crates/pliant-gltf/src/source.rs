//! Where a scene comes from. See [`Source`].

use crate::error::Result;
use crate::files::{self, MAX_FILE};
use std::borrow::Cow;
use std::path::Path;

/// Where a scene comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A .gltf or .glb file.
    File(std::path::PathBuf),
    /// The bytes of a GLB or self-contained glTF: from standard input or a test.
    Bytes(Vec<u8>),
}

impl Source {
    /// The bytes of the scene's file.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>> {
        match self {
            Self::File(path) => Ok(files::read(path, MAX_FILE)?.into()),
            Self::Bytes(bytes) => Ok(bytes.into()),
        }
    }

    /// The folder that relative URIs start in; bytes have none.
    pub fn folder(&self) -> Option<&Path> {
        let Self::File(path) = self else {
            return None;
        };
        // The parent of a bare file name is the empty path, which stands for the current folder.
        let folder = path.parent()?;
        Some(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        })
    }

    /// What the scene is called in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned(),
            Self::Bytes(_) => "-".to_owned(),
        }
    }
}
