//! What a checkpoint and a simulation must have in common: the program, the scene, and the settings that change results.

use crate::error::Error;
use crate::settings::Settings;
use pliant_scene::{Scene, Solver};
use std::fmt::Write as _;

/// The program, scene and settings of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// A name and a value for each of them.
    facts: Vec<(&'static str, String)>,
    /// Settings that decide only what is measured and whether the mouse can pull.
    measured: String,
}

/// The name of the scene among the facts.
const SCENE: &str = "scene";
/// The name of the program's version among the facts.
const PROGRAM: &str = "Pliant";

impl Identity {
    /// The identity of a simulation of this scene.
    #[must_use]
    pub fn new(scene: &Scene, settings: &Settings) -> Self {
        // Every setting is named, so that a new one has to be sorted into one of both.
        let Settings {
            fps,
            substeps,
            iterations,
            solver,
            gravity,
            wind,
            kill_below,
            sleeping,
            repeat,
            interactive,
            residuals,
            contact_forces,
            probes,
        } = settings;
        let solver = match solver {
            Solver::Jacobi => "jacobi",
            Solver::GaussSeidel => "gauss-seidel",
        };
        let facts = vec![
            (PROGRAM, env!("CARGO_PKG_VERSION").to_owned()),
            (SCENE, format!("{:08x}", scene.digest)),
            ("--fps", fps.to_string()),
            ("--substeps", substeps.to_string()),
            ("--iterations", iterations.to_string()),
            ("--solver", solver.to_owned()),
            ("--gravity", format!("{:?}", gravity.to_array())),
            (
                "pliant_wind",
                format!("{:?}", wind.map(|wind| wind.to_array())),
            ),
            ("pliant_kill_below", format!("{kill_below:?}")),
            ("pliant_sleeping", sleeping.to_string()),
            ("--loop", repeat.to_string()),
        ];
        let measured = format!("{interactive} {residuals} {contact_forces} {probes:?}");
        Self { facts, measured }
    }

    /// The text of what must be the same, a line for each.
    pub(super) fn text(&self) -> String {
        self.facts
            .iter()
            .fold(String::new(), |mut text, (name, value)| {
                let _ = writeln!(text, "{name} {value}");
                text
            })
    }

    /// The text of what may differ.
    pub(super) fn measured(&self) -> &str {
        &self.measured
    }

    /// Compares with the text of a checkpoint.
    ///
    /// # Errors
    /// [`Error::State`] that names the first difference.
    pub(super) fn compare(&self, saved: &str) -> Result<(), Error> {
        let mut lines = saved.lines();
        for (name, now) in &self.facts {
            let line = lines.next().unwrap_or_default();
            let then = line.strip_prefix(name).map_or(line, str::trim_start);
            if then != now {
                return Err(Error::State(difference(name, then, now)));
            }
        }
        Ok(())
    }
}

/// What differs, and what to do.
fn difference(name: &str, then: &str, now: &str) -> String {
    match name {
        SCENE => {
            "it is of another scene, or the scene or its --body, --pin or --set changed: load the scene as it was".to_owned()
        }
        PROGRAM => format!("it was saved by Pliant {then}, and this is {now}: save it again"),
        _ => format!("it was saved with {name} {then}, and now it is {now}: use the same setting"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let scene = Scene::default();
        let settings = Settings::of(&scene);
        let identity = Identity::new(&scene, &settings);
        assert!(identity.compare(&identity.text()).is_ok());
        let why = |identity: Identity, text: &str| identity.compare(text).unwrap_err().to_string();
        let more = Settings {
            substeps: 21,
            residuals: true,
            ..settings.clone()
        };
        let other = why(Identity::new(&scene, &more), &identity.text());
        assert!(other.contains("--substeps 20, and now it is 21"), "{other}");
        let changed = Scene { digest: 1, ..scene };
        let other = why(Identity::new(&changed, &settings), &identity.text());
        assert!(other.contains("another scene"), "{other}");
        assert!(why(identity, "").contains("saved by Pliant"));
    }
}
