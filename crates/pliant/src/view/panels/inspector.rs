//! The inspector: what the selected node is, how it moves, and every key that it reads.

use super::outliner::icon;
use super::request::Request;
use super::values::{self, short};
use crate::view::playback::Playback;
use egui::{Grid, RichText, Ui};
use pliant_scene::node_keys;
use pliant_sim::{BodyMetrics, ContactForce};

/// Shows the selected node.
pub(super) fn show(ui: &mut Ui, playback: &Playback, requests: &mut Vec<Request>) {
    let Some(node) = playback.appearance.selected else {
        ui.weak("Nothing is selected. Click a body, or a node in the list.");
        return;
    };
    let scene = &playback.scene;
    let of = &scene.nodes[node];
    ui.horizontal(|ui| {
        icon(ui, scene, node);
        ui.add(egui::Label::new(RichText::new(&of.name).strong().size(15.0)).truncate());
    });
    kind(ui, playback, node, requests);
    let metrics = playback.timeline.series.last.as_ref();
    let body = metrics.and_then(|m| m.bodies.iter().find(|b| b.name == of.name));
    numbers(ui, playback, node, body);
    let changes = &playback.edits.nodes;
    let keys = node_keys()
        .iter()
        .filter(|key| key.kinds().any(|kind| kind == of.kind));
    let has_joint = scene.joints.iter().any(|joint| joint.node == node);
    let keys: Vec<_> = keys
        .filter(|key| has_joint || !key.name.starts_with("break_"))
        .collect();
    if keys.is_empty() {
        return;
    }
    let title = RichText::new("Keys").strong();
    egui::CollapsingHeader::new(title)
        .default_open(true)
        .show(ui, |ui| {
            let wide = ui.available_width();
            Grid::new("keys")
                .num_columns(2)
                .min_col_width(wide * 0.42)
                .max_col_width(wide * 0.52)
                .striped(true)
                .show(ui, |ui| {
                    for key in keys {
                        let changed = changes.contains_key(&(of.name.clone(), key.name.to_owned()));
                        let new = values::row(ui, key, of.kind, of.keys.get(key.name), changed);
                        if let Some(value) = new {
                            requests.push(Request::Edit(
                                of.name.clone(),
                                key.name.to_owned(),
                                value,
                            ));
                        }
                    }
                });
        });
}

fn kind(ui: &mut Ui, playback: &Playback, node: usize, requests: &mut Vec<Request>) {
    let of = &playback.scene.nodes[node];
    if of.mesh.is_none() {
        return;
    }
    ui.horizontal(|ui| {
        ui.label("kind");
        ui.scope(|ui| {
            ui.set_max_width(140.0);
            let kinds = pliant_scene::kind_names();
            if let Some(value) = values::word(ui, "kind", of.kind, &kinds) {
                requests.push(Request::Edit(
                    of.name.clone(),
                    "body".to_owned(),
                    Some(value),
                ));
            }
        });
    });
}

/// Numbers of the node now: size, mass, strain, contacts and forces.
fn numbers(ui: &mut Ui, playback: &Playback, node: usize, body: Option<&BodyMetrics>) {
    let scene = &playback.scene;
    let of = &scene.nodes[node];
    let summary = playback.simulation().summary();
    let own = summary.bodies.iter().find(|b| b.name == of.name);
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(own) = own {
        if own.particles > 0 {
            rows.push((
                "particles",
                format!("{} ({} pinned)", own.particles, own.pinned),
            ));
        }
        rows.push(("mass", format!("{} kg", short(own.mass))));
        let constraints: u64 = own.constraints.values().map(|n| u64::from(*n)).sum();
        if constraints > 0 {
            rows.push(("constraints", constraints.to_string()));
        }
    }
    if let Some(body) = body {
        rows.extend(moving(body));
    }
    rows.extend(touching(playback, &of.name));
    if let Some(mesh) = of.mesh {
        let primitive = scene.meshes[mesh].primitives.first();
        let material = primitive.map(|p| &scene.materials[p.material]);
        if let Some(material) = material.filter(|m| !m.name.is_empty()) {
            rows.push(("material", material.name.clone()));
        }
    }
    Grid::new("numbers")
        .num_columns(2)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                ui.weak(name);
                ui.label(value);
                ui.end_row();
            }
        });
    ui.add_space(4.0);
}

/// What a body touches, and the force on it.
fn touching(playback: &Playback, name: &str) -> Vec<(&'static str, String)> {
    let metrics = playback.timeline.series.last.as_ref();
    let forces = metrics.iter().flat_map(|metrics| &metrics.contact_forces);
    let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    let row = |force: &ContactForce| {
        let other = match name {
            _ if force.a == name => &force.b,
            _ if force.b == name => &force.a,
            _ => return None,
        };
        let newtons = short(length(force.force));
        Some(("touches", format!("{other}, {newtons} N")))
    };
    forces.filter_map(row).collect()
}

/// Numbers that change from frame to frame.
fn moving(body: &BodyMetrics) -> Vec<(&'static str, String)> {
    let vector = |v: [f64; 3]| v.map(|c| format!("{c:.3}")).join(", ");
    let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    let percent = |part: f64| format!("{:.2} %", 100.0 * part);
    let mut rows = vec![
        ("centre", format!("{} m", vector(body.com))),
        ("speed", format!("{:.3} m/s", length(body.velocity))),
        (
            "kinetic energy",
            format!("{} J", short(body.kinetic_energy)),
        ),
    ];
    if let (Some(max), Some(mean)) = (body.max_strain, body.mean_strain) {
        rows.push((
            "strain",
            format!("{} at most, {} mean", percent(max), percent(mean)),
        ));
    }
    if let Some(force) = body.pin_force {
        rows.push(("force on pins", format!("{} N", short(length(force)))));
    }
    if let Some(depth) = body.max_penetration.filter(|depth| *depth > 0.0) {
        rows.push(("penetration", format!("{} mm", short(1e3 * depth))));
    }
    if let Some(volume) = body.volume {
        rows.push(("volume", format!("{} m³", short(volume))));
    }
    if let Some(pressure) = body.pressure {
        rows.push(("pressure", format!("{} Pa", short(pressure))));
    }
    if let Some(fluid) = body.fluid {
        rows.push(("density error", percent(fluid.density_error.mean)));
    }
    rows
}
