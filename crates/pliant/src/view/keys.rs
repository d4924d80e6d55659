//! The keys of the viewer: one table of keys, actions and help. Dispatch and the help panel both read it.

use winit::keyboard::{Key, NamedKey};

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Pauses and continues the simulation.
    Pause,
    /// Simulates one frame and pauses.
    Step,
    /// Returns to frame 0.
    Reset,
    /// Moves the camera so that the whole scene is in view.
    FrameAll,
    /// Moves the camera so that what is selected is in view.
    FrameSelected,
    /// Looks along −Z: from the front.
    Front,
    /// Looks along −X: from the right.
    Right,
    /// Looks down.
    Top,
    /// Toggles between perspective and orthographic projection.
    Parallel,
    /// Looks through the file's camera.
    FileCamera,
    /// Shows and hides the panels.
    Panels,
    /// Shows the kept frame before the shown one.
    FrameBefore,
    /// Shows the kept frame after the shown one.
    FrameAfter,
    /// Sets or removes a bookmark.
    Bookmark,
    /// Begins and ends to fly.
    Fly,
    /// Pins the vertex under the cursor.
    Pin,
    /// Removes the pin under the cursor.
    Unpin,
    /// Toggles edges of triangles.
    Wireframe,
    /// Toggles particles, drawn as balls.
    Particles,
    /// Toggles links, coloured by strain.
    Links,
    /// Toggles fluids between their surface and balls.
    Balls,
    /// Colours by the next quantity.
    Colors,
    /// Shows all marks, or none.
    Marks,
    /// Opens the window to choose a scene.
    Open,
    /// Opens the window to save the scene.
    SaveScene,
    /// Opens the window to record the timeline.
    Record,
    /// Toggles the list of keys.
    Help,
    /// Saves a checkpoint next to the scene.
    Save,
    /// Loads the checkpoint next to the scene.
    Load,
    /// Writes a picture of the scene.
    Screenshot,
    /// Closes the viewer.
    Quit,
}

/// A row of the table of keys.
struct Binding {
    keys: &'static [Trigger],
    action: Action,
    help: &'static str,
}

