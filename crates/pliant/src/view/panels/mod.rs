//! The panels of the viewer: menu, outliner, inspector, settings, performance, warnings, plots and timeline, in egui.
//! Panels read the scene in playback, and ask for changes by [`Request`]s, which `app.rs` performs.

mod files;
mod gizmo;
mod inspector;
mod legend;
mod menu;
mod outliner;
mod performance;
mod plots;
mod request;
mod simulation;
mod style;
mod timeline;
mod values;
mod warnings;

use super::keys::Action;
use super::overlay::{OverlayMesh, lay_out};
use super::prefs::{Prefs, Tab, Theme};
use egui::{Align2, Context, LayerId, Panel, Ui};
use egui_winit::State;
use files::FileWindow;
pub(crate) use files::Purpose;
use pliant_scene::BodyKind;
use plots::Plots;
pub(crate) use request::{Request, Shown};
use std::time::{Duration, Instant};
use winit::event::WindowEvent;
use winit::window::Window;

/// What the panels want and how they look.
pub(crate) struct Layout {
    pub(crate) mesh: OverlayMesh,
    pub(crate) requests: Vec<Request>,
    /// Margins of the window that panels cover: left, upper, right, lower, pixels.
    pub(crate) margins: [f32; 4],
    /// Whether egui wants another picture at once.
    pub(crate) again: bool,
}

/// The state of the panels between pictures.
pub(crate) struct Panels {
    context: Context,
    input: Option<State>,
    pub(crate) prefs: Prefs,
    search: String,
    files: Option<FileWindow>,
    plots: Plots,
    /// The panels as they were drawn last.
    pub(crate) drawn: Option<OverlayMesh>,
    /// Time of laying out and tessellating the last picture.
    pub(crate) took: Duration,
}

impl Panels {
    /// The panels that were open when the viewer ran last.
    pub(crate) fn new() -> Self {
        let prefs = Prefs::load();
        Self {
            context: context(prefs.theme),
            input: None,
            prefs,
            search: String::new(),
            files: None,
            plots: Plots::default(),
            drawn: None,
            took: Duration::ZERO,
        }
    }

    /// Begins to read the input of a window.
    pub(crate) fn attach(&mut self, window: &Window) {
        let scale = Some(window.scale_factor() as f32);
        let id = self.context.viewport_id();
        self.input = Some(State::new(
            self.context.clone(),
            id,
            window,
            scale,
            None,
            None,
        ));
    }

    /// Begins anew for another renderer, which does not have the textures of the panels.
    pub(crate) fn restart(&mut self, window: &Window) {
        self.context = context(self.prefs.theme);
        self.attach(window);
    }

    /// Passes an event on; returns whether a panel consumed it.
    pub(crate) fn event(&mut self, window: &Window, event: &WindowEvent) -> bool {
        let Some(input) = &mut self.input else {
            return false;
        };
        let response = input.on_window_event(window, event);
        let popup = egui::Popup::is_any_open(&self.context);
        let typing = self.context.text_edit_focused() || self.files.is_some() || popup;
        match event {
            WindowEvent::KeyboardInput { .. } => typing,
            _ => response.consumed,
        }
    }

    /// Whether a window, a menu or another area of the panels covers a point of the scene.
    pub(crate) fn cover(&self, at: glam::Vec2) -> bool {
        let layer = self.context.layer_id_at(egui::pos2(at.x, at.y));
        layer.is_some_and(|layer| layer.order != egui::Order::Background)
    }

    /// The plotted curves.
    pub(crate) fn curves(&self) -> &[super::series::Curve] {
        &self.plots.curves
    }

    /// Whether a panel needs the metrics of the current frame.
    pub(crate) fn need_metrics(&self) -> bool {
        let inspector = self.prefs.properties && self.prefs.tab == Tab::Inspector;
        self.prefs.panels && (self.prefs.plots || inspector)
    }

    /// Changes the theme.
    fn set_theme(&mut self, theme: Theme) {
        self.prefs.theme = theme;
        style::apply(&self.context, theme);
        self.prefs.save();
    }

    /// Lays the panels out for a window.
    pub(crate) fn lay_out(&mut self, window: &Window, mut shown: Shown<'_>) -> Layout {
        let began = Instant::now();
        let context = self.context.clone();
        let input = self
            .input
            .as_mut()
            .map(|input| input.take_egui_input(window));
        let mut requests = Vec::new();
        let mut free = egui::Rect::NOTHING;
        // The closure may run twice, the second time without the events: what the first time asks for counts.
        let output = context.run_ui(input.unwrap_or_default(), |ui| {
            self.content(ui, &mut shown, &mut requests);
            free = ui.available_rect_before_wrap();
        });
        if let Some(input) = &mut self.input {
            input.handle_platform_output(window, output.platform_output);
        }
        let scale = output.pixels_per_point;
        let size = window.inner_size();
        let right = size.width as f32 - free.right() * scale;
        let lower = size.height as f32 - free.bottom() * scale;
        let margins = [free.left() * scale, free.top() * scale, right, lower];
        let again = output
            .viewport_output
            .values()
            .any(|v| v.repaint_delay.is_zero());
        let mesh = OverlayMesh::new(
            context.tessellate(output.shapes, scale),
            output.textures_delta,
            scale,
        );
        self.took = began.elapsed();
        Layout {
            mesh,
            requests,
            margins: margins.map(|m| m.max(0.0).round()),
            again,
        }
    }

