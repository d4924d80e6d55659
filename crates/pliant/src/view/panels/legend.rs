//! The legend of colours that show a quantity: its unit, the range, and a switch that holds it.

use crate::colors::{By, CHOICES, Choice, Coloring, map, palette};
use crate::view::playback::Playback;
use egui::{Color32, DragValue, Frame, Mesh, Order, Rect, Sense, Ui, vec2};

/// Size of the bar of colours, points.
const BAR: [f32; 2] = [150.0, 14.0];
/// Steps of the bar.
const STEPS: usize = 40;
/// At most so many bodies are listed.
const MOST: usize = 12;

/// Shows the legend in the lower right corner of the scene, where colours show a quantity.
pub(super) fn show(ui: &Ui, playback: &mut Playback) {
    let Some(choice) = playback.appearance.coloring.shown() else {
        return;
    };
    let area = ui.available_rect_before_wrap();
    let legend = egui::Area::new(egui::Id::new("legend"))
        .order(Order::Middle)
        .pivot(egui::Align2::RIGHT_BOTTOM)
        .fixed_pos(area.right_bottom() - vec2(8.0, 8.0));
    legend.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(BAR[0] + 40.0);
            match choice.by {
                By::Body => bodies(ui, playback),
                By::Quantity(_) => range(ui, choice, &mut playback.appearance.coloring),
            }
        });
    });
}

/// Title, bar of colours, ends of the range.
fn range(ui: &mut Ui, choice: &Choice, coloring: &mut Coloring) {
    ui.strong(format!("{} ({})", choice.label, choice.unit));
    if !coloring.any {
        ui.weak("nothing in the scene has this");
        return;
    }
    bar(ui, choice.signed);
    let [low, high] = &mut coloring.range;
    let speed = 0.005 * (*high - *low).abs().max(1e-6);
    ui.horizontal(|ui| {
        if coloring.held {
            ui.add(DragValue::new(low).speed(speed).range(f32::MIN..=*high));
            ui.add(DragValue::new(high).speed(speed).range(*low..=f32::MAX));
        } else {
            let places = decimals(*high - *low);
            ui.monospace(format!("{low:.places$} to {high:.places$}"));
        }
    });
    let hint = "keeps the range, which else follows the values of each frame";
    ui.checkbox(&mut coloring.held, "hold the range")
        .on_hover_text(hint);
}

/// Decimal places that show a range in about three digits.
fn decimals(range: f32) -> usize {
    (2.0 - range.max(1e-9).log10().floor()).clamp(0.0, 6.0) as usize
}

fn bar(ui: &mut Ui, signed: bool) {
    let (area, _) = ui.allocate_exact_size(BAR.into(), Sense::hover());
    let mut mesh = Mesh::default();
    let width = area.width() / STEPS as f32;
    for step in 0..STEPS {
        let [r, g, b] = map((step as f32 + 0.5) / STEPS as f32, signed);
        let from = area.min + vec2(step as f32 * width, 0.0);
        let cell = Rect::from_min_size(from, vec2(width, area.height()));
        mesh.add_colored_rect(cell, Color32::from_rgb(r, g, b));
    }
    ui.painter().add(mesh);
}

/// The names of bodies with their colours.
fn bodies(ui: &mut Ui, playback: &Playback) {
    ui.strong(CHOICES[CHOICES.len() - 1].label);
    let bodies = &playback.simulation().summary().bodies;
    for (index, body) in bodies.iter().take(MOST).enumerate() {
        ui.horizontal(|ui| {
            let (area, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
            let [r, g, b] = palette(index);
            ui.painter()
                .rect_filled(area, 2.0, Color32::from_rgb(r, g, b));
            ui.add(egui::Label::new(&body.name).truncate());
        });
    }
    if bodies.len() > MOST {
        ui.weak(format!("and {} more", bodies.len() - MOST));
    }
}

#[cfg(test)]
mod tests {
    use super::decimals;

    #[test]
    fn ranges_are_shown_in_three_digits() {
        assert_eq!([1234.0, 12.0, 1.0, 0.02].map(decimals), [0, 1, 2, 4]);
    }
}
