//! Errors of Pliant as the exceptions of the Python package.

use crate::interrupt;
use pliant::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// An exception of the package, by its name.
fn exception(py: Python<'_>, name: &str, message: &str) -> PyErr {
    let class = || py.import("pliant._errors")?.getattr(name);
    match class().and_then(|class| class.call1((message,))) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// `pliant.UsageError` with a message.
pub(crate) fn usage(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "UsageError", message)
}

/// `pliant.Error` with a message.
pub(crate) fn general(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "Error", message)
}

/// `pliant.RebuildRequired` for a key.
pub(crate) fn rebuild(py: Python<'_>, key: &str) -> PyErr {
    let message = format!(
        "{key} cannot change while a simulation runs: load a pliant.Scene with it, and make a new pliant.Simulation"
    );
    exception(py, "RebuildRequired", &message)
}

/// The exception of an error.
pub(crate) fn raised(py: Python<'_>, error: Error) -> PyErr {
    let message = error.to_string();
    let name = match error {
        Error::Usage(_) => "UsageError",
        Error::Scene(_) => "SceneError",
        Error::Device(_) => "DeviceError",
        Error::Check(_) => "CheckError",
        Error::Output(_) | Error::ClosedPipe => "OutputError",
        Error::Internal(_) => "Error",
        Error::Interrupted => return interrupt::take_error().unwrap_or_else(interrupted),
        Error::Diverged {
            why,
            frame,
            body,
            pass,
        } => {
            let class = || py.import("pliant._errors")?.getattr("Diverged");
            let made = class().and_then(|class| class.call1((why, frame, body, pass)));
            return made.map_or_else(|error| error, PyErr::from_value);
        }
    };
    exception(py, name, &message)
}

fn interrupted() -> PyErr {
    PyKeyboardInterrupt::new_err(())
}

/// An error of this package's own code.
pub(crate) fn defect(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("internal error: {what}"))
}
