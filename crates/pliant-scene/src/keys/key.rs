//! The `pliant_` keys of nodes and scenes: one table of names, kinds of bodies, units, ranges, defaults and meanings.

use crate::bodies::emitter::{self, Emission};
use crate::keys::default::KeyDefault;
use crate::keys::field::Field;
use glam::Vec3;
use pliant_gltf::values::{Fault, boolean, integer, number, vector, word};
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

/// Most substeps, and most iterations.
const MOST_STEPS: u32 = 100_000;

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

/// One key of a node or of the scene. The parser, `pliant keys`, docs/authoring.md and the viewer's inspector read this table.
#[derive(Debug)]
pub struct Key {
    /// Its name without `pliant_`.
    pub name: &'static str,
    /// Unit of its value; empty where it has none, or where it depends on the kind of body.
    pub unit: &'static str,
    /// What it stands for where it is missing.
    pub default: KeyDefault,
    /// What it means, in a line of Markdown; links are those of docs/authoring.md.
    pub meaning: &'static str,
    pub(crate) kinds: &'static [Kind],
    pub(crate) holds: Holds,
    /// Unit and default for some kinds of bodies.
    pub(crate) varies: &'static [(&'static [Kind], &'static str, KeyDefault)],
}

/// What a key holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holds {
    Number(Range),
    /// A number between two, in double precision.
    Between([f64; 2]),
    /// A number of substeps or iterations.
    Steps,
    Bool,
    Word(&'static [&'static str]),
    Vector,
    Pins,
    Attachments,
    Emitter,
    Expectations,
}

/// Which numbers a key takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Range {
    Positive,
    NotNegative,
    Unit,
    /// Thermodynamics allows −1 < ν < ½.
    Poisson,
    Finite,
}

/// A key's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Parsed {
    Number(f32),
    Double(f64),
    Steps(u32),
    Bool(bool),
    Word(&'static str),
    Vector(Vec3),
    Selector(String),
    Indices(Vec<u64>),
    Strings(Vec<String>),
    Emission(Emission),
    /// Read elsewhere, since it needs the scene.
    Deferred,
}

/// The words of `pliant_body`.
#[must_use]
pub fn kind_names() -> [&'static str; 10] {
    KINDS.map(|(name, _)| name)
}

