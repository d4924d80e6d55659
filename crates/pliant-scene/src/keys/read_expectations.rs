//! Reads `pliant_expect` (docs/authoring.md).

use crate::error::{Error, Result};
use crate::keys::expectation::{At, Expectation};
use crate::report::Report;
use crate::scene::Scene;
use pliant_gltf::text::quote;
use serde_json::Value;

/// Reads `pliant_expect`; bodies must be nodes of the scene.
pub(crate) fn read(value: &Value, scene: &Scene, report: &mut Report) -> Result<Vec<Expectation>> {
    let Some(list) = value.as_array() else {
        return Error::scene("scene: pliant_expect must be a list of objects".to_owned());
    };
    list.iter()
        .enumerate()
        .map(|(i, item)| expectation(i, item, scene, report))
        .collect()
}

fn expectation(i: usize, item: &Value, scene: &Scene, report: &mut Report) -> Result<Expectation> {
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
    if let Some(body) = body.as_ref().filter(|body| scene.node(body).is_none()) {
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
