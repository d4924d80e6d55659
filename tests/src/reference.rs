//! Numbers that were computed elsewhere, in double precision, with code that shares nothing with the engine:
//! `tests/reference/*.json`, each with a note of how.

use serde_json::Value;
use std::path::Path;

/// Reads a file of `tests/reference` by its name.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn reference(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// A list of numbers.
///
/// # Panics
/// When it is something else.
#[must_use]
pub fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(number).collect()
}

/// A number.
///
/// # Panics
/// When it is something else.
#[must_use]
pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Fails unless `found` is within `tolerance` (a part of it) of `wanted`; says what was measured.
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

/// Fails unless `found` is between `low` and `high`; says what was measured.
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
