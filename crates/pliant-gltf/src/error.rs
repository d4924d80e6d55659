//! Why a file was not read.

/// What is wrong with a file; the message names the object and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

/// A part of a file, or why it can't be read.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this message.
    pub(crate) fn file<T>(message: String) -> Result<T> {
        Err(Self(message))
    }
}
