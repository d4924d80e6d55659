//! What the viewer remembers: open panels, theme, budget and recent files, in `viewer.toml` of the user's configuration.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Most recent files in the menu.
const RECENT: usize = 8;

/// A tab of the right panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tab {
    Inspector,
    Simulation,
    Performance,
    Warnings,
}

/// The theme of the panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    Dark,
    Light,
}

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Prefs {
    /// Whether panels are shown at all.
    pub(crate) panels: bool,
    pub(crate) scene: bool,
    pub(crate) properties: bool,
    pub(crate) plots: bool,
    pub(crate) timeline: bool,
    pub(crate) tab: Tab,
    pub(crate) theme: Theme,
    /// Whether a slow device draws moving pictures in fewer pixels.
    pub(crate) adapt: bool,
    /// Memory of the timeline, MiB.
    pub(crate) budget: usize,
    pub(crate) recent: Vec<PathBuf>,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            panels: true,
            scene: true,
            properties: true,
            plots: false,
            timeline: true,
            tab: Tab::Inspector,
            theme: Theme::Dark,
            adapt: true,
            budget: 400,
            recent: Vec::new(),
        }
    }
}

impl Prefs {
    /// What was remembered; the defaults where nothing was, or where the file is damaged.
    pub(crate) fn load() -> Self {
        let text = file().and_then(|file| std::fs::read_to_string(file).ok());
        let Some(text) = text else {
            return Self::default();
        };
        toml::from_str(&text).unwrap_or_else(|e: toml::de::Error| {
            tracing::warn!(
                "the viewer's settings cannot be read, defaults are used: {}",
                e.message()
            );
            Self::default()
        })
    }

    /// Remembers this. A folder that cannot be written is reported and does no harm.
    pub(crate) fn save(&self) {
        let Some(file) = file() else {
            return;
        };
        let text = toml::to_string(self).unwrap_or_default();
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(e) = folder.and_then(|()| std::fs::write(&file, text)) {
            tracing::warn!("cannot remember the panels in {}: {e}", file.display());
        }
    }

    /// Puts a file first in the list of recent ones.
    pub(crate) fn opened(&mut self, file: &Path) {
        let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        self.recent.retain(|other| *other != file);
        self.recent.insert(0, file);
        self.recent.truncate(RECENT);
    }
}

/// `pliant/viewer.toml` in `XDG_CONFIG_HOME`, else in `~/.config`.
fn file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = set("XDG_CONFIG_HOME").map(PathBuf::from);
    let folder = folder.or_else(|| Some(PathBuf::from(set("HOME")?).join(".config")));
    Some(folder?.join("pliant").join("viewer.toml"))
}
