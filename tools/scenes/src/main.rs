//! Writes the committed scenes: `cargo run -p pliant-scenes`. With `--check` it lists files that are out of date.
#![forbid(unsafe_code)]

use pliant_scenes::scenes::ALL;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes"));
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => write(&folder),
        ["--check"] => check(&folder),
        _ => {
            eprintln!("usage: pliant-scenes [--check]");
            ExitCode::from(2)
        }
    }
}

fn write(folder: &Path) -> ExitCode {
    let written = fs::create_dir_all(folder).and_then(|()| {
        ALL.iter()
            .try_for_each(|(name, scene)| fs::write(file(folder, name), scene().to_gltf()))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scenes: {error}: make the folder writable");
            ExitCode::FAILURE
        }
    }
}

/// Reports every file that is out of date, and every file that no scene writes.
fn check(folder: &Path) -> ExitCode {
    let stale = ALL.iter().filter(|(name, scene)| {
        fs::read_to_string(file(folder, name)).ok() != Some(scene().to_gltf())
    });
    let stale = stale.map(|(name, _)| {
        format!("scenes/{name}.gltf is out of date: run cargo run -p pliant-scenes")
    });
    let unknown = unknown_files(folder).unwrap_or_default();
    let unknown = unknown
        .into_iter()
        .map(|name| format!("scenes/{name} is written by no scene: remove it"));
    let problems: Vec<_> = stale.chain(unknown).collect();
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    ExitCode::from(u8::from(!problems.is_empty()))
}

/// Files in the folder that no scene writes.
fn unknown_files(folder: &Path) -> io::Result<Vec<String>> {
    let known: Vec<_> = ALL.iter().map(|(name, _)| format!("{name}.gltf")).collect();
    let names =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names: Vec<_> = names.collect::<io::Result<_>>()?;
    Ok(names
        .into_iter()
        .filter(|name| !known.contains(name))
        .collect())
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.gltf"))
}
