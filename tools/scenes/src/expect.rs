//! What a scene says must hold (`pliant_expect`).

use serde_json::{Value, json};

/// One expectation: a metric, when it is looked at, and its bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Expect {
    json: Value,
}

impl Expect {
    /// About a body's metric: `com.y`, `max_strain`, …
    #[must_use]
    pub fn body(body: &str, metric: &str) -> Self {
        Self {
            json: json!({ "body": body, "metric": metric, "at": "every frame" }),
        }
    }

    /// About a scene-wide metric: `contacts`, …
    #[must_use]
    pub fn scene(metric: &str) -> Self {
        Self {
            json: json!({ "metric": metric, "at": "every frame" }),
        }
    }

    /// Looked at in the last frame only.
    #[must_use]
    pub fn at_end(self) -> Self {
        self.with("at", "end".into())
    }

    /// Looked at once, after so many seconds.
    #[must_use]
    pub fn at(self, seconds: f64) -> Self {
        self.with("at", seconds.into())
    }

    /// At least this.
    #[must_use]
    pub fn min(self, min: f64) -> Self {
        self.with("min", min.into())
    }

    /// At most this.
    #[must_use]
    pub fn max(self, max: f64) -> Self {
        self.with("max", max.into())
    }

    /// Within `tolerance` of `value`.
    #[must_use]
    pub fn near(self, value: f64, tolerance: f64) -> Self {
        // Nine decimals: 0.57, not 0.5700000000000001.
        let tidy = |bound: f64| (bound * 1e9).round() / 1e9;
        self.min(tidy(value - tolerance))
            .max(tidy(value + tolerance))
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
