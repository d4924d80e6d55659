//! The keys of each node from its material, mesh, extras and flags; the later ones override the earlier.

use crate::error::{Error, Result};
use crate::keys::default::KeyDefault;
use crate::keys::key::{Key, Kind, Parsed};
use crate::keys::table::NODE_KEYS;
use crate::report::Report;
use glam::{DVec3, Vec3};
use pliant_gltf::document::{Document, NodeExtras};
use pliant_gltf::text::{one_line, quote};
use pliant_gltf::values::Fault;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Material or mesh, perhaps shared by several nodes.
    Shared,
    Node,
    /// A flag whose pattern names many nodes.
    GlobFlag,
    Flag,
}

/// A value as given in the file or on the command line.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// The key or flag as the user wrote it, in one line.
    pub(crate) label: String,
}

/// A node's raw keys, without `pliant_`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Raw(BTreeMap<String, Entry>);

/// A node's keys, each of the right type and in range.
#[derive(Debug, Default)]
pub(crate) struct Keys(HashMap<&'static str, Sourced>);

/// A value, and whether a flag gave it.
#[derive(Debug)]
struct Sourced {
    parsed: Parsed,
    /// As it was given.
    value: Value,
    flag: bool,
}

/// The key of that name, without `pliant_`.
pub(crate) fn find_key(name: &str) -> Option<&'static Key> {
    NODE_KEYS.iter().find(|key| key.name == name)
}

impl Raw {
    /// The keys of a node with this mesh, these extras and these flags.
    pub(crate) fn gather<'f>(
        document: &Document,
        mesh: Option<usize>,
        extras: Option<&NodeExtras>,
        flags: impl Iterator<Item = &'f (String, Entry)>,
    ) -> Self {
        let mut raw = Self::default();
        let mesh = mesh.map(|mesh| &document.meshes[mesh]);
        let material = mesh.and_then(|mesh| mesh.primitives.first()?.material);
        let material =
            material.and_then(|material| document.materials.get(usize::try_from(material).ok()?));
        raw.extend(material.map(|material| &material.extras), Origin::Shared);
        raw.extend(mesh.map(|mesh| &mesh.extras), Origin::Shared);
        raw.extend(extras.map(|node| &node.extras), Origin::Node);
        for (key, entry) in flags {
            raw.flag(key, entry);
        }
        raw
    }

    fn extend(&mut self, extras: Option<&Value>, origin: Origin) {
        for (label, value) in extras.and_then(Value::as_object).into_iter().flatten() {
            if let Some(key) = label.strip_prefix("pliant_") {
                self.0.insert(
                    key.to_owned(),
                    Entry {
                        value: value.clone(),
                        origin,
                        label: one_line(label),
                    },
                );
            }
        }
    }

    /// A flag replaces the file's value; several `--pin` add up.
    fn flag(&mut self, key: &str, entry: &Entry) {
        let mut entry = entry.clone();
        let before = self
            .0
            .get(key)
            .filter(|before| key == "pin" && before.origin >= Origin::GlobFlag);
        if let Some((before, after)) = before
            .and_then(|before| before.value.as_str())
            .zip(entry.value.as_str())
        {
            entry.value = Value::from(format!("{before},{after}"));
        }
        self.0.insert(key.to_owned(), entry);
    }

    /// The kind of body that `pliant_body` names, if the node has that key.
    pub(crate) fn kind(&mut self, node: &str, report: &mut Report) -> Result<Option<Body>> {
        let Some(entry) = self.0.remove("body") else {
            return Ok(None);
        };
        let glob = entry.origin == Origin::GlobFlag;
        let Some(word) = entry.value.as_str() else {
            return Err(entry.wrong_type(node, "a word such as cloth or rope"));
        };
        let kind = Kind::from_name(word);
        if kind.is_none() && entry.origin >= Origin::GlobFlag {
            return Err(entry.wrong_type(node, "a kind of body, such as cloth or rope"));
        }
        if kind.is_none() {
            report.warn(format!(
                "node {}: {} is {}, which is not a kind of body; it is only drawn",
                quote(node),
                entry.label,
                quote(word)
            ));
        }
        let flag = entry.origin >= Origin::GlobFlag;
        Ok(Some(Body {
            kind: kind.unwrap_or(Kind::None),
            glob,
            flag,
        }))
    }

    /// Checks the keys of a node that is a `kind`; `explicit` if `pliant_body` says so.
    pub(crate) fn check(
        self,
        node: &str,
        kind: Kind,
        explicit: bool,
        report: &mut Report,
    ) -> Result<Keys> {
        let mut keys = Keys::default();
        for (key, entry) in self.0 {
            let owner = format!("node {}: {}", quote(node), entry.label);
            let Some(rule) = find_key(&key) else {
                report.warn(format!("{owner} is not a known key; ignored"));
                continue;
            };
            let flag = entry.origin >= Origin::GlobFlag;
            match rule.parse(&entry.value, flag) {
                Err(Fault::Type(wanted)) => return Err(entry.wrong_type(node, &wanted)),
                Err(Fault::Range(wanted)) if flag => return Err(entry.wrong_type(node, &wanted)),
                _ if !rule.kinds.contains(&kind) => {
                    if let Some(line) = misfit(&owner, kind, explicit, entry.origin) {
                        report.warn(line);
                    }
                }
                Err(Fault::Range(wanted)) => {
                    report.warn(format!(
                        "{owner} is {}, it must be {wanted}; the default is used",
                        show(&entry.value)
                    ));
                }
                Ok(parsed) => {
                    let value = entry.value;
                    keys.0.insert(
                        rule.name,
                        Sourced {
                            parsed,
                            value,
                            flag,
                        },
                    );
                }
            }
        }
        Ok(keys)
    }
}

