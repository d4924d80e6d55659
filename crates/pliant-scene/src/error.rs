//! Why a scene was not loaded.

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

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of the file.
    pub(crate) fn scene<T>(message: String) -> Result<T> {
        Err(Self::Scene(message))
    }

    /// An error of a flag.
    pub(crate) fn usage<T>(message: String) -> Result<T> {
        Err(Self::Usage(message))
    }
}

impl From<pliant_gltf::error::Error> for Error {
    fn from(error: pliant_gltf::error::Error) -> Self {
        Self::Scene(error.0)
    }
}
