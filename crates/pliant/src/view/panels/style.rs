//! Spacing and colours of the panels.

use crate::view::prefs::Theme;
use egui::{Color32, Context, Stroke, Visuals, vec2};

/// The colour of what is selected, and of curves, in both themes.
pub(super) const ACCENT: Color32 = Color32::from_rgb(255, 140, 26);

/// Sets the style for a theme. Animations are off: each of their pictures would draw the scene, too.
pub(super) fn apply(context: &Context, theme: Theme) {
    let (mut visuals, preference) = match theme {
        Theme::Dark => (Visuals::dark(), egui::ThemePreference::Dark),
        Theme::Light => (Visuals::light(), egui::ThemePreference::Light),
    };
    context.set_theme(preference);
    visuals.selection.bg_fill = match theme {
        Theme::Dark => Color32::from_rgb(120, 66, 12),
        Theme::Light => Color32::from_rgb(255, 206, 150),
    };
    let text = match theme {
        Theme::Dark => Color32::from_rgb(255, 226, 190),
        Theme::Light => Color32::from_rgb(70, 34, 0),
    };
    visuals.weak_text_color = Some(match theme {
        Theme::Dark => Color32::from_gray(150),
        Theme::Light => Color32::from_gray(100),
    });
    visuals.selection.stroke = Stroke::new(1.0, text);
    context.all_styles_mut(|style| {
        style.visuals = visuals.clone();
        style.animation_time = 0.0;
        style.spacing.item_spacing = vec2(6.0, 4.0);
        style.spacing.interact_size.y = 20.0;
        style.spacing.indent = 14.0;
        style.interaction.selectable_labels = false;
    });
}
