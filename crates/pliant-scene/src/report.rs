//! What the user should know: warnings, and what a scene asks for that is not simulated yet.

use crate::text::{count, quote};
use std::collections::BTreeMap;

/// Gathers warnings; what many nodes share becomes one line.
#[derive(Debug, Default)]
pub(crate) struct Report {
    warnings: Vec<String>,
    missing: BTreeMap<&'static str, Vec<String>>,
}

impl Report {
    /// One line of its own.
    pub(crate) fn warn(&mut self, line: String) {
        self.warnings.push(line);
    }

    /// `feature` is asked for by the node `name`; each feature is reported once.
    pub(crate) fn not_simulated(&mut self, feature: &'static str, name: &str) {
        self.missing.entry(feature).or_default().push(quote(name));
    }

    /// All lines.
    pub(crate) fn finish(mut self) -> Vec<String> {
        for (feature, names) in self.missing {
            let rest = match names.len() - 1 {
                0 => String::new(),
                more => format!(" and {}", count(more, "other")),
            };
            self.warnings.push(format!(
                "not simulated yet; ignored: {feature} (node {}{rest})",
                names[0]
            ));
        }
        self.warnings
    }
}
