//! Signals become flags that the loops look at, so that temporary files are removed on the way out.

use crate::exit::Error;
use signal_hook::consts::SIGINT;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Takes over the signals that ask a program to end, and the one that a file-size limit raises.
pub(crate) fn listen() -> std::io::Result<()> {
    end_on(SIGINT)?;
    #[cfg(unix)]
    {
        end_on(signal_hook::consts::SIGTERM)?;
        // Handled, a write past the limit fails with an error instead of killing the program.
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    }
    Ok(())
}

/// The first signal raises the flag; a second one, when the loop is stuck, ends the program at once.
fn end_on(signal: i32) -> std::io::Result<()> {
    signal_hook::flag::register_conditional_shutdown(signal, 130, INTERRUPTED.clone())?;
    signal_hook::flag::register(signal, INTERRUPTED.clone())?;
    Ok(())
}

/// Whether the program was asked to end.
pub(crate) fn requested() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Ends what is going on if the program was asked to.
pub(crate) fn check() -> Result<(), Error> {
    if requested() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
