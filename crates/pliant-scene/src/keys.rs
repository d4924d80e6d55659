//! The `pliant_` keys of a node: the values of each, and the kinds of bodies that read it.

use crate::emitter::{self, Emission};
use crate::values::{Fault, boolean, integer, number, vector, word};
use glam::Vec3;
use serde_json::Value;

/// `pliant_body`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Cloth,
    Soft,
    Balloon,
    Rope,
    Fluid,
    Rigid,
    Kinematic,
    Static,
    Trigger,
    None,
}

use Kind::{Balloon, Cloth, Fluid, Kinematic, Rigid, Rope, Soft, Static, Trigger};

/// The words of `pliant_body`, in the order of [`Kind`].
pub(crate) const KINDS: [(&str, Kind); 10] = [
    ("cloth", Cloth),
    ("soft", Soft),
    ("balloon", Balloon),
    ("rope", Rope),
    ("fluid", Fluid),
    ("rigid", Rigid),
    ("kinematic", Kinematic),
    ("static", Static),
    ("trigger", Trigger),
    ("none", Kind::None),
];

impl Kind {
    /// Its word.
    pub(crate) fn name(self) -> &'static str {
        KINDS[self as usize].0
    }

    /// The kind of a word.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        KINDS
            .iter()
            .find(|(word, _)| *word == name)
            .map(|&(_, kind)| kind)
    }
}

/// One key: its name without `pliant_`, the bodies that read it, and what it holds.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) kinds: &'static [Kind],
    pub(crate) holds: Holds,
}

/// What a key holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holds {
    Number(Range),
    Bool,
    Word(&'static [&'static str]),
    Vector,
    Pins,
    Attachments,
    Emitter,
}

/// Which numbers a key takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Range {
    Positive,
    NotNegative,
    Unit,
    /// Thermodynamics allows −1 < ν < ½.
    Poisson,
}

/// A key's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Parsed {
    Number(f32),
    Bool(bool),
    Word(&'static str),
    Vector(Vec3),
    Selector(String),
    Indices(Vec<u64>),
    Strings(Vec<String>),
    Emission(Emission),
}

const ALL: &[Kind] = &[Cloth, Soft, Balloon, Rope, Fluid, Rigid, Kinematic, Static];
/// A node with a joint may be anything.
const JOINED: &[Kind] = &[
    Cloth,
    Soft,
    Balloon,
    Rope,
    Fluid,
    Rigid,
    Kinematic,
    Static,
    Trigger,
    Kind::None,
];
const DEFORMABLE: &[Kind] = &[Cloth, Soft, Balloon, Rope, Fluid];
const MESHED: &[Kind] = &[Cloth, Rope, Soft, Balloon];
const BENDING: &[Kind] = &[Cloth, Rope, Balloon];
const FEM: &[Kind] = &[Cloth, Soft];
const FLUID: &[Kind] = &[Fluid];

const fn rule(name: &'static str, kinds: &'static [Kind], holds: Holds) -> Rule {
    Rule { name, kinds, holds }
}

const POSITIVE: Holds = Holds::Number(Range::Positive);
const NOT_NEGATIVE: Holds = Holds::Number(Range::NotNegative);
const UNIT: Holds = Holds::Number(Range::Unit);

/// Every key of a node but `pliant_body` itself.
pub(crate) const RULES: &[Rule] = &[
    rule(
        "collider",
        &[Static, Kinematic, Rigid, Trigger],
        Holds::Word(&["mesh", "hull", "box", "sphere", "capsule"]),
    ),
    rule("density", ALL, POSITIVE),
    rule("mass", ALL, POSITIVE),
    rule("particle_mass", DEFORMABLE, POSITIVE),
    rule("pin", MESHED, Holds::Pins),
    rule("attach", MESHED, Holds::Attachments),
    rule("attach_compliance", MESHED, NOT_NEGATIVE),
    rule("links", &[Cloth], Holds::Word(&["edges", "grid"])),
    rule("model", FEM, Holds::Word(&["xpbd", "pbd", "stvk"])),
    rule("stretch_compliance", MESHED, NOT_NEGATIVE),
    rule("shear_compliance", &[Cloth], NOT_NEGATIVE),
    rule("bend_compliance", BENDING, NOT_NEGATIVE),
    rule(
        "bend_model",
        BENDING,
        Holds::Word(&["none", "dihedral", "distance"]),
    ),
    rule("stiffness", FEM, UNIT),
    rule("youngs_modulus", FEM, POSITIVE),
    rule("poissons_ratio", FEM, Holds::Number(Range::Poisson)),
    rule("strain_limit", FEM, POSITIVE),
    rule("volume_compliance", &[Soft, Balloon], NOT_NEGATIVE),
    rule("pressure", &[Balloon], POSITIVE),
    rule("damping", MESHED, NOT_NEGATIVE),
    rule("velocity_damping", DEFORMABLE, UNIT),
    rule("air_drag", ALL, NOT_NEGATIVE),
    rule("thickness", BENDING, NOT_NEGATIVE),
    rule("self_collision", MESHED, Holds::Bool),
    rule("contact", MESHED, Holds::Word(&["surface", "particles"])),
    rule("friction", ALL, NOT_NEGATIVE),
    rule("static_friction", ALL, NOT_NEGATIVE),
    rule("restitution", ALL, UNIT),
    rule("spacing", &[Fluid, Soft], POSITIVE),
    rule("viscosity", FLUID, NOT_NEGATIVE),
    rule("cohesion", FLUID, NOT_NEGATIVE),
    rule("vorticity", FLUID, NOT_NEGATIVE),
    rule("velocity", ALL, Holds::Vector),
    rule("angular_velocity", ALL, Holds::Vector),
    rule("tear_strain", &[Cloth, Rope], POSITIVE),
    rule("break_force", JOINED, POSITIVE),
    rule("break_torque", JOINED, POSITIVE),
    rule("emit", FLUID, Holds::Emitter),
];

