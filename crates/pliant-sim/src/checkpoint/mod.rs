//! Checkpoints: the whole state of a simulation in a file, from which it continues bit for bit. `sections.rs` has the format,
//! `identity.rs` what must be the same, and `simulation/checkpoint.rs` saves and loads the state.

mod identity;
mod sections;

pub use identity::Identity;
pub(crate) use sections::{Sections, Writer, misses};

use crate::error::Error;

/// Sections of every checkpoint: the identity, the settings of measurements, the device, and the frame.
const IDENTITY: &str = "identity";
const MEASURED: &str = "measured";
const DEVICE: &str = "device";
const FRAME: &str = "frame";

/// A checkpoint that was read and checked: it is whole, and of this program, scene and settings.
#[derive(Debug)]
pub struct Checkpoint {
    pub(crate) sections: Sections,
    frame: u64,
    device: String,
    measured: String,
}

impl Checkpoint {
    /// Checks the content of a file against the simulation that will load it.
    ///
    /// # Errors
    /// [`Error::State`] if it is no checkpoint, is damaged, or is of another version, scene or setting.
    pub fn read(bytes: Vec<u8>, identity: &Identity) -> Result<Self, Error> {
        let sections = Sections::new(bytes)?;
        identity.compare(&sections.text(IDENTITY))?;
        Ok(Self {
            frame: sections.exactly(FRAME, 1)?[0],
            device: sections.text(DEVICE),
            measured: sections.text(MEASURED),
            sections,
        })
    }

    /// The frame at whose end it was saved.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The device on which it was saved, as [`crate::Simulation::save`] was given it.
    #[must_use]
    pub fn device(&self) -> &str {
        &self.device
    }

    /// Whether it was saved with the same measurements, and thus has exactly the buffers of the simulation.
    pub(crate) fn has_same_measurements(&self, identity: &Identity) -> bool {
        self.measured == identity.measured()
    }
}

/// A writer with the sections of every checkpoint.
pub(crate) fn begin(identity: &Identity, device: &str, frame: u64) -> Writer {
    let mut writer = Writer::new();
    writer.add(IDENTITY, identity.text().as_bytes());
    writer.add(MEASURED, identity.measured().as_bytes());
    writer.add(DEVICE, device.as_bytes());
    writer.add(FRAME, &[frame]);
    writer
}
