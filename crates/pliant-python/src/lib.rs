//! The native part of the Python package. `python/pliant` has the classes that users see; this module has what they call.
#![forbid(unsafe_code)]

mod arrays;
mod batch;
mod errors;
mod interrupt;
mod simulation;

use errors::raised;
use pliant::LoadedScene;
use pliant_scene::{Overrides, Source};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

/// Pairs of a node or glob and a value.
type Pairs = Vec<(String, String)>;
/// Node or glob, key, and value as JSON.
type Sets = Vec<(String, String, String)>;

/// A scene that was read.
#[pyclass(frozen, module = "pliant._native")]
struct Scene {
    loaded: LoadedScene,
}

#[pymethods]
impl Scene {
    /// Reads a file, or the bytes of a GLB.
    #[new]
    fn new(
        py: Python<'_>,
        file: Option<PathBuf>,
        bytes: Option<Vec<u8>>,
        overrides: (Pairs, Pairs, Sets),
    ) -> PyResult<Self> {
        let source = match bytes {
            Some(bytes) => Source::Bytes(bytes),
            None => Source::File(file.unwrap_or_default()),
        };
        let (bodies, pins, sets) = overrides;
        let overrides = Overrides { bodies, pins, sets };
        let loaded = py.detach(|| LoadedScene::load(source, overrides));
        let loaded = loaded.map_err(|error| raised(py, error))?;
        Ok(Self { loaded })
    }

    /// What it is called in messages.
    fn name(&self) -> String {
        self.loaded.scene().name.clone()
    }

    fn warnings(&self) -> Vec<String> {
        self.loaded.scene().warnings.clone()
    }

    /// Name and kind of each node of the shown scene.
    fn nodes(&self) -> Vec<(String, &'static str)> {
        let scene = self.loaded.scene();
        let node = |node: &usize| (scene.nodes[*node].name.clone(), scene.nodes[*node].kind);
        scene.order.iter().map(node).collect()
    }

    /// Names of cameras.
    fn cameras(&self) -> Vec<String> {
        let scene = self.loaded.scene();
        let all = scene.order.iter().map(|node| &scene.nodes[*node]);
        let cameras = all.filter(|node| node.camera.is_some());
        cameras.map(|node| node.name.clone()).collect()
    }
}

/// Runs a command of the command line; the arguments begin after the program's name.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<()> {
    let all = std::iter::once(OsString::from("pliant")).chain(arguments);
    let ran = py.detach(|| pliant::run_command(all.collect::<Vec<_>>().into_iter()));
    ran.map_err(|error| raised(py, error))
}

/// The program `pliant`; returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| pliant::main_of(arguments.into_iter()))
}

/// Every device, and why it cannot be used, if so.
#[pyfunction]
fn devices(py: Python<'_>) -> Vec<(String, Option<String>)> {
    py.detach(pliant::devices)
}

/// Lets Python's signals stop runs and frames. The command line handles them itself.
#[pyfunction]
fn listen_to_signals() {
    pliant::interrupt_by(interrupt::asked);
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::step_all;
    #[pymodule_export]
    use super::simulation::Simulation;
    #[pymodule_export]
    use super::{Scene, devices, listen_to_signals, main, run_command};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
