//! Loads the scene of the options and resolves the settings of its simulation.

use crate::exit::Error;
use crate::options::SceneOptions;
use pliant_scene::{Scene, Source};
use pliant_sim::Settings;
use std::io::Read;
use std::path::Path;

/// The loader's limit for a file, bytes.
const LARGEST: u64 = 2 << 30;
/// Iterations of a frame over all its substeps: the recording of a frame grows with them.
const MOST_SOLVES: u64 = 1_000_000;

/// Loads the scene of a source with the overrides of the options. A source is opened once, since standard input can be read only once.
pub(crate) fn scene_of(source: &Source, options: &SceneOptions) -> Result<Scene, Error> {
    Ok(pliant_scene::load(source, &options.overrides())?)
}

/// The same scene without the pixels of its pictures, for commands that draw nothing.
pub(crate) fn undrawn_scene(options: &SceneOptions) -> Result<Scene, Error> {
    let source = source(options)?;
    Ok(pliant_scene::inspect(&source, &options.overrides())?)
}

/// Where the scene of the options comes from.
pub(crate) fn source(options: &SceneOptions) -> Result<Source, Error> {
    Ok(if options.path == Path::new("-") {
        Source::Bytes(standard_input()?)
    } else {
        Source::File(options.path.clone())
    })
}

fn standard_input() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Error::Scene(format!("cannot read standard input: {e}")))?;
    if bytes.len() as u64 > LARGEST {
        let why = "standard input has more than 2 GiB: split the scene";
        return Err(Error::Scene(why.to_owned()));
    }
    Ok(bytes)
}

/// The settings of a simulation: the options where given, else the keys of the scene, else the defaults.
pub(crate) fn settings(options: &SceneOptions, scene: &Scene) -> Result<Settings, Error> {
    let of_scene = Settings::of(scene);
    let substeps = options.substeps.unwrap_or(of_scene.substeps);
    let iterations = options.iterations.unwrap_or(of_scene.iterations);
    if u64::from(substeps) * u64::from(iterations) > MOST_SOLVES {
        return Err(Error::Usage(format!(
            "--substeps {substeps} times --iterations {iterations} is more than {MOST_SOLVES}: lower one of them"
        )));
    }
    Ok(Settings {
        fps: options.fps.unwrap_or(of_scene.fps),
        substeps,
        iterations,
        solver: options.solver.map_or(of_scene.solver, Into::into),
        gravity: options.gravity.unwrap_or(of_scene.gravity),
        wind: options.wind.or(of_scene.wind),
        repeat: options.repeat,
        ..of_scene
    })
}

/// Logs the warnings of the loader.
pub(crate) fn warn(scene: &Scene) {
    for warning in &scene.warnings {
        tracing::warn!("{}", crate::exit::one_line(warning));
    }
}
