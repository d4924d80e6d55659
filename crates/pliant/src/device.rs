//! Opens the device that the options name.

use crate::exit::Error;
use pliant_gpu::{DeviceOptions, Gpu};
use std::sync::Arc;
use winit::raw_window_handle::RawDisplayHandle;

/// Opens a device without a window.
pub(crate) fn open(selector: Option<&str>, validate: bool) -> Result<Arc<Gpu>, Error> {
    open_on(None, selector, validate)
}

/// Opens a device that can present in windows of a display.
pub(crate) fn open_on(
    window: Option<RawDisplayHandle>,
    selector: Option<&str>,
    validate: bool,
) -> Result<Arc<Gpu>, Error> {
    let options = DeviceOptions {
        // An empty PLIANT_DEVICE counts as unset.
        selector: selector.filter(|s| !s.is_empty()).map(str::to_owned),
        validate,
        window,
        ..DeviceOptions::default()
    };
    Ok(Gpu::open(&options)?)
}

/// An error if the validation layer reported messages: each is a defect of Pliant.
pub(crate) fn validated(gpu: &Gpu) -> Result<(), Error> {
    let messages = gpu.messages().list();
    let Some(first) = messages.first() else {
        return Ok(());
    };
    Err(Error::Internal(format!(
        "the validation layer reported {} messages, the first: {first}; please report it with the scene",
        messages.len()
    )))
}

impl From<pliant_gpu::Error> for Error {
    fn from(error: pliant_gpu::Error) -> Self {
        match error {
            pliant_gpu::Error::NotFound { .. } => Self::Usage(error.to_string()),
            _ => Self::Device(error.to_string()),
        }
    }
}

impl From<pliant_passes::EngineError> for Error {
    fn from(error: pliant_passes::EngineError) -> Self {
        Self::Device(error.to_string())
    }
}
