//! Where the time of a frame goes, and its memory.

use super::request::Shown;
use crate::report;
use egui::{Grid, ProgressBar, Ui};
use pliant_passes::PassTime;
use std::collections::BTreeMap;
use std::time::Duration;

/// Number of listed passes: the slowest ones.
const PASSES: usize = 12;

/// Shows times by phase and pass, dispatches, and memory.
pub(super) fn show(ui: &mut Ui, shown: &mut Shown<'_>, panels: Duration) {
    let playback = &mut *shown.playback;
    let timings = playback.timings();
    let [simulated, drawn] = playback.durations();
    let ms = |time: Duration| format!("{:.2} ms", 1e3 * time.as_secs_f64());
    let dispatches = playback.simulation().recording().commands.len();
    let rows = [
        ("simulate a frame", ms(simulated)),
        ("draw a picture", ms(drawn)),
        ("lay out panels", ms(panels)),
        ("commands a frame", dispatches.to_string()),
        (
            "simulation memory",
            report::bytes(playback.simulation().bytes()),
        ),
        (
            "timeline memory",
            report::bytes(playback.timeline.history.bytes() as u64),
        ),
    ];
    Grid::new("times")
        .num_columns(2)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                ui.weak(name);
                ui.monospace(value);
                ui.end_row();
            }
        });
    ui.separator();
    if timings.is_empty() {
        ui.weak("Times of single passes are measured after a restart with -v debug.");
        return;
    }
    phases(ui, &timings);
    ui.add_space(6.0);
    let mut timings = timings;
    timings.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    for time in timings.iter().take(PASSES) {
        let value = format!("{:.2} ms × {}", time.ms, time.dispatches);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(ui.available_width(), 16.0), right, |ui| {
            ui.monospace(value);
            let left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(left, |ui| {
                ui.add(egui::Label::new(time.pass.row().name).truncate())
            });
        });
    }
}

/// The part of each phase, as bars.
fn phases(ui: &mut Ui, timings: &[PassTime]) {
    let mut phases = BTreeMap::<&str, f64>::new();
    for time in timings {
        let phase = time.pass.row().name.split('/').next().unwrap_or_default();
        *phases.entry(phase).or_default() += time.ms;
    }
    let total: f64 = phases.values().sum();
    let mut phases: Vec<(&str, f64)> = phases.into_iter().collect();
    phases.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (phase, ms) in phases {
        let part = if total > 0.0 {
            (ms / total) as f32
        } else {
            0.0
        };
        ui.add(ProgressBar::new(part).text(format!("{phase}  {ms:.2} ms")));
    }
}
