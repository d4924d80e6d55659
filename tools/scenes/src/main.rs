//! Writes the committed scenes: `cargo run -p pliant-scenes`.
#![forbid(unsafe_code)]

use pliant_scenes::scenes::ALL;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    if env::args().len() > 1 {
        eprintln!("usage: pliant-scenes");
        return ExitCode::from(2);
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes"));
    let written = fs::create_dir_all(folder).and_then(|()| {
        ALL.iter().try_for_each(|(name, scene)| {
            fs::write(folder.join(format!("{name}.gltf")), scene().to_gltf())
        })
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scenes: {error}: make the folder writable");
            ExitCode::FAILURE
        }
    }
}