    fn content(&mut self, ui: &mut Ui, shown: &mut Shown<'_>, requests: &mut Vec<Request>) {
        if self.prefs.panels {
            self.panels(ui, shown, requests);
        } else {
            shown.text.numbers_shown = true;
        }
        if self.prefs.panels {
            gizmo::show(ui, shown.playback, requests);
        }
        legend::show(ui, shown.playback);
        banner(ui, shown.banner, requests);
        let area = ui.available_rect_before_wrap();
        let painter = ui
            .ctx()
            .layer_painter(LayerId::background())
            .with_clip_rect(area);
        lay_out(&painter, &shown.text);
        if let Some(window) = &mut self.files {
            let bodies = &shown.playback.scene.bodies;
            let has_fluid = bodies.iter().any(|body| body.kind == BodyKind::Fluid);
            let open = window.show(ui, has_fluid, requests);
            if !open {
                self.files = None;
            }
        }
    }

    fn panels(&mut self, ui: &mut Ui, shown: &mut Shown<'_>, requests: &mut Vec<Request>) {
        Panel::top("menu").show(ui, |ui| self.menu(ui, shown, requests));
        if self.prefs.timeline {
            let before = self.prefs.budget;
            let budget = &mut self.prefs.budget;
            Panel::bottom("timeline").show(ui, |ui| {
                timeline::show(ui, shown, budget, requests);
            });
            if self.prefs.budget != before {
                self.prefs.save();
            }
        }
        let wide = ui.available_width();
        if self.prefs.scene {
            Panel::left("scene")
                .default_size((0.22 * wide).min(210.0))
                .size_range(110.0..=(0.28 * wide).clamp(110.0, 420.0))
                .show(ui, |ui| {
                    outliner::show(ui, shown.playback, &mut self.search, requests);
                });
        }
        if self.prefs.properties {
            Panel::right("properties")
                .default_size((0.38 * wide).min(320.0))
                .size_range(200.0..=(0.4 * wide).clamp(200.0, 520.0))
                .show(ui, |ui| self.properties(ui, shown, requests));
        }
        if self.prefs.plots {
            Panel::bottom("plots")
                .resizable(true)
                .default_size(180.0)
                .size_range(120.0..=420.0)
                .show(ui, |ui| {
                    if let Some(file) = self.plots.show(ui, shown.playback) {
                        self.files = Some(file);
                    }
                });
        }
    }

    fn properties(&mut self, ui: &mut Ui, shown: &mut Shown<'_>, requests: &mut Vec<Request>) {
        ui.add_space(4.0);
        let warnings = shown.playback.scene.warnings.len();
        let label = match warnings {
            0 => "Warnings".to_owned(),
            count => format!("Warnings {count}"),
        };
        let tabs = [
            (Tab::Inspector, "Inspector"),
            (Tab::Simulation, "Simulation"),
            (Tab::Performance, "Performance"),
            (Tab::Warnings, &label),
        ];
        let before = self.prefs.tab;
        ui.horizontal(|ui| {
            for (tab, label) in tabs {
                ui.selectable_value(&mut self.prefs.tab, tab, label);
            }
        });
        if self.prefs.tab != before {
            self.prefs.save();
        }
        ui.separator();
        let tab = self.prefs.tab;
        egui::ScrollArea::vertical()
            .id_salt(tab as u8)
            .auto_shrink(false)
            .show(ui, |ui| match tab {
                Tab::Inspector => inspector::show(ui, shown.playback, requests),
                Tab::Simulation => simulation::show(ui, shown, requests),
                Tab::Performance => performance::show(ui, shown, self.took),
                Tab::Warnings => warnings::show(ui, shown.playback, requests),
            });
    }
}

/// A context in this theme.
fn context(theme: Theme) -> Context {
    let context = Context::default();
    style::apply(&context, theme);
    // Pressing and releasing a button can be two frames apart, which a slow device draws in more than the default of 0.8 s.
    context.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    context
}

/// An error above the scene, with what can be done about it.
fn banner(ui: &Ui, banner: Option<(&str, bool)>, requests: &mut Vec<Request>) {
    let Some((text, diverged)) = banner else {
        return;
    };
    let area = ui.available_rect_before_wrap();
    let window = egui::Area::new(egui::Id::new("banner"))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(area.center_top() + egui::vec2(0.0, 10.0));
    window.show(ui.ctx(), |ui| {
        let fill = egui::Color32::from_rgb(110, 24, 20);
        let frame = egui::Frame::popup(ui.style()).fill(fill);
        frame.show(ui, |ui| {
            ui.set_max_width((area.width() - 40.0).clamp(160.0, 620.0));
            ui.colored_label(egui::Color32::WHITE, text);
            if diverged {
                ui.horizontal(|ui| {
                    if ui.button("Go back a second").clicked() {
                        requests.push(Request::GoBack);
                    }
                    if ui.button("Reset").clicked() {
                        requests.push(Request::Do(Action::Reset));
                    }
                });
            }
        });
    });
}
