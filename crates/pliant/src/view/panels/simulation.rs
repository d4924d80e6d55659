//! Settings of the simulation: every key of the scene, and what simulates.

use super::request::{Request, Shown};
use super::values;
use crate::device::CPU;
use crate::view::edits;
use egui::{Grid, Ui};
use serde_json::Value;

/// Keys of a scene that only `pliant run` heeds.
const OF_RUNS: [&str; 2] = ["duration", "expect"];

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
                .filter(|key| !OF_RUNS.contains(&key.name))
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
    device(ui, shown, requests);
    let contacts = playback
        .timeline
        .series
        .last
        .as_ref()
        .map(|m| m.contacts.to_string());
    let rows = [
        (
            "real-time factor",
            playback
                .transport
                .clock
                .speed()
                .map(|speed| format!("{speed:.2}")),
        ),
        ("frame", Some(format!("{:.2} ms", 1e3 * settings.dt()))),
        ("substep", Some(format!("{:.3} ms", 1e3 * settings.h()))),
        ("contacts", contacts),
    ];
    Grid::new("numbers of the simulation")
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

/// What simulates, and what it could be instead.
fn device(ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
    let simulator = &shown.devices.simulator;
    let [now, driver] = simulator.names();
    let text = match simulator.threads() {
        Some(1) => format!("{now}, 1 thread"),
        Some(threads) => format!("{now}, {threads} threads"),
        None => format!("{now} ({driver})"),
    };
    let drawing = shown.devices.drawing.as_ref().map(|gpu| &gpu.info().name);
    ui.horizontal(|ui| {
        ui.weak("device");
        egui::ComboBox::from_id_salt("device")
            .selected_text(text)
            .width(ui.available_width() - 10.0)
            .truncate()
            .show_ui(ui, |ui| {
                for name in [CPU].into_iter().chain(drawing.map(String::as_str)) {
                    if ui.selectable_label(now == name, name).clicked() && now != name {
                        requests.push(Request::Simulate(name.to_owned()));
                    }
                }
                ui.weak("others: restart with --device");
            });
    });
}
