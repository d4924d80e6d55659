//! Reading files that a scene names: regular ones only, and no more bytes than expected.

use crate::error::{Error, Result};
use crate::text::quote;
use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The largest scene file, picture or JSON text that is read, bytes.
pub const MAX_FILE: u64 = 2 << 30;

/// All bytes of a regular file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let length = check(path)?.len();
    if length > limit {
        return Error::file(format!(
            "{}: {length} bytes are more than the {limit} that can be read",
            show(path)
        ));
    }
    take(path, length, limit)
}

/// The first `length` bytes of a regular file, fewer where it is shorter.
pub fn read_start(path: &Path, length: u64) -> Result<Vec<u8>> {
    let present = check(path)?.len();
    take(path, present, length)
}

fn take(path: &Path, length: u64, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // `Take` hides the file's length, without which the vector would double and copy as it grows.
    bytes.reserve_exact(usize::try_from(length.min(limit)).unwrap_or(0));
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| unreadable(path, &error))?;
    Ok(bytes)
}

/// Checks the type of a file before it is opened: opening a FIFO would wait for its writer.
fn check(path: &Path) -> Result<Metadata> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.is_dir() {
        return Error::file(format!(
            "{} is a directory; name a .gltf or .glb file",
            show(path)
        ));
    }
    if !metadata.is_file() {
        return Error::file(format!(
            "{} is not a regular file; pipe a GLB to `-` instead",
            show(path)
        ));
    }
    Ok(metadata)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    let reason = match error.kind() {
        ErrorKind::NotFound => "no such file; check the path".to_owned(),
        ErrorKind::PermissionDenied => "permission denied; make the file readable".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    Error(format!("{}: {reason}", show(path)))
}

fn show(path: &Path) -> String {
    quote(&path.to_string_lossy())
}
