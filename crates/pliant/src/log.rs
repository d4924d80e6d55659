//! Standard error: failures and log lines, which are written above the progress bar.

use crate::exit::one_line;
use crate::options::Level;
use indicatif::MultiProgress;
use std::io::{IsTerminal, Write};
use std::sync::LazyLock;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The progress bars; log lines are written above them.
pub(crate) static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Starts the log: messages of the level and above go to standard error.
pub(crate) fn start(level: Level) {
    let filter = match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let lines = tracing_subscriber::fmt::layer()
        .without_time()
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .log_internal_errors(false)
        .with_writer(|| AboveBars);
    // Only messages of Pliant: those of window-system libraries do not help its users.
    let ours = Targets::new().with_target("pliant", filter);
    // A program that uses Pliant as a library may have a log of its own, or start this one again.
    let _ = tracing_subscriber::registry()
        .with(lines)
        .with(ours)
        .try_init();
}

/// Writes the program's own line to standard error. A closed standard error is not a failure.
pub(crate) fn line(message: &str) {
    BARS.suspend(|| {
        let _ = writeln!(std::io::stderr(), "pliant: {message}");
    });
}

/// Reports a panic as one line. The stack still unwinds, which removes temporary files.
pub(crate) fn hook_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic.payload_as_str().unwrap_or("no message");
        let position = panic
            .location()
            .map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
        let message = format!("internal error: {what}{position}; please report it with the scene");
        line(&one_line(&message));
    }));
}

/// Writes to standard error above the progress bars.
struct AboveBars;

impl Write for AboveBars {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        BARS.suspend(|| std::io::stderr().write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}
