//! Standard output.

use crate::error::Error;
use std::io::Write;
use std::path::Path;

/// The name of standard output in messages.
pub const STANDARD_OUTPUT: &str = "standard output";

/// Prints bytes unchanged.
///
/// # Errors
/// When standard output is closed or cannot be written.
pub fn print(bytes: &[u8]) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|e| Error::io(Path::new(STANDARD_OUTPUT), &e))
}
