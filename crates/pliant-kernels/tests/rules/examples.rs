//! Examples in the documentation are tested: a crate that is left out of their tests has none. No GPU.

use crate::support::{files, root};
use std::fs;

#[test]
fn no_example_is_left_out() {
    let text = |file| fs::read_to_string(file).expect("a file of the project");
    let crates = fs::read_dir(root().join("crates")).expect("crates/ is there");
    let names = crates.map(|entry| entry.expect("an entry").file_name());
    let mut folders: Vec<String> = names
        .map(|name| format!("crates/{}", name.display()))
        .collect();
    folders.extend(["tests", "tools/scenes"].map(str::to_owned));
    for folder in folders {
        if !text(root().join(&folder).join("Cargo.toml")).contains("doctest = false") {
            continue;
        }
        for (path, text) in files(&[&format!("{folder}/src")], &["rs"]) {
            let begins = |line: &str| {
                let comment = line.trim_start();
                comment.starts_with("/// ```") || comment.starts_with("//! ```")
            };
            assert!(
                !text.lines().any(begins),
                "{}: remove doctest = false from {folder}/Cargo.toml",
                path.display()
            );
        }
    }
}
