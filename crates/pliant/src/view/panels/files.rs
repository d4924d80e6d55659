//! A window to choose a file: folders and files of a kind, and a name.

use super::request::Request;
use crate::view::record::Written;
use egui::{Key, Ui};
use std::path::{Path, PathBuf};

/// What the file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Open,
    SaveScene,
    SaveConfig,
    SaveCurves,
    Record,
}

/// Formats of recordings.
const FORMATS: [(&str, &str); 7] = [
    ("mp4", "a video; without ffmpeg a series of pictures"),
    (
        "glb",
        "the scene with its motion, for any glTF viewer and for Blender",
    ),
    ("usdc", "the scene with its motion as binary USD"),
    ("usda", "the same as text"),
    ("png", "a picture of each frame"),
    ("ply", "the particles of each frame"),
    (
        "pliant-state",
        "the exact state of the shown frame, to continue from",
    ),
];

/// Formats that hold fluids as particles or as surfaces.
const SURFACES: [&str; 4] = ["glb", "usdc", "usda", "ply"];

/// The window.
pub(crate) struct FileWindow {
    purpose: Purpose,
    folder: PathBuf,
    name: String,
    entries: Vec<(String, bool)>,
    /// Whether the text field has had the keyboard.
    focused: bool,
    /// Whether a recording has the surfaces of fluids, in place of their particles.
    surfaces: bool,
}

impl Purpose {
    fn title(self) -> [&'static str; 2] {
        match self {
            Self::Open => ["Open a scene", "Open"],
            Self::SaveScene => ["Save a copy of the scene (.glb or .gltf)", "Save"],
            Self::SaveConfig => ["Save the settings for --config (.toml)", "Save"],
            Self::SaveCurves => ["Save the curves (.csv)", "Save"],
            Self::Record => ["Record the frames of the timeline", "Record"],
        }
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Open | Self::SaveScene => &["gltf", "glb"],
            Self::SaveConfig => &["toml"],
            Self::SaveCurves => &["csv"],
            Self::Record => &["mp4", "glb", "usdc", "usda", "png", "ply", "pliant-state"],
        }
    }

    fn request(self, file: PathBuf, surfaces: bool) -> Request {
        match self {
            Self::Open => Request::Open(file),
            Self::SaveScene => Request::SaveScene(file),
            Self::SaveConfig => Request::SaveConfig(file),
            Self::SaveCurves => Request::SaveCurves(file),
            Self::Record => Request::Record(Written { file, surfaces }),
        }
    }
}

impl FileWindow {
    /// A window in the working folder.
    pub(crate) fn new(purpose: Purpose, name: &str) -> Self {
        let folder = std::env::current_dir().unwrap_or_default();
        let mut window = Self {
            purpose,
            folder,
            name: name.to_owned(),
            entries: Vec::new(),
            focused: false,
            surfaces: false,
        };
        window.read();
        window
    }

    /// Lists the folder: folders first, then the files that fit.
    fn read(&mut self) {
        let entries = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten();
        let entry = |entry: std::fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.path().is_dir();
            let extension = Path::new(&name).extension().unwrap_or_default();
            let fits = self.purpose.extensions().iter().any(|e| extension == *e);
            (!name.starts_with('.') && (is_folder || fits)).then_some((name, is_folder))
        };
        let mut entries: Vec<(String, bool)> = entries.filter_map(entry).collect();
        entries.sort_by_key(|(name, is_folder)| (!is_folder, name.to_lowercase()));
        self.entries = entries;
    }

    fn go(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.read();
    }

    /// Shows the window over a scene with or without fluids; returns whether it stays open.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        has_fluid: bool,
        requests: &mut Vec<Request>,
    ) -> bool {
        let [title, button] = self.purpose.title();
        let mut open = true;
        let mut chosen = ui.input(|i| i.key_pressed(Key::Escape)).then_some(None);
        egui::Window::new(title)
            .collapsible(false)
            .default_width(420.0)
            .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .open(&mut open)
            .show(ui.ctx(), |ui| {
                if let Some(choice) = self.content(ui, has_fluid, button) {
                    chosen = Some(choice);
                }
            });
        if let Some(Some(file)) = &chosen {
            let request = self
                .purpose
                .request(file.clone(), self.surfaces && has_fluid);
            requests.push(request);
        }
        open && chosen.is_none()
    }

    /// The formats of recordings, which a click chooses.
    fn formats(&mut self, ui: &mut Ui, has_fluid: bool) {
        ui.horizontal_wrapped(|ui| {
            for (extension, what) in FORMATS {
                let path = Path::new(&self.name);
                let on = path.extension() == Some(extension.as_ref());
                let label = ui.selectable_label(on, format!(".{extension}"));
                if label.on_hover_text(what).clicked() {
                    self.name = path.with_extension(extension).display().to_string();
                }
            }
        });
        let extension = Path::new(&self.name).extension();
        if has_fluid && SURFACES.iter().any(|name| extension == Some(name.as_ref())) {
            let text = "in place of their particles; larger, and slower to write";
            let label = "fluids as surfaces";
            ui.checkbox(&mut self.surfaces, label).on_hover_text(text);
        }
    }

    fn content(&mut self, ui: &mut Ui, has_fluid: bool, button: &str) -> Option<Option<PathBuf>> {
        let mut chosen = None;
        ui.horizontal(|ui| {
            if ui.button("⬆").on_hover_text("parent folder").clicked()
                && let Some(parent) = self.folder.parent()
            {
                self.go(parent.to_owned());
            }
            ui.add(egui::Label::new(self.folder.display().to_string()).truncate());
        });
        ui.separator();
        let mut next = None;
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .auto_shrink(false)
            .show(ui, |ui| {
                for (name, is_folder) in &self.entries {
                    let label = if *is_folder {
                        format!("🗀 {name}")
                    } else {
                        name.clone()
                    };
                    let response = ui.selectable_label(*name == self.name, label);
                    if response.clicked() && *is_folder {
                        next = Some(self.folder.join(name));
                    } else if response.clicked() {
                        self.name.clone_from(name);
                    }
                    if response.double_clicked() && !is_folder {
                        chosen = Some(Some(self.folder.join(name)));
                    }
                }
            });
        if let Some(folder) = next {
            self.go(folder);
        }
        ui.separator();
        if self.purpose == Purpose::Record {
            self.formats(ui, has_fluid);
        }
        ui.horizontal(|ui| {
            let width = ui.available_width() - 130.0;
            let field = ui.add(egui::TextEdit::singleline(&mut self.name).desired_width(width));
            if !std::mem::replace(&mut self.focused, true) {
                field.request_focus();
            }
            let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            let named = !self.name.trim().is_empty();
            if (ui.add_enabled(named, egui::Button::new(button)).clicked() || enter) && named {
                chosen = Some(Some(self.folder.join(self.name.trim())));
            }
            if ui.button("Cancel").clicked() {
                chosen = Some(None);
            }
        });
        chosen
    }
}
