//! Changes of keys that were made in the window, on top of the file and of the command line.

use glam::DVec3;
use pliant_scene::{Overrides, Solver};
use pliant_sim::Settings;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Changed keys, without `pliant_`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Edits {
    /// Keys of nodes, by the node's name and the key; `body` is its kind.
    pub(crate) nodes: BTreeMap<(String, String), Value>,
    /// Names of nodes whose pins were set in the window: they stay where they are.
    pub(crate) held: BTreeSet<String>,
    /// Keys of the scene.
    pub(crate) settings: BTreeMap<&'static str, Value>,
}

impl Edits {
    /// Whether nothing was changed.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.settings.is_empty()
    }

    /// Adds the keys of nodes to those of the command line.
    pub(crate) fn overrides(&self, mut overrides: Overrides) -> Overrides {
        for ((node, key), value) in &self.nodes {
            match (key.as_str(), value.as_str()) {
                ("body", Some(kind)) => overrides.bodies.push((node.clone(), kind.to_owned())),
                _ => {
                    let set = (node.clone(), key.clone(), value.to_string());
                    overrides.sets.push(set);
                }
            }
        }
        overrides
    }

    /// Changes the settings of a simulation.
    pub(crate) fn apply(&self, settings: &mut Settings) {
        for (key, value) in &self.settings {
            set(settings, key, value);
        }
    }
}

/// The value of a scene's key in the settings; null where it is unset.
pub(crate) fn setting(settings: &Settings, key: &str) -> Value {
    let vector = |v: DVec3| Value::from(v.to_array().to_vec());
    match key {
        "gravity" => vector(settings.gravity),
        "wind" => settings.wind.map_or(Value::Null, vector),
        "fps" => settings.fps.into(),
        "substeps" => settings.substeps.into(),
        "iterations" => settings.iterations.into(),
        "solver" => settings.solver.name().into(),
        "kill_below" => settings.kill_below.map_or(Value::Null, Value::from),
        "sleeping" => settings.sleeping.into(),
        _ => Value::Null,
    }
}

/// Stores a value that the inspector has checked against the table of keys.
fn set(settings: &mut Settings, key: &str, value: &Value) {
    let steps = || value.as_u64().map_or(1, |n| n.clamp(1, 100_000) as u32);
    match key {
        "gravity" => settings.gravity = vector(value).unwrap_or(settings.gravity),
        "wind" => settings.wind = vector(value),
        "fps" => settings.fps = value.as_f64().unwrap_or(settings.fps),
        "substeps" => settings.substeps = steps(),
        "iterations" => settings.iterations = steps(),
        "solver" if *value == "jacobi" => settings.solver = Solver::Jacobi,
        "solver" => settings.solver = Solver::GaussSeidel,
        "kill_below" => settings.kill_below = value.as_f64().map(|height| height as f32),
        "sleeping" => settings.sleeping = value.as_bool().unwrap_or(settings.sleeping),
        _ => {}
    }
}

/// Three numbers of a list.
pub(crate) fn vector(value: &Value) -> Option<DVec3> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    <[f64; 3]>::try_from(numbers).ok().map(DVec3::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_scene::Scene;
    use serde_json::json;

    #[test]
    fn edits_come_after_the_command_line() {
        let mut edits = Edits::default();
        let key = |key: &str| ("Flag".to_owned(), key.to_owned());
        edits.nodes.insert(key("body"), json!("cloth"));
        edits.nodes.insert(key("velocity"), json!([0.0, 1.0, 0.0]));
        let typed = ("Flag".to_owned(), "velocity".to_owned(), "1,1,1".to_owned());
        let all = edits.overrides(Overrides {
            sets: vec![typed],
            ..Overrides::default()
        });
        assert_eq!(all.bodies, [("Flag".to_owned(), "cloth".to_owned())]);
        assert_eq!(all.sets[1].2, "[0.0,1.0,0.0]");
    }

    #[test]
    fn every_key_of_the_scene_is_a_setting() {
        let values = json!({ "gravity": [0.0, -1.0, 0.0], "wind": [3.0, 0.0, 0.0], "fps": 30.0, "substeps": 7, "iterations": 2,
            "solver": "jacobi", "kill_below": -2.0, "sleeping": false });
        let mut settings = Settings::of(&Scene::default());
        for key in pliant_scene::scene_keys()
            .iter()
            .filter(|k| k.name != "expect")
        {
            let value = &values[key.name];
            set(&mut settings, key.name, value);
            assert_eq!(setting(&settings, key.name), *value, "{}", key.name);
        }
    }
}
