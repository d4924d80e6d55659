//! Reference numbers in `tests/reference/*.json`. They were computed in double precision by code that shares nothing with the
//! engine; each file has a note on its method.

use serde_json::Value;
use std::path::Path;

/// Reads a file of `tests/reference` by its name.
///
/// # Panics
/// When the file is missing or invalid.
#[must_use]
pub fn reference(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// Reads a list of numbers.
///
/// # Panics
/// When the value is something else.
#[must_use]
pub fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(number).collect()
}

/// Reads a number.
///
/// # Panics
/// When the value is something else.
#[must_use]
pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Times at which values that are `dt` apart cross zero, by linear interpolation, s.
#[must_use]
pub fn zero_crossings(values: &[f64], dt: f64) -> Vec<f64> {
    let crossing = |(i, pair): (usize, &[f64])| {
        let [a, b] = [pair[0], pair[1]];
        (a * b < 0.0).then(|| dt * (i as f64 + a / (a - b)))
    };
    let pairs = values.windows(2).enumerate();
    pairs.filter_map(crossing).collect()
}

/// Prints the measured value, and fails unless `found` is within `tolerance` of `wanted`, relative to `wanted`.
///
/// # Panics
/// When it is not.
pub fn near(what: &str, found: f64, wanted: f64, tolerance: f64) {
    within(
        what,
        found,
        wanted - tolerance * wanted.abs(),
        wanted + tolerance * wanted.abs(),
    );
}

/// Prints the measured value, and fails unless `found` is between `low` and `high`.
///
/// # Panics
/// When it is not.
pub fn within(what: &str, found: f64, low: f64, high: f64) {
    println!("{what}: {found:.9} in {low:.9}..{high:.9}");
    assert!(
        (low..=high).contains(&found),
        "{what}: {found} is not within {low}..{high}"
    );
}
