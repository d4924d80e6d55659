//! The outliner: the nodes of the scene as a tree, with their kinds; selects, hides and finds them.

use super::request::Request;
use crate::view::playback::Playback;
use egui::{Color32, Pos2, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, vec2};
use pliant_scene::Scene;

/// Paints the icon of a node: a shape and a colour for each kind. The font has too few symbols for that.
pub(super) fn icon(ui: &mut Ui, scene: &Scene, node: usize) {
    let (area, response) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let of = &scene.nodes[node];
    let gray = ui.visuals().weak_text_color();
    let rgb = Color32::from_rgb;
    let (color, hover) = match of.kind {
        "cloth" => (rgb(90, 160, 255), "cloth"),
        "soft" => (rgb(240, 110, 150), "soft body"),
        "balloon" => (rgb(200, 120, 255), "balloon"),
        "rope" => (rgb(215, 165, 80), "rope"),
        "fluid" => (rgb(70, 190, 220), "fluid"),
        "rigid" => (rgb(235, 140, 60), "rigid body"),
        "kinematic" => (rgb(120, 200, 110), "animated collider"),
        "static" => (gray, "static collider"),
        "trigger" => (rgb(215, 190, 60), "trigger"),
        _ if of.camera.is_some() => (gray, "camera"),
        _ if of.light.is_some() => (gray, "light"),
        _ if of.mesh.is_some() => (gray, "only drawn"),
        _ => (gray, "a node without a mesh"),
    };
    paint(ui, area.shrink(3.0), of.kind, hover, color);
    response.on_hover_text(hover);
}

fn paint(ui: &Ui, area: Rect, kind: &str, hover: &str, color: Color32) {
    let painter = ui.painter();
    let line = Stroke::new(1.4, color);
    let middle = area.center();
    match (kind, hover) {
        ("cloth", _) => {
            painter.rect_stroke(area, 0.0, line, StrokeKind::Middle);
            painter.hline(area.x_range(), middle.y, line);
            painter.vline(middle.x, area.y_range(), line)
        }
        ("rope", _) => {
            let at = |i: usize| {
                let t = i as f32 / 8.0;
                let wave = (t * std::f32::consts::TAU).sin();
                Pos2::new(area.left() + t * area.width(), middle.y + 3.5 * wave)
            };
            painter.line((0..=8).map(at).collect(), line)
        }
        ("soft", _) => painter.rect_filled(area, 4.0, color),
        ("balloon", _) => painter.circle_stroke(middle, 5.0, line),
        ("fluid", _) => painter.circle_filled(middle, 4.5, color),
        ("rigid", _) => painter.rect_filled(area, 0.0, color),
        ("kinematic", _) => {
            let corners = vec![area.left_top(), area.right_center(), area.left_bottom()];
            painter.add(Shape::convex_polygon(corners, color, Stroke::NONE))
        }
        ("static", _) => painter.rect_stroke(area, 1.0, line, StrokeKind::Middle),
        ("trigger", _) => {
            painter.line_segment([area.left_bottom(), area.left_top()], line);
            let flag = Rect::from_min_max(area.left_top(), area.right_center());
            painter.rect_filled(flag, 0.0, color)
        }
        (_, "light") => {
            painter.hline(area.x_range(), middle.y, line);
            painter.vline(middle.x, area.y_range(), line);
            painter.circle_filled(middle, 3.0, color)
        }
        (_, "camera") => {
            painter.rect_filled(area.shrink2(vec2(0.0, 2.0)), 1.0, color);
            painter.circle_filled(middle, 2.0, ui.visuals().panel_fill)
        }
        (_, "only drawn") => {
            let corners = vec![area.center_top(), area.right_bottom(), area.left_bottom()];
            painter.add(Shape::closed_line(corners, line))
        }
        _ => painter.circle_filled(middle, 1.5, color),
    };
}

/// Shows the tree.
pub(super) fn show(
    ui: &mut Ui,
    playback: &Playback,
    search: &mut String,
    requests: &mut Vec<Request>,
) {
    ui.add_space(4.0);
    let field = egui::TextEdit::singleline(search).hint_text("Search nodes and kinds");
    ui.add(field.desired_width(f32::INFINITY));
    ui.separator();
    let wanted = search.to_lowercase();
    let scene = &playback.scene;
    let rows = rows(scene, &wanted);
    let height = ui.spacing().interact_size.y;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        rows.len(),
        |ui, seen| {
            for (node, depth) in &rows[seen] {
                row(ui, playback, *node, *depth, requests);
            }
        },
    );
    if rows.is_empty() {
        ui.weak("no node matches");
    }
}

/// The nodes in the order of the tree, with their depth; a search lists what matches.
fn rows(scene: &Scene, wanted: &str) -> Vec<(usize, usize)> {
    let depth = |node: usize| scene.ancestors(node).count() - 1;
    let matches = |node: &usize| {
        let of = &scene.nodes[*node];
        wanted.is_empty() || of.name.to_lowercase().contains(wanted) || of.kind == wanted
    };
    let found = scene.order.iter().copied().filter(matches);
    found
        .map(|node| (node, if wanted.is_empty() { depth(node) } else { 0 }))
        .collect()
}

fn row(ui: &mut Ui, playback: &Playback, node: usize, depth: usize, requests: &mut Vec<Request>) {
    let scene = &playback.scene;
    let hidden = playback.appearance.hidden[node];
    ui.horizontal(|ui| {
        ui.add_space(12.0 * depth.min(8) as f32);
        icon(ui, scene, node);
        let eye = 26.0;
        let name = RichText::new(&scene.nodes[node].name);
        let name = if hidden { name.weak() } else { name };
        let width = (ui.available_width() - eye).max(20.0);
        let is_selected = playback.appearance.selected == Some(node);
        let button = egui::Button::selectable(is_selected, name).truncate();
        let label = ui.allocate_ui_with_layout(
            vec2(width, 20.0),
            egui::Layout::left_to_right(egui::Align::Center).with_cross_justify(true),
            |ui| ui.add_sized([width, 20.0], button.right_text("")),
        );
        if label.inner.clicked() {
            requests.push(Request::Select((!is_selected).then_some(node)));
        }
        let eye = if hidden { "○" } else { "👁" };
        let toggle = ui.add(egui::Button::new(eye).frame(false));
        if toggle.on_hover_text("show or hide").clicked() {
            requests.push(Request::Hide(node, !hidden));
        }
    });
}