impl Key {
    /// The kinds of bodies that read it, as words of `pliant_body`; empty for a key of the scene.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().map(|kind| kind.name())
    }

    /// Unit and default of its value for a kind of body, a word of `pliant_body`.
    #[must_use]
    pub fn of_kind(&self, kind: &str) -> (&'static str, KeyDefault) {
        let varies = self.varies.iter();
        let own = varies
            .copied()
            .find(|(kinds, ..)| kinds.iter().any(|k| k.name() == kind));
        own.map_or((self.unit, self.default), |(_, unit, default)| {
            (unit, default)
        })
    }

    /// Kinds of bodies for which unit and default differ from [`Key::unit`] and [`Key::default`], with these.
    pub fn varies(&self) -> impl Iterator<Item = (Vec<&'static str>, &'static str, KeyDefault)> {
        let words = |kinds: &[Kind]| kinds.iter().map(|kind| kind.name()).collect();
        self.varies
            .iter()
            .map(move |(kinds, unit, default)| (words(kinds), *unit, *default))
    }

    /// Unit and default in words, each followed by those of single kinds: `0.2 (cloth, balloon); 0.1 (rope)`.
    #[must_use]
    pub fn unit_and_default(&self) -> [String; 2] {
        let mut texts = [self.unit.to_owned(), self.default.to_string()];
        for (kinds, unit, default) in self.varies() {
            for (text, own) in texts.iter_mut().zip([unit.to_owned(), default.to_string()]) {
                if own.is_empty() || *text == own || text.starts_with(&format!("{own} (")) {
                    continue;
                }
                if !text.is_empty() {
                    text.push_str("; ");
                }
                *text += &format!("{own} ({})", kinds.join(", "));
            }
        }
        texts
    }

    /// What its value may be.
    #[must_use]
    pub fn field(&self) -> Field {
        let number = |min: f64, max: f64, open: bool, whole: bool| Field::Number {
            min,
            max,
            open,
            whole,
        };
        match self.holds {
            Holds::Number(Range::Positive) => number(0.0, f64::INFINITY, true, false),
            Holds::Number(Range::NotNegative) => number(0.0, f64::INFINITY, false, false),
            Holds::Number(Range::Unit) => number(0.0, 1.0, false, false),
            Holds::Number(Range::Poisson) => number(-1.0, 0.5, true, false),
            Holds::Number(Range::Finite) => number(f64::NEG_INFINITY, f64::INFINITY, true, false),
            Holds::Between([least, most]) => number(least, most, false, false),
            Holds::Steps => number(1.0, f64::from(MOST_STEPS), false, true),
            Holds::Bool => Field::Bool,
            Holds::Word(words) => Field::Word(words),
            Holds::Vector => Field::Vector,
            Holds::Pins | Holds::Attachments | Holds::Emitter | Holds::Expectations => Field::Text,
        }
    }

    /// Parses a value of the file or of a flag (`text`), where vectors and selectors may be bare words.
    pub(crate) fn parse(&self, value: &Value, text: bool) -> Result<Parsed, Fault> {
        match self.holds {
            Holds::Number(range) => range.parse(value).map(Parsed::Number),
            Holds::Between(ends) => between(value, ends).map(Parsed::Double),
            Holds::Steps => steps(value).map(Parsed::Steps),
            Holds::Bool => boolean(value).map(Parsed::Bool),
            Holds::Word(words) => word(value, words).map(Parsed::Word),
            Holds::Vector => vector(value, text).map(Parsed::Vector),
            Holds::Pins => pins(value, text),
            Holds::Attachments => attachments(value),
            Holds::Emitter => emitter::parse(value).map(Parsed::Emission),
            Holds::Expectations => Ok(Parsed::Deferred),
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
            Self::Finite => (true, "finite"),
        };
        if fits && number.is_finite() {
            Ok(number)
        } else {
            Err(Fault::Range(wanted.to_owned()))
        }
    }
}

fn between(value: &Value, [least, most]: [f64; 2]) -> Result<f64, Fault> {
    let number = value
        .as_f64()
        .ok_or_else(|| Fault::Type("a number".to_owned()))?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Fault::Range(format!("{least} to {most}")))
    }
}

fn steps(value: &Value) -> Result<u32, Fault> {
    if !value.is_number() {
        return Err(Fault::Type("a whole number".to_owned()));
    }
    let steps = integer(value)
        .and_then(|steps| u32::try_from(steps).ok())
        .filter(|steps| (1..=MOST_STEPS).contains(steps));
    steps.ok_or_else(|| Fault::Range("a whole number from 1 to 100000".to_owned()))
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
    use crate::keys::table::{NODE_KEYS, SCENE_KEYS};
    use serde_json::json;

    fn parse(key: &str, value: Value) -> Result<Parsed, Fault> {
        NODE_KEYS
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
    fn defaults_are_what_their_keys_hold() {
        for key in NODE_KEYS.iter().chain(SCENE_KEYS) {
            let own = key.varies.iter().map(|(_, _, default)| *default);
            for default in own.chain([key.default]) {
                let fits = match (default, key.holds) {
                    (KeyDefault::ByKind, _) => !key.varies.is_empty(),
                    (KeyDefault::Nothing(words), _) => !words.is_empty(),
                    (KeyDefault::Bool(_), Holds::Bool)
                    | (KeyDefault::Vector(_), Holds::Vector)
                    | (KeyDefault::Frames(_), Holds::Between(_)) => true,
                    (KeyDefault::Word(word), Holds::Word(words)) => words.contains(&word),
                    (_, Holds::Number(range)) => range.parse(&json!(default.number())).is_ok(),
                    (_, Holds::Between(ends)) => between(&json!(default.number()), ends).is_ok(),
                    (_, Holds::Steps) => steps(&json!(default.number())).is_ok(),
                    _ => false,
                };
                assert!(fits, "{}: {default:?}", key.name);
            }
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
