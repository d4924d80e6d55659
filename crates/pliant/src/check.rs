//! `--check`: the scene's expectations (docs/authoring.md) against the metrics of the frames.

use crate::exit::Error;
use pliant_scene::{At, Expectation, Scene};
use serde_json::Value;

/// A share of a frame that a time may be late by and still mean that frame.
const SLACK: f64 = 1e-6;

/// The expectations of a run, and what was seen of them.
pub(crate) struct Checker {
    looked: Vec<Looked>,
    last: u64,
}

struct Looked {
    expectation: Expectation,
    /// The only frame that counts, where it is not every frame.
    frame: Option<u64>,
    seen: bool,
    failure: Option<String>,
}

impl Checker {
    /// Of a run that ends with the frame `last`.
    pub(crate) fn new(scene: &Scene, last: u64, fps: f64) -> Result<Self, Error> {
        if scene.expectations.is_empty() {
            return Err(Error::Check(format!(
                "{}: the scene expects nothing: give it pliant_expect, or leave out --check",
                scene.name
            )));
        }
        let look = |expectation: &Expectation| Looked {
            frame: match expectation.at {
                At::EveryFrame => None,
                At::End => Some(last),
                At::Time(seconds) => Some((seconds * fps - SLACK).ceil().max(0.0) as u64),
            },
            expectation: expectation.clone(),
            seen: false,
            failure: None,
        };
        let looked = scene.expectations.iter().map(look).collect();
        Ok(Self { looked, last })
    }

    /// Whether some expectation is about this frame.
    pub(crate) fn wants(&self, frame: u64) -> bool {
        self.looked
            .iter()
            .any(|l| l.frame.is_none_or(|f| f == frame))
    }

    /// Looks at the metrics of a frame.
    pub(crate) fn look(&mut self, frame: u64, metrics: &Value) {
        for looked in &mut self.looked {
            if looked.frame.is_none_or(|f| f == frame) && looked.failure.is_none() {
                looked.look(frame, metrics);
            }
        }
    }

    /// Whether all of it held.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let total = self.looked.len();
        let last = self.last;
        let failures: Vec<String> = self
            .looked
            .into_iter()
            .filter_map(|l| l.end(last))
            .collect();
        if failures.is_empty() {
            return Ok(());
        }
        let count = failures.len();
        let failures = failures.join("; ");
        Err(Error::Check(format!(
            "{count} of {total} expectations failed: {failures}"
        )))
    }
}

impl Looked {
    fn look(&mut self, frame: u64, metrics: &Value) {
        let Some(value) = find(metrics, &self.expectation) else {
            // Some metrics begin with frame 1; that they never come is noticed at the end.
            return;
        };
        self.seen = true;
        self.failure = broken(&self.expectation, value)
            .map(|why| format!("{} {why} in frame {frame}", name(&self.expectation)));
    }

    fn end(self, last: u64) -> Option<String> {
        let name = name(&self.expectation);
        let never = match self.frame {
            Some(frame) if frame > last => {
                format!(
                    "{name} was to be looked at in frame {frame}, after the run's end at {last}"
                )
            }
            _ => format!("{name} is no metric of this run"),
        };
        self.failure.or((!self.seen).then_some(never))
    }
}

fn name(expectation: &Expectation) -> String {
    match &expectation.body {
        Some(body) => format!("{body} {}", expectation.metric),
        None => expectation.metric.clone(),
    }
}

/// What is wrong with a value, if something is.
fn broken(expectation: &Expectation, value: &Value) -> Option<String> {
    // JSON has no NaN: a number that is not finite became null.
    let Some(number) = value.as_f64() else {
        return Some(format!("is {value} and no finite number"));
    };
    match (expectation.min, expectation.max) {
        (Some(min), _) if number < min => Some(format!("is {number}, below min {min},")),
        (_, Some(max)) if number > max => Some(format!("is {number}, above max {max},")),
        _ => None,
    }
}

