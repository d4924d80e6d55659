//! Expectations of a scene (`pliant_expect`).

use serde_json::{Value, json};

/// An expectation: a metric, the time at which it is checked, and its bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Expect {
    json: Value,
}

impl Expect {
    /// Expects a metric of a body: `com.y`, `max_strain`, …
    #[must_use]
    pub fn body(body: &str, metric: &str) -> Self {
        Self {
            json: json!({ "body": body, "metric": metric, "at": "every frame" }),
        }
    }

    /// Expects a metric of the whole scene: `contacts`, …
    #[must_use]
    pub fn scene(metric: &str) -> Self {
        Self {
            json: json!({ "metric": metric, "at": "every frame" }),
        }
    }

    /// Checked in the last frame only.
    #[must_use]
    pub fn at_end(self) -> Self {
        self.with("at", "end".into())
    }

    /// Checked once, after `seconds`.
    #[must_use]
    pub fn at(self, seconds: f64) -> Self {
        self.with("at", seconds.into())
    }

    /// The metric is at least this.
    #[must_use]
    pub fn min(self, min: f64) -> Self {
        self.with("min", min.into())
    }

    /// The metric is at most this.
    #[must_use]
    pub fn max(self, max: f64) -> Self {
        self.with("max", max.into())
    }

    /// The metric is within `tolerance` of `value`.
    #[must_use]
    pub fn near(self, value: f64, tolerance: f64) -> Self {
        // Rounded to nine decimals: 0.57, not 0.5700000000000001.
        let rounded = |bound: f64| (bound * 1e9).round() / 1e9;
        self.min(rounded(value - tolerance))
            .max(rounded(value + tolerance))
    }

    fn with(mut self, key: &str, value: Value) -> Self {
        self.json[key] = value;
        self
    }
}

impl From<Expect> for Value {
    fn from(expect: Expect) -> Self {
        expect.json
    }
}