impl Rule {
    /// Parses a value of the file or of a flag (`text`), where vectors and selectors may be bare words.
    pub(crate) fn parse(&self, value: &Value, text: bool) -> Result<Parsed, Fault> {
        match self.holds {
            Holds::Number(range) => range.parse(value).map(Parsed::Number),
            Holds::Bool => boolean(value).map(Parsed::Bool),
            Holds::Word(words) => word(value, words).map(Parsed::Word),
            Holds::Vector => vector(value, text).map(Parsed::Vector),
            Holds::Pins => pins(value, text),
            Holds::Attachments => attachments(value),
            Holds::Emitter => emitter::parse(value).map(Parsed::Emission),
        }
    }
}

impl Range {
    fn parse(self, value: &Value) -> Result<f32, Fault> {
        let number = number(value).ok_or_else(|| Fault::Type("a number".to_owned()))?;
        let (fits, wanted) = match self {
            Self::Positive => (number > 0.0, "above 0"),
            Self::NotNegative => (number >= 0.0, "0 or more"),
            Self::Unit => ((0.0..=1.0).contains(&number), "0 to 1"),
            Self::Poisson => (number > -1.0 && number < 0.5, "between -1 and 0.5"),
        };
        if fits && number.is_finite() {
            Ok(number)
        } else {
            Err(Fault::Range(wanted.to_owned()))
        }
    }
}

fn pins(value: &Value, text: bool) -> Result<Parsed, Fault> {
    let fault = || Fault::Type("a selector string or a list of vertex indices".to_owned());
    match value {
        Value::String(selector) => Ok(Parsed::Selector(selector.clone())),
        Value::Number(number) if text => Ok(Parsed::Selector(number.to_string())),
        Value::Array(list) => {
            let indices: Option<Vec<u64>> = list.iter().map(integer).collect();
            indices.map(Parsed::Indices).ok_or_else(fault)
        }
        _ => Err(fault()),
    }
}

/// A list of strings, or one string with semicolons: Blender's custom properties hold no lists of strings.
fn attachments(value: &Value) -> Result<Parsed, Fault> {
    let strings: Option<Vec<String>> = match value {
        Value::String(text) => Some(text.split(';').map(str::to_owned).collect()),
        Value::Array(list) => list
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect(),
        _ => None,
    };
    strings
        .map(Parsed::Strings)
        .ok_or_else(|| Fault::Type("a list of strings such as \"top=Pole\"".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(key: &str, value: Value) -> Result<Parsed, Fault> {
        RULES
            .iter()
            .find(|rule| rule.name == key)
            .unwrap()
            .parse(&value, false)
    }

    #[test]
    fn kinds_are_in_the_order_of_their_table() {
        for (name, kind) in KINDS {
            assert_eq!(kind.name(), name);
            assert_eq!(Kind::from_name(name), Some(kind));
        }
    }

    #[test]
    fn blender_numbers_stand_for_booleans_and_integers_for_numbers() {
        assert_eq!(parse("self_collision", json!(0)), Ok(Parsed::Bool(false)));
        assert_eq!(parse("self_collision", json!(1.0)), Ok(Parsed::Bool(true)));
        assert_eq!(parse("density", json!(2)), Ok(Parsed::Number(2.0)));
        assert_eq!(
            parse("pin", json!([3.0, 4])),
            Ok(Parsed::Indices(vec![3, 4]))
        );
    }

    #[test]
    fn wrong_types_and_ranges_are_distinguished() {
        for (key, value) in [
            ("density", json!("heavy")),
            ("pin", json!(true)),
            ("pin", json!([0.5])),
            ("velocity", json!(1)),
        ] {
            assert!(
                matches!(parse(key, value.clone()), Err(Fault::Type(_))),
                "{key} {value}"
            );
        }
        for (key, value) in [
            ("density", json!(0)),
            ("restitution", json!(1.1)),
            ("mass", json!(1e300)),
            ("links", json!("x")),
        ] {
            assert!(
                matches!(parse(key, value.clone()), Err(Fault::Range(_))),
                "{key} {value}"
            );
        }
    }
}
