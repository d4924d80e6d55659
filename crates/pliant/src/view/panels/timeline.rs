//! The timeline: the frames that were simulated so far, to scrub, to replay in both directions, and to simulate on from.

use super::request::{Request, Shown};
use super::style::ACCENT;
use crate::view::keys::Action;
use crate::view::playback::Playback;
use crate::view::record::Recording;
use crate::view::transport::Motion;
use egui::{Color32, DragValue, Pos2, Rect, Sense, Stroke, Ui, vec2};

/// Shows the timeline.
pub(super) fn show(
    ui: &mut Ui,
    shown: &mut Shown<'_>,
    budget: &mut usize,
    requests: &mut Vec<Request>,
) {
    let playback = &mut *shown.playback;
    ui.add_space(3.0);
    if let Some(recording) = shown.recording {
        progress(ui, recording, requests);
    }
    ui.horizontal(|ui| {
        buttons(ui, playback, requests);
        ui.separator();
        let time = playback.simulation().time();
        let frame = playback.simulation().frame();
        // In a narrow window the buttons need the room.
        if ui.available_width() > 320.0 {
            ui.monospace(format!("{time:7.3} s  frame {frame:<5}"));
        } else {
            ui.monospace(format!("frame {frame}"));
        }
        if playback.timeline.is_replayed() {
            ui.colored_label(ACCENT, "kept frame");
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let drag = DragValue::new(budget)
                .range(16..=65_536)
                .speed(4.0)
                .suffix(" MiB");
            if ui
                .add(drag)
                .on_hover_text("memory for kept frames; the oldest leave first")
                .changed()
            {
                playback.timeline.history.set_budget(*budget << 20);
            }
            let used = playback.timeline.history.bytes() as f64 / f64::from(1 << 20);
            if ui.available_width() > 130.0 {
                ui.weak(format!(
                    "{} frames, {used:.1} of",
                    playback.timeline.history.len()
                ));
            }
        });
    });
    bar(ui, playback, requests);
    ui.add_space(2.0);
}

/// How far a recording is.
fn progress(ui: &mut Ui, recording: &Recording, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let (written, total) = (recording.written(), recording.total.max(1));
        let name = recording.file.file_name().unwrap_or_default().display();
        ui.label(format!("recording {name}"));
        if ui.button("Cancel").clicked() {
            requests.push(Request::StopRecording);
        }
        let bar = egui::ProgressBar::new(written as f32 / total as f32);
        ui.add(bar.text(format!("{written} of {total} frames")));
    });
}

/// A button: its symbol, what it does, whether it is on, and what it asks for.
type Button = (&'static str, &'static str, bool, Option<Request>);

fn buttons(ui: &mut Ui, playback: &mut Playback, requests: &mut Vec<Request>) {
    row(ui, replaying(playback), requests);
    ui.separator();
    row(ui, simulating(playback), requests);
    let looped = egui::Button::selectable(playback.transport.looped, "🔁");
    if ui.add(looped).on_hover_text("replay in a loop").clicked() {
        playback.transport.looped ^= true;
    }
}

fn row(ui: &mut Ui, buttons: Vec<Button>, requests: &mut Vec<Request>) {
    for (glyph, hover, on, request) in buttons {
        let button = egui::Button::selectable(on, glyph).min_size(vec2(24.0, 20.0));
        if ui.add(button).on_hover_text(hover).clicked() {
            requests.extend(request);
        }
    }
}

/// What moves the scene, where it is not paused.
fn moving(playback: &Playback) -> Option<Motion> {
    (!playback.transport.paused).then_some(playback.transport.motion)
}

/// The buttons that show kept frames.
fn replaying(playback: &Playback) -> Vec<Button> {
    let range = playback.timeline.history.range();
    let frame = playback.simulation().frame();
    let end = |i: usize| range.map(|range| Request::Show(range[i]));
    let before = Some(Request::Show(frame.saturating_sub(1)));
    let after = Some(Request::Show(frame + 1));
    let replay = |glyph, hover, backwards| {
        let motion = Motion::Replay { backwards };
        let on = moving(playback) == Some(motion);
        (glyph, hover, on, Some(Request::Play(motion)))
    };
    let pause = (
        "⏸",
        "pause (Space)",
        playback.transport.paused,
        Some(Request::Pause),
    );
    vec![
        ("⏮", "first kept frame", false, end(0)),
        ("⏪", "frame before (Left)", false, before),
        replay("◀", "replay backwards", true),
        pause,
        replay("▶", "replay kept frames", false),
        ("⏩", "next kept frame (Right)", false, after),
        ("⏭", "last simulated frame", false, end(1)),
    ]
}