/// One key.
#[derive(Debug, Clone, Copy)]
enum Trigger {
    Named(NamedKey),
    /// A character, in lower case; Shift and Caps Lock do not matter.
    Character(&'static str),
    /// A character with Ctrl.
    Control(&'static str),
}

use Trigger::{Character, Control, Named};

/// Every key of the viewer. A new one is a line here, and an [`Action`] where it does something new.
const BINDINGS: [Binding; 31] = [
    bind(
        &[Named(NamedKey::Space)],
        Action::Pause,
        "pause and continue",
    ),
    bind(&[Character(".")], Action::Step, "step one frame"),
    bind(&[Character("r")], Action::Reset, "reset to frame 0"),
    bind(&[Named(NamedKey::Tab)], Action::Panels, "panels"),
    bind(
        &[Named(NamedKey::ArrowLeft)],
        Action::FrameBefore,
        "the kept frame before",
    ),
    bind(
        &[Named(NamedKey::ArrowRight)],
        Action::FrameAfter,
        "the kept frame after",
    ),
    bind(&[Character("m")], Action::Bookmark, "bookmark this frame"),
    bind(
        &[Character("f")],
        Action::FrameSelected,
        "frame the selection, else all",
    ),
    bind(&[Named(NamedKey::Home)], Action::FrameAll, "frame all"),
    bind(&[Character("1")], Action::Front, "view from the front"),
    bind(&[Character("3")], Action::Right, "view from the right"),
    bind(&[Character("7")], Action::Top, "view from above"),
    bind(
        &[Character("5")],
        Action::Parallel,
        "perspective or orthographic",
    ),
    bind(&[Character("0")], Action::FileCamera, "the file's camera"),
    bind(
        &[Character("g")],
        Action::Fly,
        "fly with W, A, S, D, E and Q",
    ),
    bind(
        &[Character("p")],
        Action::Pin,
        "pin the vertex under the cursor",
    ),
    bind(
        &[Named(NamedKey::Delete)],
        Action::Unpin,
        "remove the pin under the cursor",
    ),
    bind(&[Character("w")], Action::Wireframe, "wireframe"),
    bind(&[Character("n")], Action::Particles, "particles"),
    bind(
        &[Character("c")],
        Action::Links,
        "links, coloured by strain",
    ),
    bind(
        &[Character("b")],
        Action::Balls,
        "fluids as balls or as a surface",
    ),
    bind(
        &[Character("v")],
        Action::Colors,
        "colours by strain, speed and other quantities",
    ),
    bind(
        &[Character("o")],
        Action::Marks,
        "marks of contacts, pins, joints and others",
    ),
    bind(&[Control("o")], Action::Open, "open a scene"),
    bind(
        &[Control("s")],
        Action::SaveScene,
        "save the scene with its changes",
    ),
    bind(
        &[Control("r")],
        Action::Record,
        "record the frames of the timeline",
    ),
    bind(
        &[Named(NamedKey::F5)],
        Action::Save,
        "save the state beside the scene",
    ),
    bind(
        &[Named(NamedKey::F9)],
        Action::Load,
        "load the state beside the scene",
    ),
    bind(
        &[Named(NamedKey::F12)],
        Action::Screenshot,
        "screenshot into the working directory",
    ),
    bind(&[Character("h")], Action::Help, "this help"),
    bind(&[Named(NamedKey::Escape)], Action::Quit, "quit"),
];

/// What the help lists of other input: above the keys, and below them.
const MOUSE: [(&str, &str); 6] = [
    ("click", "select the body under the cursor"),
    ("double click", "centre the orbit there"),
    ("left drag", "orbit"),
    ("middle or shift-left drag", "pan"),
    ("wheel", "zoom"),
    (
        "right drag",
        "pull the vertex or rigid body under the cursor",
    ),
];
const DROP: (&str, &str) = ("drop a file", "load it");

const fn bind(keys: &'static [Trigger], action: Action, help: &'static str) -> Binding {
    Binding { keys, action, help }
}

/// The lines of the help: input and effect.
pub(crate) fn help() -> Vec<(String, &'static str)> {
    let other = |(input, effect): (&str, &'static str)| (input.to_owned(), effect);
    let key = |binding: &Binding| (binding.label(), binding.help);
    let mouse = MOUSE.into_iter().map(other);
    mouse
        .chain(BINDINGS.iter().map(key))
        .chain([other(DROP)])
        .collect()
}

/// The line of the help panel that stays while the panel is closed.
pub(crate) fn hint() -> String {
    let help = BINDINGS.iter().find(|b| b.action == Action::Help);
    help.map_or_else(String::new, |b| format!("{}  help", b.label()))
}

/// The action of a pressed key, with Ctrl or without. While a key is held down, only steps repeat.
pub(crate) fn action(key: &Key, control: bool, repeats: bool) -> Option<Action> {
    let bound = |b: &&Binding| b.keys.iter().any(|trigger| trigger.matches(key, control));
    let action = BINDINGS.iter().find(bound)?.action;
    let repeated = [Action::Step, Action::FrameBefore, Action::FrameAfter];
    (!repeats || repeated.contains(&action)).then_some(action)
}

impl Binding {
    /// The keys as the help names them.
    fn label(&self) -> String {
        let labels: Vec<String> = self.keys.iter().map(|key| key.label()).collect();
        labels.join(", ")
    }
}

impl Trigger {
    fn matches(self, key: &Key, control: bool) -> bool {
        let needs_control = matches!(self, Control(_));
        let same = match (self, key) {
            (Named(NamedKey::Space), Key::Character(pressed)) => pressed == " ",
            (Named(own), Key::Named(pressed)) => own == *pressed,
            (Character(own) | Control(own), Key::Character(pressed)) => {
                pressed.to_lowercase() == own
            }
            _ => false,
        };
        same && needs_control == control
    }

    fn label(self) -> String {
        match self {
            Named(NamedKey::Escape) => "Esc".to_owned(),
            Named(NamedKey::ArrowLeft) => "Left".to_owned(),
            Named(NamedKey::ArrowRight) => "Right".to_owned(),
            Named(key) => format!("{key:?}"),
            Character(character) => character.to_uppercase(),
            Control(character) => format!("Ctrl+{}", character.to_uppercase()),
        }
    }
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
            let action = |c| action(&character(c), false, false);
            assert!(action(lower).is_some());
            assert_eq!(action(lower), action(upper));
        }
        assert_eq!(action(&character("x"), false, false), None);
        assert_eq!(action(&character(" "), false, false), Some(Action::Pause));
        assert_eq!(action(&character("r"), false, false), Some(Action::Reset));
        assert_eq!(action(&character("R"), true, false), Some(Action::Record));
    }

    #[test]
    fn only_stepping_repeats() {
        assert_eq!(action(&character("."), false, true), Some(Action::Step));
        assert_eq!(action(&Key::Named(NamedKey::Space), false, true), None);
        assert_eq!(action(&Key::Named(NamedKey::F12), false, true), None);
    }

    #[test]
    fn no_key_and_no_action_is_bound_twice() {
        for (index, binding) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[index + 1..] {
                assert_ne!(binding.action, other.action);
                assert_ne!(binding.label(), other.label());
            }
        }
    }

    /// The table of docs/command-line.md is the help: PLIANT_BLESS=1 writes it.
    #[test]
    fn the_documentation_has_the_same_keys() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = root.join("docs/command-line.md");
        let text = std::fs::read_to_string(&file).expect("the page is there");
        let [begin, end] = ["<!-- keys of the viewer -->\n", "<!-- end of keys -->\n"];
        let (before, rest) = text.split_once(begin).expect("the table begins");
        let (table, after) = rest.split_once(end).expect("the table ends");
        let row = |(input, effect): (String, &str)| format!("| {input} | {effect} |\n");
        let rows: String = help().into_iter().map(row).collect();
        let fresh = format!("| input | action |\n|---|---|\n{rows}");
        if std::env::var_os("PLIANT_BLESS").is_some() {
            let text = format!("{before}{begin}{fresh}{end}{after}");
            std::fs::write(&file, text).expect("the page is written");
        } else {
            assert_eq!(table, fresh, "run PLIANT_BLESS=1 cargo test -p pliant keys");
        }
    }

    #[test]
    fn the_help_names_every_key() {
        let labels: Vec<String> = help().into_iter().map(|(label, _)| label).collect();
        for label in [
            "Space", ".", "R", "F", "Home", "Tab", "F5", "F9", "F12", "H", "Esc",
        ] {
            assert!(labels.iter().any(|l| l == label), "{labels:?}");
        }
        assert_eq!(hint(), "H  help");
    }
}
