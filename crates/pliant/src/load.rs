//! From the options to a scene and the settings of its simulation.

use crate::exit::Error;
use crate::options::SceneOptions;
use pliant_scene::{Scene, Source};
use pliant_sim::Settings;
use std::io::Read;
use std::path::Path;

/// As much as the loader takes from a file, bytes.
const LARGEST: u64 = 2 << 30;

/// Loads the scene that the options name, their overrides applied.
pub(crate) fn scene(options: &SceneOptions) -> Result<Scene, Error> {
    let source = if options.path == Path::new("-") {
        Source::Bytes(standard_input()?)
    } else {
        Source::File(options.path.clone())
    };
    Ok(pliant_scene::load(&source, &options.overrides())?)
}

fn standard_input() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Error::Scene(format!("cannot read standard input: {e}")))?;
    if bytes.len() as u64 > LARGEST {
        let why = "standard input holds more than 2 GiB: split the scene";
        return Err(Error::Scene(why.to_owned()));
    }
    Ok(bytes)
}

/// What the scene says of the simulation, where the options are silent.
pub(crate) fn settings(options: &SceneOptions, scene: &Scene) -> Settings {
    let said = Settings::of(scene);
    Settings {
        fps: options.fps.unwrap_or(said.fps),
        substeps: options.substeps.unwrap_or(said.substeps),
        iterations: options.iterations.unwrap_or(said.iterations),
        solver: options.solver.map_or(said.solver, Into::into),
        gravity: options.gravity.unwrap_or(said.gravity),
        repeat: options.repeat,
        ..said
    }
}

/// Logs what the loader ignored, defaulted or did not understand.
pub(crate) fn warn(scene: &Scene) {
    for warning in &scene.warnings {
        tracing::warn!("{}", crate::exit::one_line(warning));
    }
}
