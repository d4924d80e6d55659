//! The result of a scene, as text and as JSON.

use super::estimate::Estimate;
use super::measure::{Runner, Times, label};
use super::standard::Counts;
use crate::report::{self, Lines};
use pliant_gpu::Timing;
use pliant_kernels::Traffic;
use pliant_passes::{Command, Engine, Recording};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

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
    /// What each pass, or each folder of passes, reads and writes in a frame; empty where the CPU engine was not measured.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) bytes: BTreeMap<&'static str, Bytes>,
    /// Estimated times on graphics cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) estimates: Vec<Estimate>,
}

/// Bytes that a pass reads and writes in a frame.
#[derive(Default, Serialize)]
pub(crate) struct Bytes {
    /// Dispatches, fills or copies.
    commands: usize,
    /// Whether all accesses were counted; otherwise the numbers have some whole buffers.
    counted: bool,
    read: u64,
    written: u64,
    /// The same, where each word counts once a dispatch.
    distinct_read: u64,
    distinct_written: u64,
}

/// Sums what commands read and write, by pass or by folder.
pub(crate) fn sum(
    recording: &Recording,
    traffic: &[Traffic],
    timing: Timing,
) -> BTreeMap<&'static str, Bytes> {
    let mut sums: BTreeMap<&str, Bytes> = BTreeMap::new();
    for (command, one) in recording.commands.iter().zip(traffic) {
        let sum = sums.entry(label(command.name(), timing)).or_insert(Bytes {
            counted: true,
            ..Bytes::default()
        });
        sum.commands += 1;
        sum.counted &= one.counted;
        sum.read += one.read;
        sum.written += one.written;
        sum.distinct_read += one.distinct_read;
        sum.distinct_written += one.distinct_written;
    }
    sums
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
    /// Time of loading the scene and building the simulation.
    build_ms: f64,
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
            build_ms: runner.build_ms,
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
                "  {:<32} {:9.3} ms a frame, median {:.3}, mean {:.3} of {}; built in {:.0} ms; {}",
                engine.name(),
                engine.frame_ms,
                engine.median_ms,
                engine.mean_ms,
                self.frames,
                engine.build_ms,
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
        for estimate in &self.estimates {
            lines.add(format_args!("  {}", estimate.text()));
        }
        lines
    }

    /// A line for each pass: its time on each engine, and the bytes of all its accesses.
    fn passes(&self, lines: &mut Lines) {
        let timed = self.engines.iter().flat_map(|e| e.passes_ms.keys());
        let names: BTreeSet<&str> = timed.chain(self.bytes.keys()).copied().collect();
        for name in names {
            let mut line = format!("    {name:<38}");
            for engine in &self.engines {
                match engine.passes_ms.get(name) {
                    Some(ms) => line += &format!(" {ms:10.3} ms"),
                    None => line += &format!(" {:>10}   ", "–"),
                }
            }
            if let Some(bytes) = self.bytes.get(name) {
                line += &format!(
                    "  {:9.3} MB read {:9.3} MB written{}",
                    bytes.read as f64 / 1e6,
                    bytes.written as f64 / 1e6,
                    if bytes.counted {
                        ""
                    } else {
                        " (whole buffers)"
                    }
                );
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
