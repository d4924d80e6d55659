//! Standard error: failures, log lines and the progress bar, which make room for each other.

use crate::options::Level;
use indicatif::MultiProgress;
use std::io::{IsTerminal, Write};
use std::sync::LazyLock;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Where progress bars are drawn; log lines go above them.
pub(crate) static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Sends log lines of the level and above to standard error.
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
    // Only what we say ourselves: what a window system tells its libraries is no news for anyone.
    let ours = Targets::new().with_target("pliant", filter);
    tracing_subscriber::registry().with(lines).with(ours).init();
}

/// The program's own line on standard error. A closed standard error is nobody's failure.
pub(crate) fn line(message: &str) {
    BARS.suspend(|| {
        let _ = writeln!(std::io::stderr(), "pliant: {message}");
    });
}

struct AboveBars;

impl Write for AboveBars {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        BARS.suspend(|| std::io::stderr().write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}
