//! Settings of the simulation from the scene's `extras`, and OMI's gravity.

use crate::error::{Error, Result};
use crate::graph::nodes::shown_scene;
use crate::keys::key::Parsed;
use crate::keys::read_expectations;
use crate::keys::table::SCENE_KEYS;
use crate::report::Report;
use crate::scene::{Scene, SceneSettings, Solver};
use crate::triggers::read_gravity_fields::GRAVITY;
use glam::Vec3;
use pliant_gltf::document::Document;
use pliant_gltf::text::one_line;
use pliant_gltf::values::{Fault, number, vector};
use serde_json::Value;

/// Fills in `settings` and `expectations`; the nodes must be complete.
pub(crate) fn read(document: &Document, scene: &mut Scene, report: &mut Report) -> Result<()> {
    let shown = shown_scene(document)?.map(|shown| &document.scenes[shown]);
    let omi = shown
        .and_then(|scene| scene.extensions.get(GRAVITY))
        .or_else(|| document.extensions.get(GRAVITY));
    scene.settings.gravity = omi.map(omi_gravity).transpose()?;
    let extras = shown.and_then(|scene| scene.extras.as_object());
    for (key, value) in extras
        .into_iter()
        .flatten()
        .filter(|(key, _)| key.starts_with("pliant_"))
    {
        if key == "pliant_expect" {
            scene.expectations = read_expectations::read(value, scene, report)?;
            continue;
        }
        match set(&mut scene.settings, key, value) {
            Ok(true) => {}
            Ok(false) => report.warn(format!(
                "scene: {} is not a known key; ignored",
                one_line(key)
            )),
            Err(Fault::Type(wanted)) => {
                let given = one_line(&value.to_string());
                return Error::scene(format!("scene: {key} must be {wanted}, not {given}"));
            }
            Err(Fault::Range(wanted)) => {
                let given = one_line(&value.to_string());
                report.warn(format!(
                    "scene: {key} is {given}, it must be {wanted}; the default is used"
                ));
            }
        }
    }
    Ok(())
}

/// Stores the value of a key in the settings; returns whether there is such a key.
fn set(settings: &mut SceneSettings, key: &str, value: &Value) -> std::result::Result<bool, Fault> {
    let name = key.strip_prefix("pliant_").unwrap_or(key);
    let Some(rule) = SCENE_KEYS.iter().find(|rule| rule.name == name) else {
        return Ok(false);
    };
    match (name, rule.parse(value, false)?) {
        ("gravity", Parsed::Vector(gravity)) => settings.gravity = Some(gravity),
        ("wind", Parsed::Vector(wind)) => settings.wind = Some(wind),
        ("fps", Parsed::Double(fps)) => settings.fps = Some(fps),
        ("duration", Parsed::Double(duration)) => settings.duration = Some(duration),
        ("substeps", Parsed::Steps(steps)) => settings.substeps = Some(steps),
        ("iterations", Parsed::Steps(steps)) => settings.iterations = Some(steps),
        ("kill_below", Parsed::Number(height)) => settings.kill_below = Some(height),
        ("sleeping", Parsed::Bool(sleeping)) => settings.sleeping = Some(sleeping),
        ("solver", Parsed::Word("jacobi")) => settings.solver = Some(Solver::Jacobi),
        ("solver", Parsed::Word(_)) => settings.solver = Some(Solver::GaussSeidel),
        _ => return Ok(false),
    }
    Ok(true)
}

/// A strength in m/s² and a direction, downwards by default.
fn omi_gravity(said: &Value) -> Result<Vec3> {
    let strength = said.get("gravity").and_then(number);
    let direction = said
        .get("direction")
        .map_or(Some(Vec3::NEG_Y), |direction| vector(direction, false).ok());
    let gravity = strength
        .zip(direction)
        .map(|(strength, direction)| direction.normalize_or_zero() * strength);
    gravity.filter(|g| g.is_finite()).ok_or_else(|| {
        Error::Scene(format!(
            "{GRAVITY}: gravity must be a number and direction three, not {}",
            one_line(&said.to_string())
        ))
    })
}
