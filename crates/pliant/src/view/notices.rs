//! What the window tells its user over the scene: a message for some seconds, an error that stays, and the help.

use std::time::{Duration, Instant};

/// How long a message is shown.
const MESSAGE: Duration = Duration::from_secs(8);

/// What is shown over the scene.
#[derive(Default)]
pub(crate) struct Notices {
    message: Option<(String, Instant)>,
    /// An error that stays, and whether the simulation diverged.
    pub(crate) banner: Option<(String, bool)>,
    /// Whether the keys are listed.
    pub(crate) help: bool,
    /// Whether the log has a warning that the scene runs slower than real time.
    pub(crate) slow_reported: bool,
}

impl Notices {
    /// Shows a message from now on.
    pub(crate) fn show(&mut self, message: String) {
        self.message = Some((message, Instant::now()));
    }

    /// The message that is shown.
    pub(crate) fn message(&self) -> Option<&String> {
        self.message.as_ref().map(|(text, _)| text)
    }

    /// Ends a message that was shown long enough; returns whether there was one.
    pub(crate) fn expire(&mut self) -> bool {
        self.message
            .take_if(|(_, since)| since.elapsed() > MESSAGE)
            .is_some()
    }

    /// The error that stays, and whether the simulation diverged.
    pub(crate) fn banner(&self) -> Option<(&str, bool)> {
        let banner = self.banner.as_ref();
        banner.map(|(text, diverged)| (text.as_str(), *diverged))
    }
}
