//! The numbers and warnings of the overlay.

use super::overlay::{OverlayText, PaintedMarks, Spring};
use super::playback::Playback;
use crate::device::{Devices, Simulator};
use crate::exit::Error;
use egui::Color32;
use glam::Vec3;
use pliant_gpu::DeviceKind;
use pliant_passes::PassTime;
use pliant_render::RenderOptions;
use std::time::Duration;

/// Number of listed passes: the slowest ones.
const PASSES: usize = 8;

/// The text of the overlay for a scene in playback.
pub(crate) fn readout(playback: &mut Playback, devices: &Devices) -> OverlayText {
    let passes = passes(playback.timings());
    let simulation = playback.simulation();
    let summary = simulation.summary();
    let particles: u64 = summary.bodies.iter().map(|b| u64::from(b.particles)).sum();
    let [simulated, drawn] = playback.durations();
    let time = format!("{:.2} s, frame {}", simulation.time(), simulation.frame());
    let mut numbers = vec![
        ("time", time),
        ("speed", speed(playback)),
        ("particles", particles.to_string()),
        (
            "solver",
            format!(
                "{}, {} substeps × {}",
                summary.solver, summary.substeps, summary.iterations
            ),
        ),
        ("simulate", milliseconds(simulated)),
        ("render", milliseconds(drawn)),
        ("device", simulator(devices)),
    ];
    if let Some(gpu) = devices.drawing.as_deref() {
        let info = gpu.info();
        if matches!(devices.simulator, Simulator::Cpu { .. }) {
            numbers.push(("drawn by", info.name.clone()));
        }
        if info.kind == DeviceKind::Cpu {
            numbers.push(("", quality(&playback.viewport.renderer.options())));
        }
    }
    let named = |(name, value): (&str, String)| (name.to_owned(), value);
    OverlayText {
        title: playback.scene.name.clone(),
        numbers: numbers.into_iter().map(named).chain(passes).collect(),
        warnings: warnings(playback),
        ..OverlayText::default()
    }
}

/// The mouse's spring in a window of `size` pixels with `scale` pixels a point.
pub(crate) fn spring(
    playback: &mut Playback,
    size: [u32; 2],
    scale: f64,
) -> Result<Option<Spring>, Error> {
    let Some((ends, force)) = playback.spring()? else {
        return Ok(None);
    };
    let viewpoint = playback.viewport.viewpoint();
    let point = |end| {
        let (pixel, _) = viewpoint.project(end, size)?;
        Some((pixel / scale as f32).to_array())
    };
    let [from, to] = ends.map(point);
    Ok(from.zip(to).map(|(from, to)| Spring { from, to, force }))
}

/// The marks of the scene, likewise.
pub(crate) fn marks(
    playback: &mut Playback,
    size: [u32; 2],
    scale: f64,
) -> Result<PaintedMarks, Error> {
    let drawn = playback.draw_marks()?;
    let viewpoint = playback.viewport.viewpoint();
    let point = |at| {
        let (pixel, _) = viewpoint.project(at, size)?;
        Some((pixel / scale as f32).to_array())
    };
    let line = |([a, b], color): ([Vec3; 2], Color32)| Some(([point(a)?, point(b)?], color));
    Ok(PaintedMarks {
        lines: drawn.lines.into_iter().filter_map(line).collect(),
        dots: (drawn.dots.into_iter())
            .filter_map(|(at, color)| Some((point(at)?, color)))
            .collect(),
        note: drawn.note,
    })
}

/// The name of what simulates, with its threads.
fn simulator(devices: &Devices) -> String {
    let [name, _] = devices.simulator.names();
    match devices.simulator.threads() {
        Some(1) => format!("{name}, 1 thread"),
        Some(threads) => format!("{name}, {threads} threads"),
        None => name,
    }
}

/// The quality of pictures, for the overlay and the log.
pub(crate) fn quality(options: &RenderOptions) -> String {
    let RenderOptions {
        samples,
        shadow_size,
        ..
    } = options;
    let plural = if *samples == 1 { "" } else { "s" };
    format!("{samples} sample{plural} per pixel, {shadow_size}² shadow map")
}

fn speed(playback: &Playback) -> String {
    match playback.transport.clock.speed() {
        _ if playback.transport.paused => "paused".to_owned(),
        Some(speed) => format!("{speed:.2} of real time"),
        None => "measuring".to_owned(),
    }
}

fn warnings(playback: &Playback) -> Vec<String> {
    let mut warnings = Vec::new();
    if playback.transport.clock.slow() && !playback.transport.paused {
        warnings.push("slower than real time".to_owned());
    }
    match playback.scene.warnings.len() {
        0 => {}
        1 => warnings.push("1 warning, see the log".to_owned()),
        count => warnings.push(format!("{count} warnings, see the log")),
    }
    warnings
}

fn passes(mut timings: Vec<PassTime>) -> impl Iterator<Item = (String, String)> {
    timings.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    timings.truncate(PASSES);
    timings
        .into_iter()
        .map(|t| (t.pass.row().name.to_owned(), format!("{:.2} ms", t.ms)))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1e3 * time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_has_samples_and_shadow_size() {
        assert_eq!(
            quality(&RenderOptions::LIGHT),
            "1 sample per pixel, 768² shadow map"
        );
        assert!(quality(&RenderOptions::FULL).starts_with("4 samples"));
    }

    #[test]
    fn the_longest_passes_come_first() {
        let time = |pass, ms| PassTime {
            pass,
            dispatches: 1,
            ms,
        };
        use pliant_passes::PassId;
        let timings = vec![
            time(PassId::PredictParticles, 0.5),
            time(PassId::SolveLinks, 2.0),
        ];
        let names: Vec<_> = passes(timings).map(|(_, value)| value).collect();
        assert_eq!(names, ["2.00 ms", "0.50 ms"]);
    }
}
