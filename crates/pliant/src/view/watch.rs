//! Watches the scene's file. It looks at size and time of the file, which also works on network drives.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Interval between two looks.
const INTERVAL: Duration = Duration::from_millis(300);

/// The state of a file.
type Stamp = Option<(u64, SystemTime)>;

/// Watches a file.
pub(crate) struct Watch {
    file: PathBuf,
    known: Stamp,
    seen: Stamp,
    looked: Instant,
}

impl Watch {
    /// Watches a file from now on.
    pub(crate) fn new(file: &Path) -> Self {
        let known = stamp(file);
        Self {
            file: file.to_owned(),
            known,
            seen: known,
            looked: Instant::now(),
        }
    }

    /// Whether the file has changed since the last call, and has stayed as it is for an interval: it is whole then.
    pub(crate) fn changed(&mut self) -> bool {
        if self.looked.elapsed() < INTERVAL {
            return false;
        }
        self.looked = Instant::now();
        let now = stamp(&self.file);
        let rests = std::mem::replace(&mut self.seen, now) == now;
        let changed = rests && now.is_some() && now != self.known;
        if changed {
            self.known = now;
        }
        changed
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.len(), data.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_noticed_once_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.gltf");
        std::fs::write(&file, "a").expect("it is written");
        let mut watch = Watch::new(&file);
        let mut look = || {
            watch.looked -= INTERVAL;
            watch.changed()
        };
        assert!(!look());
        std::fs::write(&file, "ab").expect("it is written");
        assert_eq!([look(), look(), look()], [false, true, false]);
        std::fs::remove_file(&file).expect("it is removed");
        assert_eq!([look(), look()], [false, false]);
    }
}
