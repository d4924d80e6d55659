//! Device and host timed in turns, so that noise on the machine meets both.

use crate::exit::Error;
use pliant_gpu::VulkanEngine;
use pliant_passes::PassTime;
use pliant_sim::Simulation;
use std::time::Instant;

/// Frames before timing: the first ones compile and warm up.
const WARM_UP: u32 = 2;
/// At least so many frames are timed, and more for as long as they are short.
const FRAMES: u32 = 10;
const SECONDS: f64 = 3.0;

/// The least wall time of a frame, submission and waiting included, and the device time of each pass in the frame that took least of it.
pub(crate) struct Best {
    pub(crate) frame_ms: f64,
    pub(crate) passes: Vec<PassTime>,
}

/// Steps a simulation and calls `native`, which gives the ms it took; both minima over frames.
pub(crate) fn side_by_side(
    simulation: &mut Simulation<VulkanEngine>,
    native: impl FnMut() -> f64,
) -> Result<(Best, f64), Error> {
    let step = || {
        simulation.step()?;
        Ok(simulation.timings())
    };
    in_turns(step, native)
}

/// Calls `device`, which gives the device time of each pass, and `native`, which gives the ms it took; both minima over calls.
pub(crate) fn in_turns(
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
