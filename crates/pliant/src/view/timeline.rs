//! The frames that were simulated so far: their states and measurements, and the exact state of the last one while an earlier one is shown.

use super::history::History;
use super::series::Series;
use crate::device::Simulator;
use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_sim::{Checkpoint, Simulation};
use std::mem::swap;
use std::time::{Duration, Instant};

/// Fraction of the time of simulating that measuring for the plots may take.
const MEASURING: f64 = 0.1;

/// The simulated frames.
pub(crate) struct Timeline {
    /// States of the frames.
    pub(crate) history: History,
    /// Metrics over time.
    pub(crate) series: Series,
    /// Whether metrics are wanted: by a panel in view.
    pub(crate) measured: bool,
    /// Exact state of the last simulated frame, while a kept one is shown.
    live: Option<(u64, Vec<u8>)>,
    /// Time spent on simulating and on measuring, s.
    spent: [f64; 2],
}

impl Timeline {
    /// No frames.
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(),
            series: Series::default(),
            measured: false,
            live: None,
            spent: [0.0; 2],
        }
    }

    /// Takes the frames of another timeline of the scene.
    pub(crate) fn take_over(&mut self, other: &mut Self) {
        swap(&mut self.history, &mut other.history);
        swap(&mut self.series, &mut other.series);
    }

    /// Keeps the current frame, and measures it where that does not take too long.
    pub(crate) fn keep(&mut self, simulation: &mut Simulation<AnyEngine>) -> Result<(), Error> {
        let began = Instant::now();
        self.history.keep(&simulation.frame_state()?);
        let [simulating, measuring] = self.spent;
        if self.measured && measuring <= MEASURING * simulating {
            self.measure(simulation)?;
        }
        self.spent[1] += began.elapsed().as_secs_f64();
        Ok(())
    }

    /// Keeps the frame that was simulated in this time.
    pub(crate) fn keep_simulated(
        &mut self,
        simulation: &mut Simulation<AnyEngine>,
        time: Duration,
    ) -> Result<(), Error> {
        self.spent[0] += time.as_secs_f64();
        self.keep(simulation)
    }

    /// Measures the current frame for panels.
    pub(crate) fn measure(&mut self, simulation: &mut Simulation<AnyEngine>) -> Result<(), Error> {
        self.series.add(simulation.metrics()?);
        Ok(())
    }

    /// Whether a kept frame is shown instead of the last simulated one.
    pub(crate) fn is_replayed(&self) -> bool {
        self.live.is_some()
    }

    /// Sets the simulation to a kept frame.
    pub(crate) fn show(
        &mut self,
        frame: u64,
        simulation: &mut Simulation<AnyEngine>,
        simulator: &Simulator,
    ) -> Result<(), Error> {
        let live = self.live.take().unwrap_or_else(|| {
            // A diverged state cannot be saved; its frame is gone.
            let exact = simulation.save(&simulator.names()[0]);
            (simulation.frame(), exact.unwrap_or_default())
        });
        if live.0 == frame && !live.1.is_empty() {
            return load(simulation, live.1);
        }
        self.live = Some(live);
        let Some(state) = self.history.state(frame) else {
            return Ok(());
        };
        match simulation.continue_from(&state) {
            Ok(()) | Err(pliant_sim::Error::State(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Sets the simulation to the last kept frame, or to one up to `before` frames earlier, from which it goes on. Returns whether any
    /// is kept.
    pub(crate) fn go_back(
        &mut self,
        before: u64,
        simulation: &mut Simulation<AnyEngine>,
    ) -> Result<bool, Error> {
        let last = self.history.range().map_or(0, |[_, last]| last);
        let frame = self.history.nearest(last.saturating_sub(before));
        let Some(state) = frame.and_then(|frame| self.history.state(frame)) else {
            return Ok(false);
        };
        self.live = None;
        simulation.continue_from(&state)?;
        self.truncate(state.frame);
        Ok(true)
    }

    /// Lets the simulation go on from the shown frame: later frames are dropped. A bookmark continues bit for bit, other frames within a
    /// micrometre in a metre.
    pub(crate) fn go_on(&mut self, simulation: &mut Simulation<AnyEngine>) -> Result<(), Error> {
        if self.live.take().is_none() {
            return Ok(());
        }
        let frame = simulation.frame();
        let exact = self.history.exact(frame).map(<[u8]>::to_vec);
        if let Some(exact) = exact {
            load(simulation, exact)?;
        }
        self.truncate(frame);
        Ok(())
    }

    /// Drops what comes after a frame, from which the simulation goes on.
    pub(crate) fn truncate(&mut self, frame: u64) {
        self.live = None;
        self.history.truncate(frame);
        self.series.truncate(frame);
    }

    /// Goes on with another simulation, which has `continued` from the state of the one before, or starts again.
    pub(crate) fn replaced(&mut self, continued: bool) {
        self.live = None;
        if !continued {
            self.history.clear();
            self.series.clear();
        }
    }

    /// Sets a bookmark at the shown frame, or removes it; returns what it did. A bookmark of the last simulated frame keeps its exact state.
    pub(crate) fn toggle_bookmark(
        &mut self,
        simulation: &mut Simulation<AnyEngine>,
        simulator: &Simulator,
    ) -> Result<String, Error> {
        let frame = simulation.frame();
        if self.history.remove_bookmark(frame) {
            return Ok(format!("bookmark removed at frame {frame}"));
        }
        let exact = simulation.save(&simulator.names()[0])?;
        Ok(match self.history.bookmark(frame, exact) {
            (false, _) => "a bookmark takes more than half of the timeline's memory".to_owned(),
            (true, 0) => format!("bookmark set at frame {frame}"),
            (true, left) => {
                format!("bookmark set at frame {frame}; {left} older left, for want of memory")
            }
        })
    }
}

/// Sets the simulation to an exact state.
fn load(simulation: &mut Simulation<AnyEngine>, exact: Vec<u8>) -> Result<(), Error> {
    let checkpoint = Checkpoint::read(exact, simulation.identity())?;
    Ok(simulation.load(&checkpoint)?)
}
