//! The text overlay: numbers, help, and the last message.

use super::keys;
use egui::{
    Align2, ClippedPrimitive, Color32, CornerRadius, FontFamily, FontId, Galley, Painter, Pos2,
    Rect, Stroke, TexturesDelta, Vec2,
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

/// Colours of X, Y and Z.
pub(crate) const AXES: [Color32; 3] = [
    Color32::from_rgb(225, 70, 80),
    Color32::from_rgb(110, 170, 40),
    Color32::from_rgb(60, 130, 225),
];

/// The mouse's spring in the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spring {
    /// The grabbed point and its target, points.
    pub(crate) from: [f32; 2],
    pub(crate) to: [f32; 2],
    /// N.
    pub(crate) force: f64,
}

/// Lines and dots over the scene, points.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaintedMarks {
    pub(crate) lines: Vec<([[f32; 2]; 2], Color32)>,
    pub(crate) dots: Vec<([f32; 2], Color32)>,
    /// What is not shown.
    pub(crate) note: Option<String>,
}

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
    /// Whether title, numbers and warnings are shown: not where panels are.
    pub(crate) numbers_shown: bool,
    /// Marks over the scene.
    pub(crate) marks: PaintedMarks,
    /// The mouse's spring, while it pulls.
    pub(crate) spring: Option<Spring>,
}

/// A row of a panel.
enum Row<'a> {
    Line(&'a str, Color32),
    Pair(&'a str, &'a str),
}

/// Text and panels as triangles.
pub(crate) struct OverlayMesh {
    primitives: Vec<ClippedPrimitive>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

impl OverlayMesh {
    /// The output of egui for a picture.
    pub(crate) fn new(
        primitives: Vec<ClippedPrimitive>,
        textures: TexturesDelta,
        pixels_per_point: f32,
    ) -> Self {
        Self {
            primitives,
            textures,
            pixels_per_point,
        }
    }

    /// The triangles for the renderer.
    pub(crate) fn overlay(&self) -> Overlay<'_> {
        Overlay {
            primitives: &self.primitives,
            textures: &self.textures,
            pixels_per_point: self.pixels_per_point,
        }
    }
}

impl OverlayMesh {
    /// Drops the changes of textures, which the renderer has applied.
    pub(crate) fn forget_textures(&mut self) {
        self.textures.clear();
    }
}

impl Drop for OverlayMesh {
    fn drop(&mut self) {
        // The renderer has applied the textures, or the viewer is about to end.
        self.textures.clear();
    }
}

/// Paints the text.
pub(crate) fn lay_out(painter: &Painter, text: &OverlayText) {
    for (ends, color) in &text.marks.lines {
        painter.line_segment(ends.map(Pos2::from), Stroke::new(1.4, *color));
    }
    for (at, color) in &text.marks.dots {
        painter.circle_filled(Pos2::from(*at), 2.6, *color);
    }
    if let Some(spring) = &text.spring {
        paint_spring(painter, spring);
    }
    if text.numbers_shown {
        numbers(painter, text);
    }
    if text.help {
        let help = keys::help();
        let rows: Vec<Row<'_>> = help
            .iter()
            .map(|(input, effect)| Row::Pair(input, effect))
            .collect();
        panel(painter, Align2::RIGHT_TOP, &rows);
    }
    if let Some(message) = text.message.as_ref().or(text.marks.note.as_ref()) {
        panel(painter, Align2::LEFT_BOTTOM, &[Row::Line(message, LIGHT)]);
    }
}

/// Paints a coil from the grabbed point to the cursor, and the force next to it.
fn paint_spring(painter: &Painter, spring: &Spring) {
    const TURNS: usize = 12;
    let [from, to] = [spring.from, spring.to].map(Pos2::from);
    let along = to - from;
    let across = along.normalized().rot90() * 5.0;
    let point = |i: usize| {
        let side = match i {
            0 | TURNS => 0.0,
            i if i % 2 == 0 => 1.0,
            _ => -1.0,
        };
        from + along * (i as f32 / TURNS as f32) + across * side
    };
    painter.line((0..=TURNS).map(point).collect(), Stroke::new(1.6, AMBER));
    painter.circle_filled(from, 3.5, AMBER);
    let text = match spring.force {
        force if force < 10.0 => format!("{force:.2} N"),
        force => format!("{force:.0} N"),
    };
    let text = painter.layout_no_wrap(text, FONT, LIGHT);
    let area = Rect::from_min_size(to + Vec2::new(14.0, 6.0), text.size());
    painter.rect_filled(
        area.expand(4.0),
        CornerRadius::same(4),
        Color32::from_black_alpha(190),
    );
    painter.galley(area.min, text, LIGHT);
}

fn numbers(painter: &Painter, text: &OverlayText) {
    let mut rows = vec![Row::Line(&text.title, LIGHT)];
    rows.extend(text.numbers.iter().map(|(n, v)| Row::Pair(n, v)));
    rows.extend(text.warnings.iter().map(|w| Row::Line(w, AMBER)));
    let hint = keys::hint();
    if !text.help {
        rows.push(Row::Line(&hint, FAINT));
    }
    panel(painter, Align2::LEFT_TOP, &rows);
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
    use egui::{Context, LayerId, RawInput};

    fn text(help: bool) -> OverlayText {
        OverlayText {
            title: "a.gltf".to_owned(),
            numbers: vec![("time".to_owned(), "1.0 s".to_owned())],
            help,
            ..OverlayText::default()
        }
    }

    /// Number of vertices of the text in a window of 800 × 600 points.
    fn vertices(help: bool, numbers_shown: bool) -> usize {
        let context = Context::default();
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0))),
            ..RawInput::default()
        };
        let text = OverlayText {
            numbers_shown,
            ..text(help)
        };
        let output = context.run_ui(input, |ui| {
            lay_out(&ui.ctx().layer_painter(LayerId::background()), &text);
        });
        let primitives = context.tessellate(output.shapes, 1.0);
        let mesh = OverlayMesh::new(primitives, output.textures_delta, 1.0);
        let count = |p: &ClippedPrimitive| match &p.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
            egui::epaint::Primitive::Callback(_) => 0,
        };
        mesh.primitives.iter().map(count).sum()
    }

    #[test]
    fn help_adds_to_what_is_drawn() {
        assert!(vertices(true, true) > vertices(false, true) + 1000);
    }

    #[test]
    fn numbers_make_room_for_panels() {
        assert_eq!(vertices(false, false), 0);
        assert!(vertices(false, true) > 0);
    }
}
