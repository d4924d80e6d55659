//! `--body`, `--pin` and `--set`: the nodes they name and the values they give.

use crate::error::{Error, Result};
use crate::graph::nodes::Node;
use crate::keys::extras::{Entry, Origin, find_key};
use crate::keys::key::Kind;
use globset::Glob;
use pliant_gltf::text::{one_line, quote};
use serde_json::Value;
use std::collections::HashMap;

/// Values of the command line for nodes, which override the file's keys.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--body NODE=KIND`: node glob and kind.
    pub bodies: Vec<(String, String)>,
    /// `--pin NODE:SELECTOR`: node glob and selector.
    pub pins: Vec<(String, String)>,
    /// `--set NODE:KEY=VALUE`: node glob, key without `pliant_`, value as JSON (a bare word is a string).
    pub sets: Vec<(String, String, String)>,
}

/// The values of flags by node.
#[derive(Debug, Default)]
pub(crate) struct Flags(HashMap<usize, Vec<(String, Entry)>>);

impl Flags {
    /// Finds the nodes that each flag names.
    pub(crate) fn new(overrides: &Overrides, nodes: &[Node]) -> Result<Self> {
        let mut flags = Self::default();
        for (pattern, kind) in &overrides.bodies {
            let label = one_line(&format!("--body {pattern}={kind}"));
            if Kind::from_name(kind).is_none() {
                return Error::usage(format!(
                    "{label}: {} is not a kind of body; see the keys' documentation",
                    quote(kind)
                ));
            }
            flags.add(nodes, pattern, "body", Value::from(kind.as_str()), label)?;
        }
        for (pattern, selector) in &overrides.pins {
            let label = one_line(&format!("--pin {pattern}:{selector}"));
            flags.add(nodes, pattern, "pin", Value::from(selector.as_str()), label)?;
        }
        for (pattern, key, text) in &overrides.sets {
            let label = one_line(&format!("--set {pattern}:{key}={text}"));
            let key = key.strip_prefix("pliant_").unwrap_or(key);
            let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            if key != "body" && find_key(key).is_none() {
                return Error::usage(format!("{label}: there is no such key"));
            }
            flags.add(nodes, pattern, key, value, label)?;
        }
        Ok(flags)
    }

    /// The flags that name node `i`, in their order.
    pub(crate) fn of(&self, i: usize) -> impl Iterator<Item = &(String, Entry)> {
        self.0.get(&i).into_iter().flatten()
    }

    fn add(
        &mut self,
        nodes: &[Node],
        pattern: &str,
        key: &str,
        value: Value,
        label: String,
    ) -> Result<()> {
        let exact = nodes.iter().position(|node| node.name == pattern);
        let (found, origin) = match exact {
            Some(node) => (vec![node], Origin::Flag),
            None => (matching(nodes, pattern, &label)?, Origin::GlobFlag),
        };
        if found.is_empty() {
            return Error::usage(format!(
                "{label}: no node is called {}; {}",
                quote(pattern),
                known(nodes)
            ));
        }
        for node in found {
            let entry = Entry {
                value: value.clone(),
                origin,
                label: label.clone(),
            };
            self.0
                .entry(node)
                .or_default()
                .push((key.to_owned(), entry));
        }
        Ok(())
    }
}

fn matching(nodes: &[Node], pattern: &str, label: &str) -> Result<Vec<usize>> {
    let glob = Glob::new(pattern)
        .map_err(|error| Error::Usage(format!("{label}: no valid pattern: {}", error.kind())))?;
    let matcher = glob.compile_matcher();
    Ok((0..nodes.len())
        .filter(|&node| matcher.is_match(&nodes[node].name))
        .collect())
}

/// The first few names of nodes, for an error.
fn known(nodes: &[Node]) -> String {
    const SHOWN: usize = 5;
    let names: Vec<String> = nodes
        .iter()
        .take(SHOWN)
        .map(|node| quote(&node.name))
        .collect();
    match nodes.len().saturating_sub(SHOWN) {
        _ if nodes.is_empty() => "the scene has no nodes".to_owned(),
        0 => format!("there are {}", names.join(", ")),
        more => format!("there are {} and {more} more", names.join(", ")),
    }
}
