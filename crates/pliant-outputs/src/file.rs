//! Files that appear complete or not at all: written under a temporary name in the same folder, then renamed.

use crate::error::Error;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// A file under its temporary name. Dropping it deletes the file.
pub(super) struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    /// Creates the temporary file.
    pub(super) fn begin(target: &Path) -> Result<Self, Error> {
        if target.is_dir() {
            return Err(Error::output(target, "it is a folder: name a file in it"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pliant-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The mode of any new file; the umask applies.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder
            .tempfile_in(folder(target))
            .map_err(|e| Error::io(target, &e))?;
        Ok(Self {
            file,
            target: target.to_owned(),
        })
    }

    /// Checks whether a file could be written, and leaves no file behind.
    pub(super) fn probe(target: &Path) -> Result<(), Error> {
        Self::begin(target)?;
        // The temporary name is short; the final name can be too long.
        match target.symlink_metadata() {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(Error::io(target, &e)),
            _ => Ok(()),
        }
    }

    /// Closes the file, so that another program can write it.
    pub(super) fn into_path(self) -> TempPath {
        self.file.into_temp_path()
    }

    /// Gives the file its final name.
    fn finish(self) -> Result<(), Error> {
        let target = self.target;
        match self.file.persist(&target) {
            Ok(_) => Ok(()),
            Err(e) => Err(Error::io(&target, &e.error)),
        }
    }
}

/// Writes a complete file.
pub(super) fn write(
    target: &Path,
    content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), Error> {
    let draft = Draft::begin(target)?;
    let mut out = BufWriter::new(draft.file.as_file());
    let written = content(&mut out).and_then(|()| out.flush());
    // Discards what a failed write left in the buffer: dropping the writer would try again.
    drop(out.into_parts());
    written.map_err(|e| Error::io(target, &e))?;
    draft.finish()
}

/// Writes a complete file of text.
///
/// # Errors
/// When the file cannot be written.
pub fn write_text(target: &Path, text: &str) -> Result<(), Error> {
    write(target, |out| out.write_all(text.as_bytes()))
}

/// Writes a complete file that survives a power failure: its content reaches the disk before it gets its name.
///
/// # Errors
/// When the file cannot be written.
pub fn write_durable(target: &Path, bytes: &[u8]) -> Result<(), Error> {
    write(target, |out| {
        out.write_all(bytes)?;
        out.flush()?;
        out.get_ref().sync_data()
    })
}

/// Checks whether a file could be written, and leaves no file behind.
///
/// # Errors
/// When it could not.
pub fn probe(target: &Path) -> Result<(), Error> {
    Draft::probe(target)
}

/// The folder a file is in.
pub(super) fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The first name in the working directory, of `stem-001.EXTENSION` and so on, that no file has.
pub fn free_name(stem: &OsStr, extension: &str) -> PathBuf {
    let name = |number: u32| {
        let mut name = stem.to_owned();
        name.push(format!("-{number:03}.{extension}"));
        PathBuf::from(name)
    };
    let free = (1..)
        .map(name)
        .find(|file| file.symlink_metadata().is_err());
    free.expect("a folder holds fewer files than there are numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        entries
            .map(|e| {
                e.expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    }

    #[test]
    fn a_file_appears_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("a.txt");
        write(&target, |out| out.write_all(b"all")).expect("it is written");
        assert_eq!(std::fs::read(&target).expect("it is there"), b"all");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_failed_write_leaves_nothing_and_keeps_the_old() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("a.txt");
        std::fs::write(&target, "old").expect("it is written");
        let error = write(&target, |out| {
            out.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert!(matches!(error, Error::Output { .. }), "{error}");
        assert_eq!(std::fs::read(&target).expect("it is there"), b"old");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert!(Draft::probe(folder.path()).is_err());
        assert!(Draft::probe(&folder.path().join("no/a.txt")).is_err());
        assert!(Draft::probe(&folder.path().join("a".repeat(300))).is_err());
        assert!(names(folder.path()).is_empty());
    }
}
