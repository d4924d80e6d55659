//! Friction and restitution of surfaces, from keys and from physics materials of KHR_physics_rigid_bodies.

use crate::error::{Error, Result};
use crate::extensions::BODIES;
use crate::keys::extras::{Keys, default_number};
use crate::keys::key::Kind;
use crate::report::Report;
use pliant_gltf::document::Document;
use pliant_gltf::extension::list;
use pliant_gltf::text::quote;
use serde::Deserialize;

/// Friction and restitution of a surface in contact with another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// Dynamic μ.
    pub friction: f32,
    /// Static μ.
    pub static_friction: f32,
    /// 0..1.
    pub restitution: f32,
    /// How both μ combine with the other surface's; `None` leaves that to the other one.
    pub friction_combine: Option<Combine>,
    /// How restitution combines with the other surface's; `None` leaves that to the other one.
    pub restitution_combine: Option<Combine>,
}

/// How the values of two surfaces combine. Where they ask for different rules, the first one in this list is taken;
/// where neither asks, the average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// Half of their sum.
    Average,
    /// The smaller one.
    Minimum,
    /// The larger one.
    Maximum,
    /// Their product.
    Multiply,
}

impl Combine {
    pub(crate) fn of(word: &str) -> Option<Self> {
        match word {
            "average" => Some(Self::Average),
            "minimum" => Some(Self::Minimum),
            "maximum" => Some(Self::Maximum),
            "multiply" => Some(Self::Multiply),
            _ => None,
        }
    }

    /// The extension's word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Average => "average",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Multiply => "multiply",
        }
    }
}

impl Coefficients {
    /// Keys override the physics material, which overrides the defaults of the keys.
    pub(crate) fn of(keys: &Keys, material: Option<Self>) -> Self {
        let number = |key, from: fn(&Self) -> f32| keys.number(key).or(material.as_ref().map(from));
        let default = |key| default_number(key, Kind::None);
        let friction = number("friction", |m| m.friction).unwrap_or_else(|| default("friction"));
        Self {
            friction,
            static_friction: number("static_friction", |m| m.static_friction).unwrap_or(friction),
            restitution: number("restitution", |m| m.restitution)
                .unwrap_or_else(|| default("restitution")),
            friction_combine: material.and_then(|m| m.friction_combine),
            restitution_combine: material.and_then(|m| m.restitution_combine),
        }
    }
}

/// A physics material as the file has it, with the extension's defaults.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Item {
    static_friction: f32,
    dynamic_friction: f32,
    restitution: f32,
    friction_combine: Option<String>,
    restitution_combine: Option<String>,
}

impl Default for Item {
    fn default() -> Self {
        Self {
            static_friction: 0.6,
            dynamic_friction: 0.6,
            restitution: 0.0,
            friction_combine: None,
            restitution_combine: None,
        }
    }
}

/// The document's physics materials.
pub(crate) fn read(document: &Document, report: &mut Report) -> Result<Vec<Coefficients>> {
    let items: Vec<Item> = list(&document.extensions, BODIES, "physicsMaterials")?;
    let material = |(i, item): (usize, &Item)| item.check(i, report);
    items.iter().enumerate().map(material).collect()
}

impl Item {
    fn check(&self, i: usize, report: &mut Report) -> Result<Coefficients> {
        let numbers = [
            self.static_friction,
            self.dynamic_friction,
            self.restitution,
        ];
        if !numbers.iter().all(|n| n.is_finite() && *n >= 0.0) {
            return Error::scene(format!(
                "{BODIES} physicsMaterials {i}: friction and restitution must be 0 or more"
            ));
        }
        let mut combine = |key: &str, word: &Option<String>| {
            let word = word.as_ref()?;
            let combine = Combine::of(word);
            if combine.is_none() {
                report.warn(format!(
                    "{BODIES} physicsMaterials {i}: {key} is {}, not average, minimum, maximum or multiply; ignored",
                    quote(word)
                ));
            }
            combine
        };
        Ok(Coefficients {
            friction: self.dynamic_friction,
            static_friction: self.static_friction,
            restitution: self.restitution.min(1.0),
            friction_combine: combine("frictionCombine", &self.friction_combine),
            restitution_combine: combine("restitutionCombine", &self.restitution_combine),
        })
    }
}
