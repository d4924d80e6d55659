//! `pliant bench neighbours`: the neighbour search for 100,000 points with about 32 neighbours each.

use super::native_grid::NativeGrid;
use super::timing;
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Timing, VulkanEngine};
use pliant_passes::{PassId, PassTime};
use pliant_sim::Neighbours;
use serde::Serialize;

const POINTS: usize = 100_000;

/// The radius within which an inner point of the unit cube has 34 neighbours on average, m.
fn radius() -> f32 {
    (34.0 * 0.75 / std::f32::consts::PI / POINTS as f32).cbrt()
}

/// The result: minima over searches, since machines are noisy.
#[derive(Serialize)]
struct Row {
    points: usize,
    /// Entries of all lists.
    links: usize,
    /// Wall time of a search, submission and waiting included.
    search_ms: f64,
    /// Device time of the grid and of the lists.
    build_ms: f64,
    query_ms: f64,
    links_per_second: f64,
    /// Device time of a search by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of all buffers.
    bytes_per_point: f64,
    native_build_ms: f64,
    native_query_ms: f64,
    native_links_per_second: f64,
    /// Device over native, wall time.
    ratio: f64,
}

pub(crate) fn neighbours(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    let mut engine = VulkanEngine::new(gpu)?;
    engine.set_timing(Timing::Passes);
    let points = cloud();
    let mut search = Neighbours::new(engine, &[0; POINTS], &[radius()])?;
    search.set_points(&points)?;
    while search.search()? > 0 {}
    let lists = search.lists()?;
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    let mut native = NativeGrid::new(points, radius(), longest);
    let mut native_ms = [f64::INFINITY; 2];
    let step = || {
        search.search()?;
        Ok(search.timings())
    };
    let (best, total_ms) = timing::alternate(step, || {
        let ms = native.search();
        if ms[0] + ms[1] < native_ms[0] + native_ms[1] {
            native_ms = ms;
        }
        ms[0] + ms[1]
    })?;
    if let Some(point) = (0..POINTS).find(|i| native.list(*i) != lists[*i]) {
        return Err(Error::Internal(format!(
            "the lists of point {point} differ between device and host: please report it with the device's name"
        )));
    }
    let links = lists.iter().map(Vec::len).sum();
    let row = row(links, search.bytes(), best, native_ms, total_ms);
    report::print_result(&row, options.json, text)?;
    Ok(())
}

/// Random points in a cube of 1 m.
fn cloud() -> Vec<[f32; 4]> {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    let point = |_| [random(), random(), random(), 0.0];
    (0..POINTS).map(point).collect()
}

fn row(
    links: usize,
    bytes: u64,
    best: timing::Best,
    [native_build_ms, native_query_ms]: [f64; 2],
    native_ms: f64,
) -> Row {
    let lists = [PassId::FindNeighbours, PassId::SortNeighbours];
    let sum = |query: bool| -> f64 {
        let of = |t: &&PassTime| lists.contains(&t.pass) == query;
        best.passes.iter().filter(of).map(|t| t.ms).sum()
    };
    let per_second = |ms: f64| links as f64 / ms * 1e3;
    Row {
        points: POINTS,
        links,
        search_ms: best.frame_ms,
        build_ms: sum(false),
        query_ms: sum(true),
        links_per_second: per_second(best.frame_ms),
        passes_ms: best
            .passes
            .iter()
            .map(|t| (t.pass.row().name, t.ms))
            .collect(),
        bytes_per_point: bytes as f64 / POINTS as f64,
        native_build_ms,
        native_query_ms,
        native_links_per_second: per_second(native_ms),
        ratio: best.frame_ms / native_ms,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "neighbours: {} points, {:.1} neighbours each",
        row.points,
        row.links as f64 / row.points as f64
    ));
    lines.add(format_args!(
        "  search     {:9.3} ms   {:6.1} million links/s; grid {:.3} ms, lists {:.3} ms on the device",
        row.search_ms,
        row.links_per_second / 1e6,
        row.build_ms,
        row.query_ms
    ));
    lines.add(format_args!(
        "  native     {:9.3} ms   {:6.1} million links/s, one thread; grid {:.3} ms, lists {:.3} ms; device / native = {:.2}",
        row.native_build_ms + row.native_query_ms,
        row.native_links_per_second / 1e6,
        row.native_build_ms,
        row.native_query_ms,
        row.ratio
    ));
    lines.add(format_args!(
        "  memory     {:9.1} bytes per point",
        row.bytes_per_point
    ));
    for (name, ms) in &row.passes_ms {
        lines.add(format_args!("    {name:<24} {ms:9.4} ms per search"));
    }
    lines
}
