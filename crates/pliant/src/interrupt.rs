//! Signals set flags that the loops check, so that temporary files are removed before the program ends.

use crate::exit::Error;
use signal_hook::consts::SIGINT;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// What another program asks, where it handles the signals itself.
static OTHER: OnceLock<fn() -> bool> = OnceLock::new();

/// Lets another program say whether a run has to stop; it handles the signals itself.
pub(crate) fn listen_to(other: fn() -> bool) {
    OTHER.get_or_init(|| other);
}

/// Handles the signals that request the end of the program, the signal of the file-size limit, and SIGABRT. Rust's runtime reports a stack
/// overflow or exhausted memory and then raises SIGABRT, which ends the program with the exit code of an internal error.
pub(crate) fn listen() -> std::io::Result<()> {
    end_on(SIGINT)?;
    #[cfg(unix)]
    {
        end_on(signal_hook::consts::SIGTERM)?;
        // With a handler, a write past the limit fails with an error instead of killing the program.
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        let always = Arc::new(AtomicBool::new(true));
        signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, 1, always)?;
    }
    Ok(())
}

/// The first signal sets the flag; a second one ends the program at once, in case a loop is stuck.
fn end_on(signal: i32) -> std::io::Result<()> {
    signal_hook::flag::register_conditional_shutdown(signal, 130, INTERRUPTED.clone())?;
    signal_hook::flag::register(signal, INTERRUPTED.clone())?;
    Ok(())
}

/// Whether another program handles the signals.
pub(crate) fn handled_by_other() -> bool {
    OTHER.get().is_some()
}

/// Whether a signal has requested the end of the program.
pub(crate) fn requested() -> bool {
    INTERRUPTED.load(Ordering::SeqCst) || OTHER.get().is_some_and(|other| other())
}

/// An error if a signal has requested the end of the program.
pub(crate) fn check() -> Result<(), Error> {
    if requested() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
