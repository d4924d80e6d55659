//! Settings of the simulation from the scene's `extras`, and OMI's gravity.

use crate::document::Document;
use crate::error::{Error, Result};
use crate::expectations;
use crate::gravity_fields::GRAVITY;
use crate::nodes::shown_scene;
use crate::report::Report;
use crate::scene::{Scene, SceneSettings, Solver};
use crate::text::one_line;
use crate::values::{Fault, boolean, integer, number, vector, word};
use glam::Vec3;
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
            scene.expectations = expectations::read(value, scene, report)?;
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
    match key {
        "pliant_gravity" => settings.gravity = Some(vector(value, false)?),
        "pliant_wind" => settings.wind = Some(vector(value, false)?),
        "pliant_fps" => settings.fps = Some(positive(value)?),
        "pliant_substeps" => settings.substeps = Some(steps(value)?),
        "pliant_iterations" => settings.iterations = Some(steps(value)?),
        "pliant_kill_below" => settings.kill_below = Some(finite(value)?),
        "pliant_sleeping" => settings.sleeping = Some(boolean(value)?),
        "pliant_solver" => {
            let solvers = word(value, &["jacobi", "gauss-seidel"])?;
            settings.solver = Some(if solvers == "jacobi" {
                Solver::Jacobi
            } else {
                Solver::GaussSeidel
            });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn positive(value: &Value) -> std::result::Result<f64, Fault> {
    let number = value
        .as_f64()
        .ok_or_else(|| Fault::Type("a number".to_owned()))?;
    let fits = (1e-3..=1e6).contains(&number);
    if fits {
        Ok(number)
    } else {
        Err(Fault::Range("0.001 to 1000000".to_owned()))
    }
}

fn steps(value: &Value) -> std::result::Result<u32, Fault> {
    if !value.is_number() {
        return Err(Fault::Type("a whole number".to_owned()));
    }
    let steps = integer(value)
        .and_then(|steps| u32::try_from(steps).ok())
        .filter(|steps| (1..=100_000).contains(steps));
    steps.ok_or_else(|| Fault::Range("a whole number from 1 to 100000".to_owned()))
}

fn finite(value: &Value) -> std::result::Result<f32, Fault> {
    let number = number(value).ok_or_else(|| Fault::Type("a number".to_owned()))?;
    if number.is_finite() {
        Ok(number)
    } else {
        Err(Fault::Range("finite".to_owned()))
    }
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
