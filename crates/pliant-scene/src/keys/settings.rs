//! Settings of the simulation from the scene's `extras`, and OMI's gravity.

use crate::error::{Error, Result};
use crate::extensions::GRAVITY;
use crate::graph::nodes::shown_scene;
use crate::keys::default::KeyDefault;
use crate::keys::expectations::{self, Expectation};
use crate::keys::key::Parsed;
use crate::keys::table::SCENE_KEYS;
use crate::report::Report;
use glam::{DVec3, Vec3};
use pliant_gltf::document::Document;
use pliant_gltf::text::one_line;
use pliant_gltf::values::{Fault, number, vector};
use serde_json::Value;

/// Scene `extras` (docs/authoring.md); `None` where the scene has no such key. The command line overrides them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SceneSettings {
    /// `pliant_gravity`, else OMI's, m/s².
    pub gravity: Option<Vec3>,
    /// `pliant_fps`, 1/s.
    pub fps: Option<f64>,
    /// `pliant_duration`, s.
    pub duration: Option<f64>,
    /// `pliant_substeps`.
    pub substeps: Option<u32>,
    /// `pliant_iterations`.
    pub iterations: Option<u32>,
    /// `pliant_solver`.
    pub solver: Option<Solver>,
    /// `pliant_wind`, m/s.
    pub wind: Option<Vec3>,
    /// `pliant_kill_below`, m.
    pub kill_below: Option<f32>,
    /// `pliant_sleeping`.
    pub sleeping: Option<bool>,
}

impl SceneSettings {
    /// Frames a second, 1/s; of the scene or the default, as are those that follow.
    #[must_use]
    pub fn fps(&self) -> f64 {
        self.fps.unwrap_or_else(|| default_number("fps"))
    }

    /// Substeps a frame.
    #[must_use]
    pub fn substeps(&self) -> u32 {
        self.substeps
            .unwrap_or_else(|| default_number("substeps") as u32)
    }

    /// Iterations a substep.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.iterations
            .unwrap_or_else(|| default_number("iterations") as u32)
    }

    /// The constraint solver.
    #[must_use]
    pub fn solver(&self) -> Solver {
        let default = || default_of("solver").word().and_then(Solver::of);
        let solver = self.solver.or_else(default);
        solver.expect("the default is the name of a solver")
    }

    /// The world's gravity, m/s².
    #[must_use]
    pub fn gravity(&self) -> DVec3 {
        match (self.gravity, default_of("gravity")) {
            (Some(gravity), _) => gravity.as_dvec3(),
            (None, KeyDefault::Vector(gravity)) => gravity.into(),
            (None, _) => DVec3::ZERO,
        }
    }

    /// Whether rigid bodies at rest sleep.
    #[must_use]
    pub fn sleeping(&self) -> bool {
        let default = || default_of("sleeping") == KeyDefault::Bool(true);
        self.sleeping.unwrap_or_else(default)
    }

    /// Frames of a run that has no length of its own, where `pliant_duration` gives none.
    #[must_use]
    pub fn default_frames() -> u64 {
        default_number("duration") as u64
    }
}

/// What a key of the scene stands for where it is missing.
fn default_of(name: &str) -> KeyDefault {
    let key = SCENE_KEYS.iter().find(|key| key.name == name);
    key.map_or(KeyDefault::ByKind, |key| key.default)
}

fn default_number(name: &str) -> f64 {
    default_of(name).number().unwrap_or(f64::NAN)
}

/// Which method solves the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// Mass-splitting Jacobi with Chebyshev acceleration.
    Jacobi,
    /// Coloured Gauss-Seidel.
    GaussSeidel,
}

impl Solver {
    /// The solver of that name.
    fn of(name: &str) -> Option<Self> {
        let both = [Self::Jacobi, Self::GaussSeidel];
        both.into_iter().find(|solver| solver.name() == name)
    }

    /// The name that flags, keys and metrics use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jacobi => "jacobi",
            Self::GaussSeidel => "gauss-seidel",
        }
    }
}

/// The settings and expectations of the shown scene; `is_node` tells whether a node has a name.
pub(crate) fn read(
    document: &Document,
    is_node: &dyn Fn(&str) -> bool,
    report: &mut Report,
) -> Result<(SceneSettings, Vec<Expectation>)> {
    let mut settings = SceneSettings::default();
    let mut expectations = Vec::new();
    let shown = shown_scene(document)?.map(|shown| &document.scenes[shown]);
    let omi = shown
        .and_then(|scene| scene.extensions.get(GRAVITY))
        .or_else(|| document.extensions.get(GRAVITY));
    settings.gravity = omi.map(omi_gravity).transpose()?;
    let extras = shown.and_then(|scene| scene.extras.as_object());
    for (key, value) in extras
        .into_iter()
        .flatten()
        .filter(|(key, _)| key.starts_with("pliant_"))
    {
        if key == "pliant_expect" {
            expectations = expectations::read(value, is_node, report)?;
            continue;
        }
        match set(&mut settings, key, value) {
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
    Ok((settings, expectations))
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
        ("solver", Parsed::Word(word)) => settings.solver = Solver::of(word),
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
