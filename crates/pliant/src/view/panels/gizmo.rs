//! The axes of the world in a corner; a click on one looks along it.

use super::request::Request;
use crate::view::keys::Action;
use crate::view::overlay::AXES;
use crate::view::playback::Playback;
use egui::{Align2, Color32, FontId, Order, Sense, Stroke, Ui, vec2};
use glam::Vec3;

/// Length of an axis, points.
const LENGTH: f32 = 28.0;

/// Shows the axes in the upper right corner of the scene.
pub(super) fn show(ui: &Ui, playback: &Playback, requests: &mut Vec<Request>) {
    let area = ui.available_rect_before_wrap();
    let size = 2.0 * LENGTH + 24.0;
    let corner = area.right_top() + vec2(-size - 6.0, 6.0);
    let axes = egui::Area::new(egui::Id::new("axes"))
        .order(Order::Middle)
        .fixed_pos(corner);
    axes.show(ui.ctx(), |ui| {
        let (area, response) = ui.allocate_exact_size(vec2(size, size), Sense::click());
        let to_camera = playback.viewport.viewpoint().rotation.inverse();
        let mut ends = [
            (Vec3::X, "X", AXES[0], Action::Right),
            (Vec3::Y, "Y", AXES[1], Action::Top),
            (Vec3::Z, "Z", AXES[2], Action::Front),
        ]
        .map(|(axis, name, color, action)| (to_camera * axis, name, color, action));
        // The nearest axis covers the others.
        ends.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
        let middle = area.center();
        let clicked = response
            .clicked()
            .then(|| response.interact_pointer_pos())
            .flatten();
        for (axis, name, color, action) in ends {
            let end = middle + vec2(axis.x, -axis.y) * LENGTH;
            let painter = ui.painter();
            painter.line_segment([middle, end], Stroke::new(2.0, color));
            painter.circle_filled(end, 8.0, color);
            let font = FontId::proportional(11.0);
            painter.text(end, Align2::CENTER_CENTER, name, font, Color32::WHITE);
            if clicked.is_some_and(|at| at.distance(end) < 10.0) {
                requests.push(Request::Do(action));
            }
        }
    });
}
