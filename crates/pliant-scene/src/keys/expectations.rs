//! `pliant_expect`: bounds on metrics that `--check` tests (docs/authoring.md).

use crate::error::{Error, Result};
use crate::report::Report;
use pliant_gltf::text::quote;
use serde_json::Value;

/// One expectation: a metric, the frames in which it is tested, and its bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The body's name; `None` for scene-wide metrics.
    pub body: Option<String>,
    /// A path into the frame's metrics line: `com.y`, `aabb.max.y`, `contacts`, …
    pub metric: String,
    /// When it must hold.
    pub at: At,
    /// Lower bound, inclusive.
    pub min: Option<f64>,
    /// Upper bound, inclusive.
    pub max: Option<f64>,
}

/// When an expectation must hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum At {
    /// In every frame, the first one included.
    EveryFrame,
    /// In the last frame.
    End,
    /// In the first frame at or after this time, s.
    Time(f64),
}

/// Reads `pliant_expect`; `is_node` tells whether a node of the scene has a name, as bodies must.
pub(crate) fn read(
    value: &Value,
    is_node: &dyn Fn(&str) -> bool,
    report: &mut Report,
) -> Result<Vec<Expectation>> {
    let Some(list) = value.as_array() else {
        return Error::scene("scene: pliant_expect must be a list of objects".to_owned());
    };
    list.iter()
        .enumerate()
        .map(|(i, item)| expectation(i, item, is_node, report))
        .collect()
}

fn expectation(
    i: usize,
    item: &Value,
    is_node: &dyn Fn(&str) -> bool,
    report: &mut Report,
) -> Result<Expectation> {
    let owner = format!("scene: pliant_expect[{i}]");
    let fail = |why: &str| Error::Scene(format!("{owner}: {why}"));
    let item = item.as_object().ok_or_else(|| fail("must be an object"))?;
    for key in item
        .keys()
        .filter(|key| !["body", "metric", "at", "min", "max"].contains(&key.as_str()))
    {
        report.warn(format!(
            "{owner}: {} is not a known key; ignored",
            quote(key)
        ));
    }
    let text = |key: &str| match item.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(fail(&format!("{key} must be a string"))),
    };
    let bound = |key: &str| match item.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(bound) => bound
            .as_f64()
            .map(Some)
            .ok_or_else(|| fail(&format!("{key} must be a number"))),
    };
    let body = text("body")?;
    if let Some(body) = body.as_ref().filter(|body| !is_node(body)) {
        return Err(fail(&format!("no node is called {}", quote(body))));
    }
    let (min, max) = (bound("min")?, bound("max")?);
    if min.is_none() && max.is_none() {
        return Err(fail("needs min, max or both"));
    }
    let metric = text("metric")?
        .filter(|metric| !metric.is_empty())
        .ok_or_else(|| fail("needs a metric"))?;
    let at = at(item.get("at"))
        .ok_or_else(|| fail("at must be \"every frame\", \"end\" or a time in seconds"))?;
    Ok(Expectation {
        body,
        metric,
        at,
        min,
        max,
    })
}

/// The last frame where the key is missing.
fn at(value: Option<&Value>) -> Option<At> {
    match value {
        None | Some(Value::Null) => Some(At::End),
        Some(Value::String(word)) if word == "every frame" => Some(At::EveryFrame),
        Some(Value::String(word)) if word == "end" => Some(At::End),
        Some(value) => value.as_f64().filter(|&time| time >= 0.0).map(At::Time),
    }
}
