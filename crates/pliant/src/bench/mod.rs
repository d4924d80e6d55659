//! `pliant bench`: standard scenes on the CPU engine and on a Vulkan device. A benchmark is a list of scenes ([`Standard`]).

mod boxes;
mod cloth;
mod container;
mod error;
mod estimate;
mod fluid;
mod fold;
mod measure;
mod neighbours;
mod row;
mod soft;
mod standard;

use crate::device::{self, Simulator};
use crate::engine::AnyEngine;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report;
use row::{Commands, EngineRow, Row};
use standard::Standard;

/// A benchmark: its name and its scenes.
type Bench = (&'static str, fn() -> Vec<Standard>);

/// All benchmarks, in the order in which they run.
const BENCHES: [Bench; 7] = [
    ("cloth", cloth::scenes),
    ("soft", soft::scenes),
    ("neighbours", neighbours::scenes),
    ("fold", fold::scenes),
    ("fluid", fluid::scenes),
    ("boxes", boxes::boxes),
    ("shapes", boxes::shapes),
];

/// The benchmark that measures errors; it runs only by its name.
const ERROR: &str = "error";

/// Runs the named benchmark, or all others than `error`.
pub(crate) fn bench(options: &BenchOptions) -> Result<(), Error> {
    if options.name.as_deref() == Some(ERROR) {
        return error::error(options);
    }
    if options.plot.is_some() {
        let why = "--plot is for pliant bench error".to_owned();
        return Err(Error::Usage(why));
    }
    let chosen = chosen(options)?;
    let simulators = device::compared(&options.choice)?;
    for (bench, scene) in chosen {
        measure(bench, &scene, &simulators, options)?;
    }
    Ok(())
}

/// The scenes that the options choose, with the names of their benchmarks.
fn chosen(options: &BenchOptions) -> Result<Vec<(&'static str, Standard)>, Error> {
    let named = |(name, _): &&Bench| options.name.as_deref().is_none_or(|given| given == *name);
    let only = options.only.as_deref();
    let wanted = |scene: &Standard| {
        only.is_none_or(|text| scene.title.contains(text)) && (options.large || !scene.large)
    };
    let benches: Vec<&Bench> = BENCHES.iter().filter(named).collect();
    if benches.is_empty() {
        let names = BENCHES.map(|(name, _)| name).join(", ");
        let name = options.name.as_deref().unwrap_or_default();
        return Err(Error::Usage(format!(
            "there is no benchmark {name}: choose one of {names}, {ERROR}"
        )));
    }
    let all: Vec<(&str, Standard)> = benches
        .iter()
        .flat_map(|(name, scenes)| scenes().into_iter().map(move |scene| (*name, scene)))
        .collect();
    let titles: Vec<String> = all.iter().map(|(_, scene)| scene.title.clone()).collect();
    let chosen: Vec<_> = all.into_iter().filter(|(_, scene)| wanted(scene)).collect();
    if chosen.is_empty() {
        return Err(Error::Usage(format!(
            "--only {}: no scene has that in its title; there are {}",
            only.unwrap_or_default(),
            titles.join(", ")
        )));
    }
    Ok(chosen)
}

/// Measures a scene on all engines, and prints a row for each of its stages.
fn measure(
    bench: &'static str,
    scene: &Standard,
    simulators: &[Simulator],
    options: &BenchOptions,
) -> Result<(), Error> {
    let mut runners = measure::start(scene, simulators)?;
    for (at, stage) in scene.stages.iter().enumerate() {
        let times = measure::time(&mut runners, stage, scene.timing)?;
        let frames = times[0].frames_ms.len();
        let engines: Vec<EngineRow> = (runners.iter_mut().zip(times))
            .map(|(runner, times)| EngineRow::new(runner, times))
            .collect();
        let work = &mut runners[0].work;
        let recording = work.recording();
        let (method, counts) = (work.method(), work.counts()?);
        // Counting continues the simulation, so nothing is timed after it.
        let last = at + 1 == scene.stages.len();
        let traffic = match work.engine() {
            AnyEngine::Cpu(engine) if last => engine.count(&recording),
            _ => Vec::new(),
        };
        let estimated = !traffic.is_empty();
        let row = Row {
            bench,
            scene: format!("{} {}", scene.title, stage.name).trim().to_owned(),
            method,
            counts,
            frames,
            vulkan_over_cpu: Row::ratio(&engines),
            engines,
            commands: Commands::of(&recording),
            bytes: row::sum(&recording, &traffic, scene.timing),
            estimates: if estimated {
                estimate::estimates(options, &traffic)
            } else {
                Vec::new()
            },
        };
        report::print_result(&row, options.json, Row::text)?;
    }
    Ok(())
}
