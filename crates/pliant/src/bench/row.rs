//! The result of a scene, as text and as JSON.

use super::measure::{Runner, Times};
use super::standard::Counts;
use crate::report::{self, Lines};
use pliant_passes::{Command, Engine, Recording};
use serde::Serialize;
use std::collections::BTreeMap;

/// The result for a stage of a scene.
#[derive(Serialize)]
pub(crate) struct Row {
    /// Name of the benchmark.
    pub(crate) bench: &'static str,
    /// The scene, and its stage where there are several.
    pub(crate) scene: String,
    /// How it is solved.
    pub(crate) method: String,
    /// The size of the scene at the stage's end.
    pub(crate) counts: Counts,
    /// Number of frames that were timed.
    pub(crate) frames: usize,
    /// What was measured, in the order of the command line.
    pub(crate) engines: Vec<EngineRow>,
    /// Fastest frame of the Vulkan device over that of the CPU engine, where both were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) vulkan_over_cpu: Option<f64>,
    /// The commands of a frame.
    pub(crate) commands: Commands,
}

/// The result on an engine.
#[derive(Serialize)]
pub(crate) struct EngineRow {
    /// `cpu`, or the name of the Vulkan device.
    device: String,
    /// Its driver.
    driver: String,
    /// Threads of the CPU engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    /// Wall time of the fastest frame, submission and waiting included.
    frame_ms: f64,
    median_ms: f64,
    mean_ms: f64,
    /// Memory of all buffers.
    bytes: u64,
    /// Time by pass, or by folder of passes.
    passes_ms: BTreeMap<&'static str, f64>,
}

/// The commands of a frame.
#[derive(Serialize)]
pub(crate) struct Commands {
    /// Runs of a pass.
    pub(crate) dispatches: usize,
    /// Fills and copies of buffers.
    pub(crate) fills_and_copies: usize,
    /// Points at which all earlier commands have to end before the next one starts.
    pub(crate) barriers: usize,
}

impl Commands {
    /// Counts the commands of a recording.
    pub(crate) fn of(recording: &Recording) -> Self {
        let is_dispatch = |command: &&Command| matches!(command, Command::Dispatch(_));
        let dispatches = recording.commands.iter().filter(is_dispatch).count();
        Self {
            dispatches,
            fills_and_copies: recording.commands.len() - dispatches,
            barriers: recording.barriers().len(),
        }
    }
}

impl EngineRow {
    /// The times of an engine.
    pub(crate) fn new(runner: &mut Runner<'_>, times: Times) -> Self {
        let [device, driver] = runner.simulator.names();
        Self {
            device,
            driver,
            threads: runner.simulator.threads(),
            frame_ms: times.fastest(),
            median_ms: times.median(),
            mean_ms: times.mean(),
            bytes: runner.work.engine().bytes(),
            passes_ms: times.passes,
        }
    }

    /// The device, and the threads of the CPU engine.
    fn name(&self) -> String {
        match self.threads {
            Some(1) => format!("{}, 1 thread", self.device),
            Some(threads) => format!("{}, {threads} threads", self.device),
            None => self.device.clone(),
        }
    }
}

impl Row {
    /// How much longer the Vulkan device took than the CPU engine.
    pub(crate) fn ratio(engines: &[EngineRow]) -> Option<f64> {
        match engines {
            [cpu, vulkan] => Some(vulkan.frame_ms / cpu.frame_ms),
            _ => None,
        }
    }

    /// The lines for people.
    pub(crate) fn text(&self) -> Lines {
        let mut lines = Lines::default();
        let counts: Vec<String> = self.counts.iter().map(counted).collect();
        let (bench, scene, counts) = (self.bench, &self.scene, counts.join(", "));
        lines.add(format_args!("{bench} {scene}: {counts}; {}", self.method));
        for engine in &self.engines {
            lines.add(format_args!(
                "  {:<32} {:9.3} ms a frame, median {:.3}, mean {:.3} of {}; {}",
                engine.name(),
                engine.frame_ms,
                engine.median_ms,
                engine.mean_ms,
                self.frames,
                report::bytes(engine.bytes)
            ));
        }
        if let Some(ratio) = self.vulkan_over_cpu {
            lines.add(format_args!("  Vulkan / CPU = {ratio:.2}"));
        }
        let commands = &self.commands;
        lines.add(format_args!(
            "  {} dispatches, {} fills and copies, {} barriers a frame",
            commands.dispatches, commands.fills_and_copies, commands.barriers
        ));
        self.passes(&mut lines);
        lines
    }

    /// A line for each pass, with its time on each engine.
    fn passes(&self, lines: &mut Lines) {
        let mut names: Vec<&str> = self
            .engines
            .iter()
            .flat_map(|e| e.passes_ms.keys().copied())
            .collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let mut line = format!("    {name:<38}");
            for engine in &self.engines {
                match engine.passes_ms.get(name) {
                    Some(ms) => line += &format!(" {ms:10.3} ms"),
                    None => line += &format!(" {:>10}   ", "–"),
                }
            }
            lines.add(format_args!("{}", line.trim_end()));
        }
    }
}

/// A number with its name; whole numbers have no decimals.
fn counted((name, count): (&&str, &f64)) -> String {
    if count.fract() == 0.0 {
        format!("{count} {name}")
    } else {
        format!("{count:.1} {name}")
    }
}
