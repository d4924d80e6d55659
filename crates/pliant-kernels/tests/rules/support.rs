//! The project's files, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// Extensions of shaders and of what they include.
pub(crate) const SHADERS: &[&str] = &["comp", "vert", "frag", "glsl"];

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below some folders of the project that end in one of these, with their text.
pub(crate) fn files(folders: &[&str], extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|f| root().join(f)).collect();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            let extension = path.extension().and_then(|e| e.to_str());
            if path.is_dir() {
                open.push(path);
            } else if extension.is_some_and(|e| extensions.contains(&e)) {
                let text =
                    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                found.push((path, text));
            }
        }
    }
    found
}
