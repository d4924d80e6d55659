//! `pliant_emit`: fluids whose particles are emitted over time.

use crate::keys::default::KeyDefault;
use crate::keys::field::Field;
use crate::report::Report;
use glam::Vec3;
use pliant_gltf::values::{Fault, integer, vector};
use serde_json::Value;

/// Particles of an emitter without a duration and a limit.
const POOL: u32 = 10_000;

/// Smallest distance of emitted particles, as a fraction of their spacing, without a warning.
const CROWDED: f64 = 0.9;

/// A key of the object that `pliant_emit` holds.
#[derive(Debug)]
pub struct EmitterKey {
    /// Its name.
    pub name: &'static str,
    /// What its value may be.
    pub field: Field,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// What it stands for where it is missing.
    pub default: KeyDefault,
    /// What it means.
    pub meaning: &'static str,
}

const POSITIVE: Field = Field::Number {
    min: 0.0,
    max: f64::INFINITY,
    open: true,
    whole: false,
};

/// Every key of the object: the parser and `pliant keys --json` read this table.
pub const EMITTER_KEYS: &[EmitterKey] = &[
    EmitterKey {
        name: "rate",
        field: POSITIVE,
        unit: "1/s",
        default: KeyDefault::Nothing("required"),
        meaning: "particles a second",
    },
    EmitterKey {
        name: "velocity",
        field: Field::Vector,
        unit: "m/s",
        default: KeyDefault::Vector([0.0; 3]),
        meaning: "initial velocity of the particles, world axes at the start",
    },
    EmitterKey {
        name: "duration",
        field: POSITIVE,
        unit: "s",
        default: KeyDefault::Nothing("until all particles are out"),
        meaning: "how long it emits",
    },
    EmitterKey {
        name: "limit",
        field: Field::Number {
            min: 1.0,
            max: u32::MAX as f64,
            open: false,
            whole: true,
        },
        unit: "",
        default: KeyDefault::Pool(POOL),
        meaning: "number of its particles; memory is reserved for all of them",
    },
];

/// The value of `pliant_emit`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Emission {
    rate: f64,
    velocity: Vec3,
    duration: Option<f64>,
    limit: Option<u32>,
}

/// The emitter of a fluid: none of its particles is active at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct Emitter {
    /// Particles a second.
    pub rate: f64,
    /// Initial velocity of particles, m/s, world axes.
    pub velocity: Vec3,
    /// How long it runs, s; `None`: until all particles are active.
    pub duration: Option<f64>,
    /// Number of emission points, used in turn: the positions of its first particles.
    pub points: u32,
}

/// Parses the value of the key.
pub(crate) fn parse(value: &Value) -> Result<Emission, Fault> {
    const WANTED: &str = "an object with rate, and perhaps velocity, duration and limit";
    let object = value
        .as_object()
        .ok_or_else(|| Fault::Type(WANTED.to_owned()))?;
    let known = |key: &String| EMITTER_KEYS.iter().any(|row| row.name == key);
    if !object.keys().all(known) {
        return Err(Fault::Range(WANTED.to_owned()));
    }
    let positive = |key: &str| match object.get(key) {
        None => Ok(None),
        Some(value) => {
            let number = value
                .as_f64()
                .ok_or_else(|| Fault::Type(format!("{WANTED}; {key} must be a number")))?;
            let fits = number > 0.0 && number.is_finite();
            let why = || Fault::Range(format!("{WANTED}; {key} must be above 0"));
            fits.then_some(Some(number)).ok_or_else(why)
        }
    };
    let limit = |value: &Value| {
        let limit = integer(value).and_then(|n| u32::try_from(n).ok());
        let why = || Fault::Range(format!("{WANTED}; limit must be a whole number above 0"));
        limit.filter(|n| *n > 0).ok_or_else(why)
    };
    let velocity = object.get("velocity").map(|v| vector(v, false));
    Ok(Emission {
        rate: positive("rate")?
            .ok_or_else(|| Fault::Range(format!("{WANTED}; rate is missing")))?,
        velocity: velocity.transpose()?.unwrap_or_default(),
        duration: positive("duration")?,
        limit: object.get("limit").map(limit).transpose()?,
    })
}

impl Emission {
    /// Number of particles that it needs.
    pub(crate) fn pool(&self) -> u32 {
        let lasting = self.duration.map(|t| (self.rate * t).ceil());
        let usual = lasting.map_or(POOL, |n| n.min(f64::from(u32::MAX)) as u32);
        self.limit.unwrap_or(usual)
    }

    /// The emitter with so many emission points; warns where particles would overlap.
    pub(crate) fn emitter(
        &self,
        points: u32,
        spacing: f32,
        name: &str,
        report: &mut Report,
    ) -> Emitter {
        let each = self.rate / f64::from(points);
        let distance = f64::from(self.velocity.length()) / each;
        if distance < CROWDED * f64::from(spacing) {
            report.warn(format!(
                "node {name}: pliant_emit emits particles {distance:.2e} m apart, closer than their rest distance of {spacing:.2e} m, so they will burst distance; set its speed to {:.2} m/s or more, or a lower rate",
                each * f64::from(spacing)
            ));
        }
        Emitter {
            rate: self.rate,
            velocity: self.velocity,
            duration: self.duration,
            points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pool_follows_from_the_key() {
        let pool = |value| parse(&value).unwrap().pool();
        assert_eq!(pool(json!({"rate": 100})), POOL);
        assert_eq!(pool(json!({"rate": 100, "duration": 0.3})), 30);
        assert_eq!(pool(json!({"rate": 100, "duration": 9, "limit": 7})), 7);
    }

    #[test]
    fn what_is_no_emitter_is_refused() {
        for wrong in [
            json!({}),
            json!({"rate": 0}),
            json!({"rate": 1, "limit": 0}),
        ] {
            assert!(matches!(parse(&wrong), Err(Fault::Range(_))), "{wrong}");
        }
        for wrong in [
            json!(3),
            json!({"rate": "x"}),
            json!({"rate": 1, "velocity": 2}),
        ] {
            assert!(matches!(parse(&wrong), Err(Fault::Type(_))), "{wrong}");
        }
    }
}
