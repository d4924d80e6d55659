//! The menu bar: files, views, and what the mouse and keys do.

use super::Panels;
use super::files::{FileWindow, Purpose};
use super::request::{Request, Shown};
use crate::colors::CHOICES;
use crate::view::keys::Action;
use crate::view::marks::KINDS;
use crate::view::prefs::Theme;
use egui::{Button, Ui};
use pliant_gpu::DeviceKind;
use std::path::Path;

impl Panels {
    pub(super) fn menu(&mut self, ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
        egui::MenuBar::new().ui(ui, |ui| {
            ui.menu_button("File", |ui| self.file_menu(ui, shown, requests));
            ui.menu_button("View", |ui| self.view_menu(ui, shown, requests));
            ui.menu_button("Help", |ui| {
                item(ui, "Mouse and keys", "H", || {
                    requests.push(Request::Do(Action::Help));
                });
            });
            ui.separator();
            ui.label(&shown.playback.scene.name);
            if !shown.playback.edits.is_empty() {
                ui.weak("changed")
                    .on_hover_text("keys were changed: File ▸ Save scene as");
            }
        });
    }

    fn file_menu(&mut self, ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
        let mut window = None;
        item(ui, "Open…", "Ctrl+O", || window = Some(Purpose::Open));
        ui.menu_button("Open recent", |ui| {
            for file in &self.prefs.recent {
                let text = file.file_name().unwrap_or_default().to_string_lossy();
                let clicked = ui
                    .button(text)
                    .on_hover_text(file.display().to_string())
                    .clicked();
                if clicked {
                    requests.push(Request::Open(file.clone()));
                }
            }
            if self.prefs.recent.is_empty() {
                ui.weak("none yet");
            }
        });
        ui.separator();
        item(ui, "Save scene as…", "Ctrl+S", || {
            window = Some(Purpose::SaveScene);
        });
        item(ui, "Save settings as…", "", || {
            window = Some(Purpose::SaveConfig);
        });
        item(ui, "Revert all changes", "", || {
            requests.push(Request::Revert);
        });
        ui.separator();
        item(ui, "Record…", "Ctrl+R", || {
            window = Some(Purpose::Record);
        });
        item(ui, "Save state", "F5", || {
            requests.push(Request::Do(Action::Save));
        });
        item(ui, "Load state", "F9", || {
            requests.push(Request::Do(Action::Load));
        });
        item(ui, "Screenshot", "F12", || {
            requests.push(Request::Do(Action::Screenshot));
        });
        ui.separator();
        item(ui, "Quit", "Esc", || {
            requests.push(Request::Do(Action::Quit));
        });
        if let Some(purpose) = window {
            self.choose(purpose, &shown.playback.scene.name);
        }
    }

    fn view_menu(&mut self, ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
        let before = self.prefs.clone();
        for (label, open) in [
            ("Scene", &mut self.prefs.scene),
            ("Properties", &mut self.prefs.properties),
            ("Plots", &mut self.prefs.plots),
            ("Timeline", &mut self.prefs.timeline),
        ] {
            ui.checkbox(open, label);
        }
        item(ui, "Hide all panels", "Tab", || {
            requests.push(Request::Do(Action::Panels));
        });
        ui.separator();
        let mut theme = self.prefs.theme;
        ui.radio_value(&mut theme, Theme::Dark, "Dark");
        ui.radio_value(&mut theme, Theme::Light, "Light");
        ui.separator();
        let show = shown.playback.appearance.show;
        for (label, key, on, action) in [
            ("Wireframe", "W", show.wireframe, Action::Wireframe),
            ("Particles", "N", show.particles, Action::Particles),
            ("Links by strain", "C", show.links, Action::Links),
            ("Fluids as balls", "B", show.balls, Action::Balls),
        ] {
            let mut on = on;
            let row = ui.horizontal(|ui| {
                let clicked = ui.checkbox(&mut on, label).clicked();
                ui.weak(key);
                clicked
            });
            if row.inner {
                requests.push(Request::Do(action));
            }
        }
        ui.menu_button("Colours (V)", |ui| colors(ui, shown, requests));
        ui.menu_button("Marks (O)", |ui| marks(ui, shown, requests));
        if shown
            .devices
            .drawing
            .as_ref()
            .is_some_and(|gpu| gpu.info().kind == DeviceKind::Cpu)
        {
            let hint = "while something moves; the scene at rest is drawn in all pixels";
            let adapt = ui.checkbox(&mut self.prefs.adapt, "Fewer pixels where slow");
            if adapt.on_hover_text(hint).changed() {
                requests.push(Request::Adapt(self.prefs.adapt));
            }
        }
        item(ui, "Frame all", "F", || {
            requests.push(Request::Do(Action::FrameAll));
        });
        if theme != self.prefs.theme {
            self.set_theme(theme);
        } else if before != self.prefs {
            self.prefs.save();
        }
    }

    /// Opens a window to choose a file.
    pub(crate) fn choose(&mut self, purpose: Purpose, scene: &str) {
        let stem = Path::new(scene)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let name = match purpose {
            Purpose::Open => String::new(),
            Purpose::SaveScene => format!("{stem}-tuned.glb"),
            Purpose::SaveConfig => format!("{stem}.toml"),
            Purpose::SaveCurves => format!("{stem}.csv"),
            Purpose::Record => format!("{stem}.mp4"),
        };
        self.files = Some(FileWindow::new(purpose, &name));
    }
}

/// What colours can show.
fn colors(ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
    let before = shown.playback.appearance.coloring.choice;
    let mut choice = before;
    ui.radio_value(&mut choice, None, "Materials");
    for (index, of) in CHOICES.iter().enumerate() {
        ui.radio_value(&mut choice, Some(index), of.label);
    }
    if choice != before {
        requests.push(Request::Color(choice));
    }
}

/// The kinds of marks.
fn marks(ui: &mut Ui, shown: &Shown<'_>, requests: &mut Vec<Request>) {
    for (mark, label, hint) in KINDS {
        let mut on = shown.playback.appearance.marks.shows(mark);
        if ui.checkbox(&mut on, label).on_hover_text(hint).clicked() {
            requests.push(Request::Mark(mark));
        }
    }
}

fn item(ui: &mut Ui, label: &str, key: &str, action: impl FnOnce()) {
    if ui.add(Button::new(label).shortcut_text(key)).clicked() {
        action();
        ui.close();
    }
}
