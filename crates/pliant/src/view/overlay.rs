//! The text overlay: numbers, help, and the last message.

use super::keys;
use egui::{
    Align2, ClippedPrimitive, Color32, Context, CornerRadius, FontFamily, FontId, Galley, LayerId,
    Painter, Pos2, RawInput, Rect, TexturesDelta, Vec2, ViewportId,
};
use pliant_render::Overlay;
use std::sync::Arc;

/// Distance of panels from the edge of the window, points.
const MARGIN: f32 = 12.0;

/// Distance of text from the edge of its panel, points.
const PADDING: Vec2 = Vec2::new(10.0, 7.0);
/// Distance between names and values, and between lines, points.
const GAP: f32 = 14.0;
const LEADING: f32 = 3.0;
const FONT: FontId = FontId {
    size: 13.0,
    family: FontFamily::Proportional,
};
const FAINT: Color32 = Color32::from_gray(175);
const LIGHT: Color32 = Color32::from_gray(240);
const AMBER: Color32 = Color32::from_rgb(255, 190, 80);

/// The text of the overlay.
#[derive(Debug, Clone, Default)]
pub(crate) struct OverlayText {
    /// The first line: the scene.
    pub(crate) title: String,
    /// Names and values.
    pub(crate) numbers: Vec<(String, String)>,
    /// Warnings.
    pub(crate) warnings: Vec<String>,
    /// The last message.
    pub(crate) message: Option<String>,
    /// Whether the keys are listed.
    pub(crate) help: bool,
}

/// A row of a panel.
enum Row<'a> {
    Line(&'a str, Color32),
    Pair(&'a str, &'a str),
}

/// Lays the text out.
pub(crate) struct OverlayLayout {
    context: Context,
}

/// The text as triangles.
pub(crate) struct OverlayMesh {
    primitives: Vec<ClippedPrimitive>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

impl OverlayLayout {
    /// A layout without text.
    pub(crate) fn new() -> Self {
        Self {
            context: Context::default(),
        }
    }

    /// Lays text out for a window of `size` pixels and `scale` pixels per point.
    pub(crate) fn write(&self, text: &OverlayText, size: [u32; 2], scale: f32) -> OverlayMesh {
        let points = Vec2::new(size[0] as f32, size[1] as f32) / scale;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, points)),
            ..RawInput::default()
        };
        let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.native_pixels_per_point = Some(scale);
        let output = self.context.run_ui(input, |ui| {
            lay_out(&ui.ctx().layer_painter(LayerId::background()), text);
        });
        let pixels_per_point = output.pixels_per_point;
        OverlayMesh {
            primitives: self.context.tessellate(output.shapes, pixels_per_point),
            textures: output.textures_delta,
            pixels_per_point,
        }
    }
}

impl OverlayMesh {
    /// The triangles for the renderer.
    pub(crate) fn overlay(&self) -> Overlay<'_> {
        Overlay {
            primitives: &self.primitives,
            textures: &self.textures,
            pixels_per_point: self.pixels_per_point,
        }
    }
}

impl Drop for OverlayMesh {
    fn drop(&mut self) {
        // The renderer has applied the textures, or the viewer is about to end.
        self.textures.clear();
    }
}

fn lay_out(painter: &Painter, text: &OverlayText) {
    let mut rows = vec![Row::Line(&text.title, LIGHT)];
    rows.extend(text.numbers.iter().map(|(n, v)| Row::Pair(n, v)));
    rows.extend(text.warnings.iter().map(|w| Row::Line(w, AMBER)));
    let hint = keys::hint();
    if !text.help {
        rows.push(Row::Line(&hint, FAINT));
    }
    panel(painter, Align2::LEFT_TOP, &rows);
    if text.help {
        let help = keys::help();
        let rows: Vec<Row<'_>> = help
            .iter()
            .map(|(input, effect)| Row::Pair(input, effect))
            .collect();
        panel(painter, Align2::RIGHT_TOP, &rows);
    }
    if let Some(message) = &text.message {
        panel(painter, Align2::LEFT_BOTTOM, &[Row::Line(message, LIGHT)]);
    }
}

/// Draws rows on a dark panel in a corner of the window.
fn panel(painter: &Painter, corner: Align2, rows: &[Row<'_>]) {
    let window = painter.clip_rect().shrink(MARGIN);
    let widest = window.width() - 2.0 * PADDING.x;
    let lay = |text: &str, color| painter.layout(text.to_owned(), FONT, color, widest);
    let laid: Vec<[Option<Arc<Galley>>; 2]> = rows
        .iter()
        .map(|row| match *row {
            Row::Line(text, color) => [Some(lay(text, color)), None],
            Row::Pair(name, value) => [Some(lay(name, FAINT)), Some(lay(value, LIGHT))],
        })
        .collect();
    let width = |galley: &Option<Arc<Galley>>| galley.as_ref().map_or(0.0, |g| g.size().x);
    let height = |row: &[Option<Arc<Galley>>; 2]| {
        row.iter().flatten().map(|g| g.size().y).fold(0.0, f32::max) + LEADING
    };
    let pairs = laid.iter().filter(|row| row[1].is_some());
    let column = pairs.map(|row| width(&row[0]) + GAP).fold(0.0, f32::max);
    let wide = laid.iter().map(|row| match &row[1] {
        Some(value) => column + value.size().x,
        None => width(&row[0]),
    });
    let size = Vec2::new(
        wide.fold(0.0, f32::max),
        laid.iter().map(height).sum::<f32>(),
    );
    let ground = corner.align_size_within_rect(size + 2.0 * PADDING, window);
    painter.rect_filled(
        ground,
        CornerRadius::same(6),
        Color32::from_black_alpha(190),
    );
    let mut at = ground.min + PADDING;
    for row in laid {
        let next = at.y + height(&row);
        for (galley, x) in row.into_iter().zip([at.x, at.x + column]) {
            if let Some(galley) = galley {
                painter.galley(Pos2::new(x, at.y), galley, LIGHT);
            }
        }
        at.y = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(help: bool) -> OverlayText {
        OverlayText {
            title: "a.gltf".to_owned(),
            numbers: vec![("time".to_owned(), "1.0 s".to_owned())],
            help,
            ..OverlayText::default()
        }
    }

    #[test]
    fn words_become_triangles_in_the_window() {
        let layout = OverlayLayout::new();
        for scale in [1.0, 2.0] {
            let mesh = layout.write(&text(true), [800, 600], scale);
            assert_eq!(mesh.pixels_per_point, scale);
            assert!(!mesh.primitives.is_empty());
        }
    }

    #[test]
    fn help_adds_to_what_is_drawn() {
        let vertices = |help| {
            let mesh = OverlayLayout::new().write(&text(help), [800, 600], 1.0);
            let count = |p: &ClippedPrimitive| match &p.primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
                egui::epaint::Primitive::Callback(_) => 0,
            };
            mesh.primitives.iter().map(count).sum::<usize>()
        };
        assert!(vertices(true) > vertices(false) + 1000);
    }
}
