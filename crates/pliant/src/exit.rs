//! How the program ends: every failure has an exit code of docs/command-line.md and one line on standard error.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why the program failed; each message names the object and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A defect of Pliant: exit code 1.
    #[error("{0}")]
    Internal(String),
    /// A bad option or configuration: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The scene or a checkpoint could not be loaded: exit code 3.
    #[error("{0}")]
    Scene(String),
    /// No usable device, device lost, too little memory, or no display: exit code 4.
    #[error("{0}")]
    Device(String),
    /// A value is no longer finite: exit code 5.
    #[error("{why}")]
    Diverged {
        /// The message.
        why: String,
        /// The frame that was being simulated.
        frame: u64,
        /// Name of the body.
        body: String,
        /// First pass whose output was not finite.
        pass: &'static str,
    },
    /// An expectation of `--check` failed: exit code 6.
    #[error("{0}")]
    Check(String),
    /// An output could not be written: exit code 7.
    #[error("cannot write {}: {why}", .target.display())]
    Output {
        /// The file, or `standard output`.
        target: PathBuf,
        /// What went wrong and what to do.
        why: String,
    },
    /// The program that read the output has closed the pipe: exit code 7, and no message, since that program chose to stop.
    #[error("the reader has closed the pipe")]
    ClosedPipe,
    /// Ctrl-C or a termination signal: exit code 130.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// An output that could not be written.
    pub(crate) fn output(target: &Path, why: impl Display) -> Self {
        Self::Output {
            target: target.to_owned(),
            why: why.to_string(),
        }
    }

    /// An input or output error while writing; a closed pipe is [`Error::ClosedPipe`].
    pub(crate) fn io(target: &Path, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::output(target, reason(error)),
        }
    }

    /// The exit code that scripts see.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Self::Internal(_) => 1,
            Self::Usage(_) => 2,
            Self::Scene(_) => 3,
            Self::Device(_) => 4,
            Self::Diverged { .. } => 5,
            Self::Check(_) => 6,
            Self::Output { .. } | Self::ClosedPipe => 7,
            Self::Interrupted => 130,
        }
    }
}

impl From<pliant_scene::Error> for Error {
    fn from(error: pliant_scene::Error) -> Self {
        match error {
            pliant_scene::Error::Scene(why) => Self::Scene(why),
            pliant_scene::Error::Usage(why) => Self::Usage(why),
        }
    }
}

impl From<pliant_sim::Error> for Error {
    fn from(error: pliant_sim::Error) -> Self {
        match error {
            pliant_sim::Error::Engine(error) => error.into(),
            pliant_sim::Error::State(why) => Self::Scene(why),
            pliant_sim::Error::Diverged {
                frame,
                ref body,
                pass,
            } => Self::Diverged {
                why: error.to_string(),
                frame,
                body: body.clone(),
                pass,
            },
        }
    }
}

/// A message as one line: names from files can contain line breaks and control characters.
pub(crate) fn one_line(message: &str) -> String {
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
    fn codes_are_those_of_the_interface() {
        let all = [
            Error::Internal(String::new()),
            Error::Usage(String::new()),
            Error::Scene(String::new()),
            Error::Device(String::new()),
            Error::Diverged {
                why: String::new(),
                frame: 0,
                body: String::new(),
                pass: "",
            },
            Error::Check(String::new()),
            Error::output(Path::new("a.png"), "disk full"),
            Error::io(Path::new("a.png"), &ErrorKind::BrokenPipe.into()),
            Error::Interrupted,
        ];
        assert_eq!(all.map(|e| e.code()), [1, 2, 3, 4, 5, 6, 7, 7, 130]);
    }

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("node a\nb\u{1b}[31m:\t no"), "node a b[31m: no");
    }
}