/// What a key stands for where a `kind` of body does not have it.
fn default_of(key: &str, kind: Kind) -> KeyDefault {
    find_key(key).map_or(KeyDefault::ByKind, |key| key.of_kind(kind.name()).1)
}

/// The number of a key's default, NaN where that is no number.
pub(crate) fn default_number(key: &str, kind: Kind) -> f32 {
    default_of(key, kind).number().unwrap_or(f64::NAN) as f32
}

/// The value of `pliant_body`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    pub(crate) kind: Kind,
    /// It came from a flag whose pattern names many nodes.
    pub(crate) glob: bool,
    /// It came from a flag.
    pub(crate) flag: bool,
}

/// The warning for a key that does not fit, unless the key was meant for other nodes too.
fn misfit(owner: &str, kind: Kind, explicit: bool, origin: Origin) -> Option<String> {
    if origin == Origin::GlobFlag || origin == Origin::Shared && explicit && kind == Kind::None {
        return None;
    }
    Some(match kind {
        Kind::None => {
            format!("{owner} has no effect, because the node is not a body; set pliant_body")
        }
        _ => format!(
            "{owner} does not fit a body of kind {}; ignored",
            kind.name()
        ),
    })
}

impl Entry {
    fn wrong_type(&self, node: &str, wanted: &str) -> Error {
        let message = format!(
            "node {}: {} must be {wanted}, not {}",
            quote(node),
            self.label,
            show(&self.value)
        );
        if self.origin >= Origin::GlobFlag {
            Error::Usage(message)
        } else {
            Error::Scene(message)
        }
    }
}

fn show(value: &Value) -> String {
    one_line(&value.to_string())
}

impl Keys {
    /// A number's value.
    pub(crate) fn number(&self, key: &str) -> Option<f32> {
        match self.get(key)? {
            Parsed::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A word.
    pub(crate) fn word(&self, key: &str) -> Option<&'static str> {
        match self.get(key)? {
            Parsed::Word(word) => Some(word),
            _ => None,
        }
    }

    /// true or false, or the default of a key that no kind of body varies.
    pub(crate) fn boolean_or_default(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Parsed::Bool(value)) => *value,
            _ => default_of(key, Kind::None) == KeyDefault::Bool(true),
        }
    }

    /// A vector or the default of a key that no kind of body varies.
    pub(crate) fn vector(&self, key: &str) -> Vec3 {
        match self.get(key) {
            Some(Parsed::Vector(vector)) => *vector,
            _ => match default_of(key, Kind::None) {
                KeyDefault::Vector(vector) => DVec3::from(vector).as_vec3(),
                _ => Vec3::ZERO,
            },
        }
    }

    /// A number or its default for a `kind` of body.
    pub(crate) fn number_or_default(&self, key: &str, kind: Kind) -> f32 {
        self.number(key)
            .unwrap_or_else(|| default_number(key, kind))
    }

    /// A word or its default; `None` where the `kind` of body has no such key.
    pub(crate) fn word_or_default(&self, key: &str, kind: Kind) -> Option<&'static str> {
        self.word(key).or_else(|| default_of(key, kind).word())
    }

    /// All values as they were given.
    pub(crate) fn given(&self) -> BTreeMap<&'static str, Value> {
        self.0
            .iter()
            .map(|(key, of)| (*key, of.value.clone()))
            .collect()
    }

    /// Any value.
    pub(crate) fn get(&self, key: &str) -> Option<&Parsed> {
        self.0.get(key).map(|value| &value.parsed)
    }

    /// The error for a value that names something missing: an error of the file or of the flag that gave it.
    pub(crate) fn error(&self, key: &str, message: String) -> Error {
        if self.0.get(key).is_some_and(|value| value.flag) {
            Error::Usage(message)
        } else {
            Error::Scene(message)
        }
    }
}
