//! Settings of the simulation: every key of the scene, and what simulates.

use super::request::{Request, Shown};
use super::values;
use crate::view::edits;
use egui::{Grid, Ui};
use serde_json::Value;

/// Shows the settings.
pub(super) fn show(ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
    let playback = &*shown.playback;
    let settings = playback.simulation().settings();
    let wide = ui.available_width();
    Grid::new("settings")
        .num_columns(2)
        .min_col_width(wide * 0.34)
        .max_col_width(wide * 0.6)
        .striped(true)
        .show(ui, |ui| {
            for key in pliant_scene::scene_keys()
                .iter()
                .filter(|key| key.name != "expect")
            {
                let now = Some(edits::setting(settings, key.name)).filter(|v| *v != Value::Null);
                let changed = playback.edits.settings.contains_key(key.name);
                if let Some(value) = values::row(ui, key, "", now.as_ref(), changed) {
                    requests.push(Request::Set(key.name, value));
                }
            }
        });
    ui.add_space(6.0);
    ui.separator();
    let [device, driver] = shown.devices.simulator.names();
    let threads = shown.devices.simulator.threads();
    let device = match threads {
        Some(1) => format!("{device}, 1 thread"),
        Some(threads) => format!("{device}, {threads} threads"),
        None => format!("{device} ({driver})"),
    };
    let contacts = playback
        .series
        .last
        .as_ref()
        .map(|m| m.contacts.to_string());
    let rows = [
        ("device", Some(device)),
        (
            "real-time factor",
            playback.clock.speed().map(|speed| format!("{speed:.2}")),
        ),
        ("frame", Some(format!("{:.2} ms", 1e3 * settings.dt()))),
        ("substep", Some(format!("{:.3} ms", 1e3 * settings.h()))),
        ("contacts", contacts),
    ];
    Grid::new("device")
        .num_columns(2)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                if let Some(value) = value {
                    ui.weak(name);
                    ui.add(egui::Label::new(value).wrap());
                    ui.end_row();
                }
            }
        });
}
