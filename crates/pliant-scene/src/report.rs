//! Warnings for the user, among them features that are not simulated.

use pliant_gltf::text::{count, quote};
use std::collections::BTreeMap;

/// Collects warnings; those that many nodes share become one line.
#[derive(Debug, Default)]
pub(crate) struct Report {
    warnings: Vec<String>,
    missing: BTreeMap<&'static str, Vec<String>>,
    unknown: BTreeMap<String, Vec<String>>,
}

impl Report {
    /// Adds a line.
    pub(crate) fn warn(&mut self, line: String) {
        self.warnings.push(line);
    }

    /// `feature` is asked for by the node `name`; each feature is reported once.
    pub(crate) fn not_simulated(&mut self, feature: &'static str, name: &str) {
        self.missing.entry(feature).or_default().push(quote(name));
    }

    /// Adds an unknown `key` of the document or of a node, given by its quoted name; each key is reported once.
    pub(crate) fn unknown(&mut self, key: String, name: Option<String>) {
        self.unknown.entry(key).or_default().extend(name);
    }

    /// All lines.
    pub(crate) fn finish(mut self) -> Vec<String> {
        for (feature, names) in self.missing {
            let line = format!("not simulated yet; ignored: {feature}{}", nodes(&names));
            self.warnings.push(line);
        }
        for (key, names) in self.unknown {
            let line = format!("unknown key; ignored: {key}{}", nodes(&names));
            self.warnings.push(line);
        }
        self.warnings
    }
}

/// The first of some quoted names, and how many others.
fn nodes(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => format!(" (node {name})"),
        [first, others @ ..] => format!(" (node {first} and {})", count(others.len(), "other")),
    }
}
