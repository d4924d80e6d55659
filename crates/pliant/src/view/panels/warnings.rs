//! The warnings of the loader, as `pliant info` lists them; a click selects the node.

use super::request::Request;
use crate::view::playback::Playback;
use egui::Ui;
use pliant_scene::Scene;

/// Shows the warnings.
pub(super) fn show(ui: &mut Ui, playback: &Playback, requests: &mut Vec<Request>) {
    let scene = &playback.scene;
    if scene.warnings.is_empty() {
        ui.weak("No warnings: everything in the file was understood.");
    }
    for warning in &scene.warnings {
        let node = named(scene, warning);
        let text = egui::Button::new(format!("⚠ {warning}"))
            .wrap()
            .frame(false);
        let response = ui.add_enabled(node.is_some(), text);
        if response.on_hover_text("select the node").clicked() {
            requests.push(Request::Select(node));
        }
        ui.separator();
    }
}

/// The node that a warning names, in quotes.
fn named(scene: &Scene, warning: &str) -> Option<usize> {
    let name = warning.split('"').nth(1)?;
    scene.nodes.iter().position(|node| node.name == name)
}