/// The value that an expectation is about.
fn find<'a>(metrics: &'a Value, expectation: &Expectation) -> Option<&'a Value> {
    let root = match &expectation.body {
        None => metrics,
        Some(name) => metrics
            .get("bodies")?
            .as_array()?
            .iter()
            .find(|body| body.get("name").and_then(Value::as_str) == Some(name))?,
    };
    expectation.metric.split('.').try_fold(root, part)
}

/// A member of an object, or an element of an array by its axis, by `min` and `max`, or by its number.
fn part<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let Value::Array(elements) = value else {
        return value.get(key);
    };
    let index = match key {
        "x" | "min" => 0,
        "y" | "max" => 1,
        "z" => 2,
        "w" => 3,
        number => number.parse().ok()?,
    };
    elements.get(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn expectation(metric: &str, at: At, min: f64, max: f64) -> Expectation {
        let scene_wide = metric == "contacts";
        Expectation {
            body: (!scene_wide).then(|| "Sheet".to_owned()),
            metric: metric.to_owned(),
            at,
            min: Some(min),
            max: Some(max),
        }
    }

    fn checked(expectation: Expectation, frames: &[Value]) -> Result<(), Error> {
        let scene = Scene {
            expectations: vec![expectation],
            ..Scene::default()
        };
        let mut checker = Checker::new(&scene, frames.len() as u64 - 1, 10.0)?;
        for (frame, metrics) in frames.iter().enumerate() {
            checker.look(frame as u64, metrics);
        }
        checker.finish()
    }

    fn frame(y: f64) -> Value {
        json!({"bodies": [{"name": "Sheet", "com": [1.0, y, 3.0],
            "aabb": [[0.0, 1.0, 2.0], [3.0, y, 5.0]]}], "contacts": 4})
    }

    #[test]
    fn paths_reach_into_objects_and_arrays() {
        let value = frame(7.0);
        let at =
            |metric| find(&value, &expectation(metric, At::End, 0.0, 0.0)).and_then(Value::as_f64);
        assert_eq!(at("com.z"), Some(3.0));
        assert_eq!(at("aabb.max.y"), Some(7.0));
        assert_eq!(at("aabb.1.0"), Some(3.0));
        assert_eq!(at("contacts"), Some(4.0));
        assert_eq!(at("com.w"), None);
        assert_eq!(at("mass"), None);
    }

    #[test]
    fn bounds_include_their_ends() {
        let run = [frame(0.0), frame(1.0), frame(2.0)];
        let check = |at, min, max| checked(expectation("com.y", at, min, max), &run);
        assert!(check(At::EveryFrame, 0.0, 2.0).is_ok());
        assert!(check(At::End, 2.0, 2.0).is_ok());
        assert!(check(At::Time(0.1), 1.0, 1.0).is_ok());
        assert!(check(At::Time(0.05), 1.0, 1.0).is_ok());
        assert!(check(At::End, 0.0, 1.9).is_err());
    }

    #[test]
    fn failures_name_value_bound_and_frame() {
        let run = [frame(0.0), frame(-1.5)];
        let error = checked(expectation("com.y", At::EveryFrame, -1.0, 1.0), &run).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1 of 1 expectations failed: Sheet com.y is -1.5, below min -1, in frame 1"
        );
        assert_eq!(error.code(), 6);
    }

    #[test]
    fn what_was_never_seen_does_not_hold() {
        let run = [frame(0.0)];
        let check = |metric, at| checked(expectation(metric, at, -9.0, 9.0), &run);
        assert!(check("com.q", At::EveryFrame).is_err());
        assert!(check("com.y", At::Time(1.0)).is_err());
        assert!(Checker::new(&Scene::default(), 1, 60.0).is_err());
    }

    #[test]
    fn a_value_that_is_not_finite_fails() {
        let run = [json!({"contacts": f64::NAN})];
        assert!(checked(expectation("contacts", At::End, 0.0, 1.0), &run).is_err());
    }
}
