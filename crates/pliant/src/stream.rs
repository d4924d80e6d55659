//! `--metrics`: JSON lines (docs/metrics.md). Each line is written whole and without delay.

use crate::device::Simulator;
use crate::exit::Error;
use pliant_outputs::STANDARD_OUTPUT;
use pliant_scene::Scene;
use pliant_sim::{FrameMetrics, Summary};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first line: the run and its bodies.
#[derive(Serialize)]
pub(crate) struct Header<'a> {
    pliant: &'static str,
    scene: &'a str,
    device: String,
    driver: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(flatten)]
    summary: &'a Summary,
}

impl<'a> Header<'a> {
    /// The header of a scene on what simulates it.
    pub(crate) fn new(scene: &'a Scene, simulator: &Simulator, summary: &'a Summary) -> Self {
        let [device, driver] = simulator.names();
        Self {
            pliant: env!("CARGO_PKG_VERSION"),
            scene: &scene.name,
            device,
            driver,
            threads: simulator.threads(),
            summary,
        }
    }
}

/// The line of a frame.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    /// The metrics of the simulation.
    #[serde(flatten)]
    pub(crate) metrics: &'a FrameMetrics,
    /// Wall time of the frame.
    pub(crate) ms: Milliseconds,
}

/// Wall time of a frame's phases, ms.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Milliseconds {
    /// Simulation.
    pub(crate) simulate: f64,
    /// Drawing, encoding and writing excluded.
    pub(crate) render: f64,
}

/// The open file or standard output.
pub(crate) struct Stream {
    sink: Sink,
    target: PathBuf,
    /// Bytes of the complete lines so far.
    complete: u64,
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
            let file = File::create(target).map_err(|e| Error::io(target, &e))?;
            (Sink::File(file), target)
        };
        Ok(Self {
            sink,
            target: target.to_owned(),
            complete: 0,
        })
    }

    /// Writes a line.
    pub(crate) fn write(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut line = serde_json::to_vec(value)
            .map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
        line.push(b'\n');
        self.write_line(&line).map_err(|e| {
            // Removes a partial line from a file; a partial line in a pipe cannot be taken back.
            if let Sink::File(file) = &self.sink {
                let _ = file.set_len(self.complete);
            }
            Error::io(&self.target, &e)
        })?;
        self.complete += line.len() as u64;
        Ok(())
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
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
