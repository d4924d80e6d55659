//! How the program ends: every failure has an exit code of docs/command-line.md and one line on standard error.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Why the program did not do what it was asked; each message names the object and what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A mistake of ours: exit code 1.
    #[error("{0}")]
    Internal(String),
    /// A bad option or configuration: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The scene could not be loaded: exit code 3.
    #[error("{0}")]
    Scene(String),
    /// No usable device, device lost, too little memory, or no display: exit code 4.
    #[error("{0}")]
    Device(String),
    /// A value is no longer finite: exit code 5.
    #[error("{0}")]
    Diverged(String),
    /// `--check` found something that does not hold: exit code 6.
    #[error("{0}")]
    Check(String),
    /// An output could not be written: exit code 7.
    #[error("cannot write {}: {why}", .target.display())]
    Output {
        /// The file, `standard output` where there is none.
        target: PathBuf,
        /// What went wrong and what to do.
        why: String,
    },
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

    /// The exit code that scripts see.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Internal(_) => 1,
            Self::Usage(_) => 2,
            Self::Scene(_) => 3,
            Self::Device(_) => 4,
            Self::Diverged(_) => 5,
            Self::Check(_) => 6,
            Self::Output { .. } => 7,
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
            pliant_sim::Error::Engine(_) => Self::Device(error.to_string()),
            pliant_sim::Error::Diverged { .. } => Self::Diverged(error.to_string()),
        }
    }
}

/// A message as one line: names from files may hold line breaks and control characters.
pub(crate) fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words
        .join(" ")
        .chars()
        .filter(|c| !c.is_control())
        .collect()
}

/// Makes a panic one line as well; the unwinding still removes temporary files.
pub(crate) fn hook_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic.payload_as_str().unwrap_or("no message");
        let place = panic
            .location()
            .map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
        let line = format!("internal error: {what}{place}; please report it with the scene");
        crate::log::line(&one_line(&line));
    }));
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
            Error::Diverged(String::new()),
            Error::Check(String::new()),
            Error::output(Path::new("a.png"), "disk full"),
            Error::Interrupted,
        ];
        assert_eq!(all.map(|e| e.code()), [1, 2, 3, 4, 5, 6, 7, 130]);
    }

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("node a\nb\u{1b}[31m:\t no"), "node a b[31m: no");
    }
}
