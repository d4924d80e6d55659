//! Why an output could not be written.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why an output could not be written; each message names the object and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A defect of Pliant.
    #[error("{0}")]
    Internal(String),
    /// A wrong name of an output.
    #[error("{0}")]
    Usage(String),
    /// A file or standard output could not be written.
    #[error("cannot write {}: {why}", .target.display())]
    Output {
        /// The file, or [`STANDARD_OUTPUT`](crate::STANDARD_OUTPUT).
        target: PathBuf,
        /// What went wrong and what to do.
        why: String,
    },
    /// The program that read the output has closed the pipe.
    #[error("the reader has closed the pipe")]
    ClosedPipe,
    /// The frame could not be computed or drawn: the error of a [`FrameData`](crate::FrameData).
    #[error(transparent)]
    Frame(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// An output that could not be written.
    pub fn output(target: &Path, why: impl Display) -> Self {
        Self::Output {
            target: target.to_owned(),
            why: why.to_string(),
        }
    }

    /// An input or output error while writing; a closed pipe is [`Error::ClosedPipe`].
    #[must_use]
    pub fn io(target: &Path, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::output(target, reason(error)),
        }
    }

    /// The error of a [`FrameData`](crate::FrameData).
    pub fn frame(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Frame(cause.into())
    }
}

/// A message as one line: names from files can contain line breaks and control characters.
#[must_use]
pub fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words
        .join(" ")
        .chars()
        .filter(|c| !c.is_control())
        .collect()
}

/// The cause of an error of a file, and what to do.
fn reason(error: &io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist, create it first",
        ErrorKind::NotADirectory => "a component of its path is not a folder",
        ErrorKind::PermissionDenied => "permission denied, choose another folder",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only, choose another folder",
        ErrorKind::FileTooLarge => "the file-size limit is reached, raise it (ulimit -f)",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full, free some space",
        ErrorKind::InvalidFilename => "the name is too long, shorten it",
        ErrorKind::IsADirectory => "it is a folder, name a file in it",
        _ => return error.to_string(),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("node a\nb\u{1b}[31m:\t no"), "node a b[31m: no");
    }
}
