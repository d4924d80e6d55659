//! How the program ends: every failure has an exit code of docs/command-line.md and one line on standard error.

pub(crate) use pliant_outputs::one_line;

use std::fmt::Display;
use std::io;
use std::path::Path;

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
    #[error("{0}")]
    Output(String),
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
        pliant_outputs::Error::output(target, why).into()
    }

    /// An input or output error while writing; a closed pipe is [`Error::ClosedPipe`].
    pub(crate) fn io(target: &Path, error: &io::Error) -> Self {
        pliant_outputs::Error::io(target, error).into()
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
            Self::Output(_) | Self::ClosedPipe => 7,
            Self::Interrupted => 130,
        }
    }
}

impl From<pliant_outputs::Error> for Error {
    fn from(error: pliant_outputs::Error) -> Self {
        match error {
            pliant_outputs::Error::Internal(why) => Self::Internal(why),
            pliant_outputs::Error::Usage(why) => Self::Usage(why),
            pliant_outputs::Error::Output { .. } => Self::Output(error.to_string()),
            pliant_outputs::Error::ClosedPipe => Self::ClosedPipe,
            // What computes and draws frames fails with an error of this type.
            pliant_outputs::Error::Frame(cause) => match cause.downcast() {
                Ok(own) => *own,
                Err(other) => Self::Internal(other.to_string()),
            },
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
            Error::io(Path::new("a.png"), &io::ErrorKind::BrokenPipe.into()),
            Error::Interrupted,
        ];
        assert_eq!(all.map(|e| e.code()), [1, 2, 3, 4, 5, 6, 7, 7, 130]);
    }

    #[test]
    fn errors_of_outputs_keep_their_code_and_message() {
        let of = |error: pliant_outputs::Error| {
            let error = Error::from(error);
            (error.code(), error.to_string())
        };
        let file = Path::new("a.png");
        let full = "cannot write a.png: disk full".to_owned();
        assert_eq!(
            of(pliant_outputs::Error::output(file, "disk full")),
            (7, full)
        );
        let usage = pliant_outputs::Error::Usage("two outputs".to_owned());
        assert_eq!(of(usage), (2, "two outputs".to_owned()));
        let cause = Error::Device("device lost".to_owned());
        let frame = pliant_outputs::Error::frame(cause);
        assert_eq!(of(frame), (4, "device lost".to_owned()));
    }
}
