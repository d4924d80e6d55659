//! Times device and host alternately, so that noise of the machine affects both.

use crate::exit::Error;
use pliant_gpu::VulkanEngine;
use pliant_passes::PassTime;
use pliant_sim::Simulation;
use std::time::Instant;

/// Frames before timing, for compilation and caches.
const WARM_UP: u32 = 2;
/// At least this many frames are timed, and frames for at least this many seconds.
const FRAMES: u32 = 10;
const SECONDS: f64 = 3.0;

/// The shortest wall time of a frame, submission and waiting included. `passes` has the device times of the frame with the shortest
/// device time.
pub(crate) struct Best {
    pub(crate) frame_ms: f64,
    pub(crate) passes: Vec<PassTime>,
}

/// Steps a simulation and calls `native`, which returns its time in ms; returns the minima over frames.
pub(crate) fn side_by_side(
    simulation: &mut Simulation<VulkanEngine>,
    native: impl FnMut() -> f64,
) -> Result<(Best, f64), Error> {
    let step = || {
        simulation.step()?;
        Ok(simulation.timings())
    };
    alternate(step, native)
}

/// Calls `device`, which returns the device time of each pass, and `native`, which returns its time in ms; returns the minima over
/// calls.
pub(crate) fn alternate(
    mut device: impl FnMut() -> Result<Vec<PassTime>, Error>,
    mut native: impl FnMut() -> f64,
) -> Result<(Best, f64), Error> {
    let mut best = Best {
        frame_ms: f64::INFINITY,
        passes: Vec::new(),
    };
    let mut native_ms = f64::INFINITY;
    for _ in 0..WARM_UP {
        device()?;
    }
    let started = Instant::now();
    let mut frames = 0;
    while frames < FRAMES || started.elapsed().as_secs_f64() < SECONDS {
        let start = Instant::now();
        let passes = device()?;
        let frame_ms = start.elapsed().as_secs_f64() * 1e3;
        native_ms = native_ms.min(native());
        best.frame_ms = best.frame_ms.min(frame_ms);
        if best.passes.is_empty() || total(&passes) < total(&best.passes) {
            best.passes = passes;
        }
        frames += 1;
    }
    Ok((best, native_ms))
}

fn total(passes: &[PassTime]) -> f64 {
    passes.iter().map(|t| t.ms).sum()
}