/// The buttons that simulate, and the bookmark.
fn simulating(playback: &Playback) -> Vec<Button> {
    let on = moving(playback) == Some(Motion::Simulate);
    let simulate = Some(Request::Play(Motion::Simulate));
    let marked = playback
        .timeline
        .history
        .exact(playback.simulation().frame())
        .is_some();
    let mark = "bookmark this frame, from which the simulation continues bit for bit (M)";
    let from_here = "simulate on from the shown frame (Space)";
    let step = Some(Request::Do(Action::Step));
    let reset = Some(Request::Do(Action::Reset));
    vec![
        ("⏺ Simulate", from_here, on, simulate),
        ("Step", "simulate one frame (.)", false, step),
        ("⏏ Reset", "back to frame 0 (R)", false, reset),
        ("⚑", mark, marked, Some(Request::Bookmark)),
    ]
}

/// The bar of kept frames, with bookmarks and the shown frame.
fn bar(ui: &mut Ui, playback: &Playback, requests: &mut Vec<Request>) {
    let size = vec2(ui.available_width(), 26.0);
    let (area, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let Some([first, last]) = playback.timeline.history.range() else {
        return;
    };
    let inner = area.shrink2(vec2(8.0, 4.0));
    let span = (last - first).max(1) as f32;
    let x = |frame: u64| {
        inner.left() + inner.width() * ((frame - first.min(frame)) as f32 / span).min(1.0)
    };
    let painter = ui.painter();
    let visuals = ui.visuals();
    painter.rect_filled(inner, 3.0, visuals.extreme_bg_color);
    let full =
        playback.timeline.history.bytes() as f32 / playback.timeline.history.budget.max(1) as f32;
    let used = Rect::from_min_size(
        inner.left_bottom() - vec2(0.0, 2.0),
        vec2(inner.width() * full.min(1.0), 2.0),
    );
    painter.rect_filled(used, 0.0, visuals.weak_text_color());
    ticks(ui, first, last, inner, &x);
    for mark in playback.timeline.history.bookmarks() {
        let at = Pos2::new(x(mark), inner.top());
        painter.circle_filled(at + vec2(0.0, 4.0), 3.5, Color32::from_rgb(80, 170, 255));
    }
    let now = x(playback.simulation().frame());
    painter.vline(now, area.y_range(), Stroke::new(2.0, ACCENT));
    painter.circle_filled(Pos2::new(now, area.top() + 3.0), 4.0, ACCENT);
    if let Some(at) = response.interact_pointer_pos() {
        let part = ((at.x - inner.left()) / inner.width()).clamp(0.0, 1.0);
        let frame = first + (part * (last - first) as f32).round() as u64;
        if frame != playback.simulation().frame() {
            requests.push(Request::Show(frame));
        }
    }
}

/// Marks at whole numbers of frames, with labels.
fn ticks(ui: &Ui, first: u64, last: u64, inner: Rect, x: &impl Fn(u64) -> f32) {
    let most = (inner.width() / 70.0).max(1.0) as u64;
    let steps = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000,
    ];
    let step = steps
        .into_iter()
        .find(|step| (last - first) / step <= most)
        .unwrap_or(1_000_000);
    let color = ui.visuals().weak_text_color();
    let font = egui::FontId::proportional(10.0);
    let mut frame = first.div_ceil(step) * step;
    while frame <= last {
        let at = Pos2::new(x(frame), inner.bottom());
        ui.painter().vline(
            at.x,
            inner.bottom() - 5.0..=inner.bottom(),
            Stroke::new(1.0, color),
        );
        // The last label would leave the bar.
        let (align, side) = if inner.right() - at.x < 24.0 {
            (egui::Align2::RIGHT_CENTER, -3.0)
        } else {
            (egui::Align2::LEFT_CENTER, 3.0)
        };
        ui.painter().text(
            Pos2::new(at.x + side, inner.center().y),
            align,
            frame.to_string(),
            font.clone(),
            color,
        );
        frame += step;
    }
}
