//! What keys do, and the help that lists them.

use winit::keyboard::{Key, NamedKey};

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Stops and continues the simulation.
    Pause,
    /// One frame, and paused from then on.
    Step,
    /// Back to frame 0.
    Reset,
    /// Moves the camera so that everything is in view.
    FrameAll,
    /// Edges of triangles.
    Wireframe,
    /// Vertices of bodies as balls.
    Particles,
    /// Links, coloured by strain.
    Links,
    /// Fluids as balls, or as their surface.
    Balls,
    /// The list of keys.
    Help,
    /// Writes a picture of what is seen.
    Screenshot,
    /// Ends the viewer.
    Quit,
}

/// What the help lists: input and meaning.
pub(crate) const HELP: [(&str, &str); 16] = [
    ("left drag", "orbit"),
    ("middle or shift-left drag", "pan"),
    ("wheel", "zoom"),
    ("right drag", "pull what is under the cursor"),
    ("Space", "pause and continue"),
    (".", "step one frame"),
    ("R", "reset to frame 0"),
    ("F, Home", "frame all"),
    ("W", "wireframe"),
    ("P", "particles"),
    ("C", "links, coloured by strain"),
    ("B", "fluids as balls, or as their surface"),
    ("F12", "screenshot into the working directory"),
    ("H", "this help"),
    ("Esc", "quit"),
    ("drop a file", "load it"),
];

/// What a pressed key asks for. Held down, only stepping repeats.
pub(crate) fn action(key: &Key, repeats: bool) -> Option<Action> {
    let action = match key {
        Key::Named(NamedKey::Space) => Action::Pause,
        Key::Named(NamedKey::Home) => Action::FrameAll,
        Key::Named(NamedKey::F12) => Action::Screenshot,
        Key::Named(NamedKey::Escape) => Action::Quit,
        Key::Character(character) => match character.to_lowercase().as_str() {
            " " => Action::Pause,
            "." => Action::Step,
            "r" => Action::Reset,
            "f" => Action::FrameAll,
            "w" => Action::Wireframe,
            "p" => Action::Particles,
            "c" => Action::Links,
            "b" => Action::Balls,
            "h" => Action::Help,
            _ => return None,
        },
        _ => return None,
    };
    (!repeats || action == Action::Step).then_some(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(c: &str) -> Key {
        Key::Character(c.into())
    }

    #[test]
    fn letters_work_with_caps_lock() {
        for (lower, upper) in [("r", "R"), ("w", "W"), ("h", "H"), ("f", "F")] {
            let action = |c| action(&character(c), false);
            assert!(action(lower).is_some());
            assert_eq!(action(lower), action(upper));
        }
        assert_eq!(action(&character("x"), false), None);
    }

    #[test]
    fn only_stepping_repeats() {
        assert_eq!(action(&character("."), true), Some(Action::Step));
        assert_eq!(action(&Key::Named(NamedKey::Space), true), None);
        assert_eq!(action(&Key::Named(NamedKey::F12), true), None);
    }
}
