//! `--check`: the scene's expectations (docs/authoring.md) against the metrics of the frames.

use crate::exit::Error;
use pliant_scene::{At, Expectation, Scene};
use serde_json::Value;

/// Tolerance of times, as a fraction of a frame: a time that is later by less belongs to the frame.
const TOLERANCE: f64 = 1e-6;

/// The first frame at or after a time, s.
pub(crate) fn frame_at(seconds: f64, fps: f64) -> u64 {
    (seconds * fps - TOLERANCE).ceil().max(0.0) as u64
}

/// The expectations of a run and their state.
pub(crate) struct Checker {
    watched: Vec<Watched>,
    last: u64,
}

struct Watched {
    expectation: Expectation,
    /// The frame that is checked; `None` checks every frame.
    frame: Option<u64>,
    /// Whether the metric has appeared.
    found: bool,
    failure: Option<String>,
}

impl Checker {
    /// A checker for a run of the frames `first` to `last`. Expectations of earlier frames are left out.
    pub(crate) fn new(scene: &Scene, [first, last]: [u64; 2], fps: f64) -> Result<Self, Error> {
        if scene.expectations.is_empty() {
            return Err(Error::Check(format!(
                "{}: the scene has no expectations: add pliant_expect, or leave out --check",
                scene.name
            )));
        }
        let watch = |expectation: &Expectation| Watched {
            frame: match expectation.at {
                At::EveryFrame => None,
                At::End => Some(last),
                At::Time(seconds) => Some(frame_at(seconds, fps)),
            },
            expectation: expectation.clone(),
            found: false,
            failure: None,
        };
        let watched = scene.expectations.iter().map(watch);
        let watched = watched.filter(|w| w.frame.is_none_or(|frame| frame >= first));
        let watched = watched.collect();
        Ok(Self { watched, last })
    }

    /// Whether an expectation applies to this frame.
    pub(crate) fn wants(&self, frame: u64) -> bool {
        self.watched
            .iter()
            .any(|l| l.frame.is_none_or(|f| f == frame))
    }

    /// Checks the metrics of a frame.
    pub(crate) fn check(&mut self, frame: u64, metrics: &Value) {
        for watched in &mut self.watched {
            if watched.frame.is_none_or(|f| f == frame) && watched.failure.is_none() {
                watched.check(frame, metrics);
            }
        }
    }

    /// An error that names the failed expectations, if there are any.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let total = self.watched.len();
        let last = self.last;
        let failures: Vec<String> = self
            .watched
            .into_iter()
            .filter_map(|l| l.failure(last))
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

impl Watched {
    fn check(&mut self, frame: u64, metrics: &Value) {
        let Some(value) = find(metrics, &self.expectation) else {
            // Some metrics begin with frame 1; `failure` reports those that never appear.
            return;
        };
        self.found = true;
        self.failure = violation(&self.expectation, value)
            .map(|why| format!("{} {why} in frame {frame}", name(&self.expectation)));
    }

    fn failure(self, last: u64) -> Option<String> {
        let name = name(&self.expectation);
        let missing = match self.frame {
            Some(frame) if frame > last => {
                format!("{name} is expected in frame {frame}, but the run ends at {last}")
            }
            _ => format!("{name} is not a metric of this run"),
        };
        self.failure.or((!self.found).then_some(missing))
    }
}

fn name(expectation: &Expectation) -> String {
    match &expectation.body {
        Some(body) => format!("{body} {}", expectation.metric),
        None => expectation.metric.clone(),
    }
}

/// Why a value violates an expectation, if it does.
fn violation(expectation: &Expectation, value: &Value) -> Option<String> {
    // JSON has no NaN: numbers that are not finite are null.
    let Some(number) = value.as_f64() else {
        return Some(format!("is {value}, not a finite number"));
    };
    match (expectation.min, expectation.max) {
        (Some(min), _) if number < min => Some(format!("is {number}, below min {min},")),
        (_, Some(max)) if number > max => Some(format!("is {number}, above max {max},")),
        _ => None,
    }
}

/// The metric that an expectation names.
fn find<'a>(metrics: &'a Value, expectation: &Expectation) -> Option<&'a Value> {
    let root = match &expectation.body {
        None => metrics,
        Some(name) => metrics
            .get("bodies")?
            .as_array()?
            .iter()
            .find(|body| body.get("name").and_then(Value::as_str) == Some(name))?,
    };
    expectation.metric.split('.').try_fold(root, member)
}

/// A member of an object, or an element of an array by axis, by `min` and `max`, or by index.
fn member<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
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
        let mut checker = Checker::new(&scene, [0, frames.len() as u64 - 1], 10.0)?;
        for (frame, metrics) in frames.iter().enumerate() {
            checker.check(frame as u64, metrics);
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
    fn a_metric_that_never_appears_fails() {
        let run = [frame(0.0)];
        let check = |metric, at| checked(expectation(metric, at, -9.0, 9.0), &run);
        assert!(check("com.q", At::EveryFrame).is_err());
        assert!(check("com.y", At::Time(1.0)).is_err());
        assert!(Checker::new(&Scene::default(), [0, 1], 60.0).is_err());
    }

    #[test]
    fn a_value_that_is_not_finite_fails() {
        let run = [json!({"contacts": f64::NAN})];
        assert!(checked(expectation("contacts", At::End, 0.0, 1.0), &run).is_err());
    }
}
