//! Checkpoints in files: `--save-state`, `--load-state`, and the keys of the viewer. `pliant_sim::Checkpoint` has their content.

use crate::device::Simulator;
use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_outputs::write_durable;
use pliant_sim::{Checkpoint, Identity, Simulation};
use std::io;
use std::path::{Path, PathBuf};

/// Reads a file and checks it against the simulation that will load it.
pub(crate) fn read(file: &Path, identity: &Identity) -> Result<Checkpoint, Error> {
    let bytes = bytes(file).map_err(|error| refused(file, &error.to_string()))?;
    Checkpoint::read(bytes, identity).map_err(|error| named(file, error))
}

/// Continues a simulation from a checkpoint of the file.
pub(crate) fn load(
    file: &Path,
    checkpoint: &Checkpoint,
    simulation: &mut Simulation<AnyEngine>,
    simulator: &Simulator,
) -> Result<(), Error> {
    let [then, now] = [checkpoint.device(), &device(simulator)];
    if then != now {
        let file = file.display();
        tracing::warn!(
            "{file} was saved on {then}: on {now} the simulation continues, but not bit for bit"
        );
    }
    simulation
        .load(checkpoint)
        .map_err(|error| named(file, error))
}

/// Writes the state of a simulation, whole or not at all.
pub(crate) fn save(
    file: &Path,
    simulation: &mut Simulation<AnyEngine>,
    simulator: &Simulator,
) -> Result<(), Error> {
    let state = simulation.save(&device(simulator));
    let state = state.map_err(|error| match error {
        pliant_sim::Error::State(why) => Error::output(file, why),
        error => error.into(),
    })?;
    Ok(write_durable(file, &state)?)
}

/// The checkpoint next to a scene, which the keys of the viewer save and load.
pub(crate) fn next_to(scene: &Path) -> PathBuf {
    let scene = if scene == Path::new("-") {
        Path::new("scene")
    } else {
        scene
    };
    scene.with_extension("pliant-state")
}

/// All bytes of a regular file. Opening anything else could wait for ever.
fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    if std::fs::metadata(file)?.is_file() {
        std::fs::read(file)
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// The device and its driver, as checkpoints name them.
pub(crate) fn device(simulator: &Simulator) -> String {
    let [device, driver] = simulator.names();
    format!("{device} ({driver})")
}

fn named(file: &Path, error: pliant_sim::Error) -> Error {
    match error {
        pliant_sim::Error::State(why) => refused(file, &why),
        error => error.into(),
    }
}

fn refused(file: &Path, why: &str) -> Error {
    Error::Scene(format!("cannot load {}: {why}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_lies_next_to_its_scene() {
        let file = |scene: &str| next_to(Path::new(scene)).display().to_string();
        assert_eq!(file("a/flag.gltf"), "a/flag.pliant-state");
        assert_eq!(file("-"), "scene.pliant-state");
    }
}
