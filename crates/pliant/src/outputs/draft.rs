//! Files that appear whole or not at all: written under a temporary name in the same folder, then renamed.

use crate::exit::Error;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// A file under its temporary name; dropped, it is gone.
pub(super) struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    /// Begins a file.
    pub(super) fn begin(target: &Path) -> Result<Self, Error> {
        if target.is_dir() {
            return Err(Error::output(target, "it is a folder: name a file in it"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pliant-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves of it.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder
            .tempfile_in(folder(target))
            .map_err(|e| Error::output(target, reason(&e)))?;
        Ok(Self {
            file,
            target: target.to_owned(),
        })
    }

    /// Finds out whether a file could be written, and leaves nothing behind.
    pub(super) fn probe(target: &Path) -> Result<(), Error> {
        Self::begin(target)?;
        // The temporary name is short; the real one may be too long to rename to.
        match target.symlink_metadata() {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(Error::output(target, reason(&e))),
            _ => Ok(()),
        }
    }

    /// Closes the file, for another program to write it.
    pub(super) fn into_path(self) -> TempPath {
        self.file.into_temp_path()
    }

    fn finish(self) -> Result<(), Error> {
        let target = self.target;
        match self.file.persist(&target) {
            Ok(_) => Ok(()),
            Err(e) => Err(Error::output(&target, reason(&e.error))),
        }
    }
}

/// Writes a whole file.
pub(super) fn write_file(
    target: &Path,
    content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), Error> {
    let draft = Draft::begin(target)?;
    let mut out = BufWriter::new(draft.file.as_file());
    let written = content(&mut out).and_then(|()| out.flush());
    // What a failed write left in the buffer must not be tried again.
    drop(out.into_parts());
    written.map_err(|e| Error::output(target, reason(&e)))?;
    draft.finish()
}

/// The folder a file is in.
pub(super) fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// What went wrong with a file, and what to do.
pub(crate) fn reason(error: &io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist, make it first",
        ErrorKind::NotADirectory => "a part of its path is no folder",
        ErrorKind::PermissionDenied => "permission denied, choose another folder",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only, choose another folder",
        ErrorKind::FileTooLarge => "the file-size limit is reached, raise it (ulimit -f)",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full, make room",
        ErrorKind::InvalidFilename => "the name is too long, shorten it",
        ErrorKind::BrokenPipe => "its reader is gone",
        ErrorKind::IsADirectory => "it is a folder, name a file in it",
        _ => return error.to_string(),
    };
    known.to_owned()
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
        write_file(&target, |out| out.write_all(b"all")).expect("it is written");
        assert_eq!(std::fs::read(&target).expect("it is there"), b"all");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_failed_write_leaves_nothing_and_keeps_the_old() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("a.txt");
        std::fs::write(&target, "old").expect("it is written");
        let error = write_file(&target, |out| {
            out.write_all(b"half")?;
            Err(ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert_eq!(error.code(), 7);
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
