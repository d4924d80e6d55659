//! Watches the scene's file and the buffers and pictures that it names. It looks at size and time of each file, which also works on network
//! drives.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Interval between two looks.
const INTERVAL: Duration = Duration::from_millis(300);

/// The state of a file.
type Stamp = Option<(u64, SystemTime)>;

/// Watches files.
pub(crate) struct Watch {
    files: Vec<PathBuf>,
    known: Vec<Stamp>,
    seen: Vec<Stamp>,
    looked: Instant,
}

impl Watch {
    /// Watches a scene's file, and the files that it names, from now on.
    pub(crate) fn new(file: &Path, named: &[PathBuf]) -> Self {
        let named = named.iter().cloned();
        let files: Vec<PathBuf> = [file.to_owned()].into_iter().chain(named).collect();
        let known: Vec<Stamp> = files.iter().map(|file| stamp(file)).collect();
        Self {
            files,
            seen: known.clone(),
            known,
            looked: Instant::now(),
        }
    }

    /// Whether a file has changed since the last call, and all have stayed as they are for an interval: they are whole then.
    pub(crate) fn changed(&mut self) -> bool {
        if self.looked.elapsed() < INTERVAL {
            return false;
        }
        self.looked = Instant::now();
        let now: Vec<Stamp> = self.files.iter().map(|file| stamp(file)).collect();
        let rests = std::mem::replace(&mut self.seen, now.clone()) == now;
        let changed = rests && !now.contains(&None) && now != self.known;
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
        let [file, buffer] = ["a.gltf", "a.bin"].map(|name| folder.path().join(name));
        let write = |file: &Path, text| std::fs::write(file, text).expect("it is written");
        write(&file, "a");
        write(&buffer, "a");
        let mut watch = Watch::new(&file, std::slice::from_ref(&buffer));
        let mut look = || {
            watch.looked -= INTERVAL;
            watch.changed()
        };
        assert!(!look());
        write(&file, "ab");
        assert_eq!([look(), look(), look()], [false, true, false]);
        write(&buffer, "abc");
        assert_eq!([look(), look(), look()], [false, true, false]);
        std::fs::remove_file(&file).expect("it is removed");
        assert_eq!([look(), look()], [false, false]);
    }
}
