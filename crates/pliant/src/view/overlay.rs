//! What is written over the picture: numbers, help, and the last message.

use super::keys::HELP;
use egui::{
    Align2, Area, ClippedPrimitive, Color32, Context, CornerRadius, Frame, Grid, Margin, Pos2,
    RawInput, Rect, RichText, TexturesDelta, Theme, Ui, Vec2, ViewportId,
};
use pliant_render::Overlay;

/// From the window's edge, points.
const EDGE: f32 = 12.0;

/// What is written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// What is shown, first of all.
    pub(crate) title: String,
    /// Name and value.
    pub(crate) numbers: Vec<(String, String)>,
    /// What deserves attention.
    pub(crate) warnings: Vec<String>,
    /// What happened last.
    pub(crate) message: Option<String>,
    /// Whether keys are listed.
    pub(crate) help: bool,
}

/// Lays the words out.
pub(crate) struct Writer {
    context: Context,
}

/// Words as something to draw.
pub(crate) struct Written {
    primitives: Vec<ClippedPrimitive>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

impl Writer {
    /// A writer of light words on dark ground.
    pub(crate) fn new() -> Self {
        let context = Context::default();
        context.set_theme(Theme::Dark);
        Self { context }
    }

    /// Writes for a window of a size, pixels, and its scale, pixels a point.
    pub(crate) fn write(&self, words: &Words, size: [u32; 2], scale: f32) -> Written {
        let points = Vec2::new(size[0] as f32, size[1] as f32) / scale;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, points)),
            ..RawInput::default()
        };
        let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.native_pixels_per_point = Some(scale);
        let output = self.context.run_ui(input, |ui| lay_out(ui.ctx(), words));
        let pixels_per_point = output.pixels_per_point;
        Written {
            primitives: self.context.tessellate(output.shapes, pixels_per_point),
            textures: output.textures_delta,
            pixels_per_point,
        }
    }
}

impl Written {
    /// For the renderer.
    pub(crate) fn overlay(&self) -> Overlay<'_> {
        Overlay {
            primitives: &self.primitives,
            textures: &self.textures,
            pixels_per_point: self.pixels_per_point,
        }
    }
}

fn lay_out(context: &Context, words: &Words) {
    panel(context, "numbers", Align2::LEFT_TOP, |ui| {
        ui.label(RichText::new(&words.title).strong());
        table(ui, "numbers", &words.numbers);
        for warning in &words.warnings {
            ui.colored_label(Color32::from_rgb(255, 190, 80), warning);
        }
        if !words.help {
            ui.weak("H  help");
        }
    });
    if words.help {
        panel(context, "help", Align2::RIGHT_TOP, |ui| {
            table(ui, "help", &HELP);
        });
    }
    if let Some(message) = &words.message {
        panel(context, "message", Align2::LEFT_BOTTOM, |ui| {
            ui.label(message);
        });
    }
}

fn panel(context: &Context, name: &'static str, corner: Align2, content: impl FnOnce(&mut Ui)) {
    let inwards = Vec2::new(-corner.x().to_sign(), -corner.y().to_sign()) * EDGE;
    Area::new(name.into())
        .anchor(corner, inwards)
        .interactable(false)
        .fade_in(false)
        .show(context, |ui| {
            Frame::new()
                .fill(Color32::from_black_alpha(150))
                .corner_radius(CornerRadius::same(6))
                .inner_margin(Margin::symmetric(10, 8))
                .show(ui, content);
        });
}

fn table<T: AsRef<str>>(ui: &mut Ui, name: &str, rows: &[(T, T)]) {
    Grid::new(name)
        .spacing(Vec2::new(14.0, 3.0))
        .show(ui, |ui| {
            for (left, right) in rows {
                ui.weak(left.as_ref());
                ui.label(right.as_ref());
                ui.end_row();
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(help: bool) -> Words {
        Words {
            title: "a.gltf".to_owned(),
            numbers: vec![("time".to_owned(), "1.0 s".to_owned())],
            help,
            ..Words::default()
        }
    }

    #[test]
    fn words_become_triangles_in_the_window() {
        let writer = Writer::new();
        for scale in [1.0, 2.0] {
            let written = writer.write(&words(true), [800, 600], scale);
            assert_eq!(written.pixels_per_point, scale);
            assert!(!written.primitives.is_empty());
        }
    }

    #[test]
    fn help_adds_to_what_is_drawn() {
        let vertices = |help| {
            let written = Writer::new().write(&words(help), [800, 600], 1.0);
            let count = |p: &ClippedPrimitive| match &p.primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
                egui::epaint::Primitive::Callback(_) => 0,
            };
            written.primitives.iter().map(count).sum::<usize>()
        };
        assert!(vertices(true) > vertices(false) + 1000);
    }
}
