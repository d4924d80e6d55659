//! `pliant_expect`: bounds on metrics that `--check` tests (docs/authoring.md).

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
