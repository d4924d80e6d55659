//! `--metrics`: JSON lines (docs/metrics.md), each of them written whole and at once.

use crate::exit::Error;
use crate::outputs::reason;
use crate::report::STANDARD_OUTPUT;
use pliant_gpu::DeviceInfo;
use pliant_scene::Scene;
use pliant_sim::{FrameMetrics, Summary};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Serialize)]
pub(crate) struct Header<'a> {
    pliant: &'static str,
    scene: &'a str,
    device: &'a str,
    driver: String,
    #[serde(flatten)]
    summary: &'a Summary,
}

impl<'a> Header<'a> {
    /// Of a scene on a device.
    pub(crate) fn new(scene: &'a Scene, device: &'a DeviceInfo, summary: &'a Summary) -> Self {
        Self {
            pliant: env!("CARGO_PKG_VERSION"),
            scene: &scene.name,
            device: &device.name,
            driver: format!("{} {}", device.driver, device.driver_version),
            summary,
        }
    }
}

/// A frame's line.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    /// What the simulation measured.
    #[serde(flatten)]
    pub(crate) metrics: &'a FrameMetrics,
    /// How long the frame took.
    pub(crate) ms: Milliseconds,
}

/// Wall time of a frame's phases, ms.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Milliseconds {
    /// The step.
    pub(crate) simulate: f64,
    /// Drawing, without encoding and writing.
    pub(crate) render: f64,
}

/// Where the lines go.
pub(crate) struct Stream {
    sink: Sink,
    target: PathBuf,
    /// Bytes of whole lines.
    whole: u64,
}

enum Sink {
    StandardOutput,
    File(File),
}

impl Stream {
    /// Opens the file, or standard output for `-`.
    pub(crate) fn open(target: &Path) -> Result<Self, Error> {
        let (sink, target) = if target == Path::new("-") {
            (Sink::StandardOutput, Path::new(STANDARD_OUTPUT))
        } else {
            let file = File::create(target).map_err(|e| Error::output(target, reason(&e)))?;
            (Sink::File(file), target)
        };
        Ok(Self {
            sink,
            target: target.to_owned(),
            whole: 0,
        })
    }

    /// Writes a line.
    pub(crate) fn write(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut line = serde_json::to_vec(value)
            .map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
        line.push(b'\n');
        self.write_whole(&line).map_err(|e| {
            // A part of a line is of no use to anyone; a pipe keeps it, and that cannot be helped.
            if let Sink::File(file) = &self.sink {
                let _ = file.set_len(self.whole);
            }
            Error::output(&self.target, reason(&e))
        })?;
        self.whole += line.len() as u64;
        Ok(())
    }

    fn write_whole(&mut self, line: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::File(file) => file.write_all(line),
            Sink::StandardOutput => {
                let mut out = io::stdout().lock();
                out.write_all(line)?;
                out.flush()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_reach_the_file_at_once() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let mut stream = Stream::open(file.path()).expect("it opens");
        stream.write(&[1, 2]).expect("it writes");
        stream.write(&f64::NAN).expect("it writes");
        let text = std::fs::read_to_string(file.path()).expect("it is there");
        assert_eq!(text, "[1,2]\nnull\n");
    }
}
