//! JSON values of keys as numbers, words and vectors.

use glam::Vec3;
use serde_json::Value;

/// Why a value was refused.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// Of another type: an error.
    Type(String),
    /// Of the right type, but not allowed: a warning, and the default is used.
    Range(String),
}

/// A JSON number as f32; one beyond its range is infinite.
#[expect(
    clippy::cast_possible_truncation,
    reason = "keys are stored in single precision"
)]
pub fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32)
}

/// true, false, and Blender's 1 and 0.
pub fn boolean(value: &Value) -> Result<bool, Fault> {
    match (value.as_bool(), value.as_f64()) {
        (Some(value), _) => Ok(value),
        (_, Some(0.0)) => Ok(false),
        (_, Some(1.0)) => Ok(true),
        (_, Some(_)) => Err(Fault::Range("true, false, 1 or 0".to_owned())),
        _ => Err(Fault::Type("true or false".to_owned())),
    }
}

/// One of `words`.
pub fn word(value: &Value, words: &'static [&'static str]) -> Result<&'static str, Fault> {
    let wanted = || format!("one of {}", words.join(", "));
    let given = value.as_str().ok_or_else(|| Fault::Type(wanted()))?;
    words
        .iter()
        .find(|&&word| word == given)
        .copied()
        .ok_or_else(|| Fault::Range(wanted()))
}

/// Three numbers: a list, or `x,y,z` in a flag.
pub fn vector(value: &Value, text: bool) -> Result<Vec3, Fault> {
    let fault = || Fault::Type("three numbers".to_owned());
    let numbers: Option<Vec<f32>> = match value {
        Value::Array(list) => list.iter().map(number).collect(),
        Value::String(words) if text => words
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect(),
        _ => None,
    };
    let numbers = <[f32; 3]>::try_from(numbers.ok_or_else(fault)?).map_err(|_| fault())?;
    let vector = Vec3::from(numbers);
    if vector.is_finite() {
        Ok(vector)
    } else {
        Err(Fault::Range("finite".to_owned()))
    }
}

/// A JSON number that is whole and not negative; exporters write 3.0 for 3.
pub fn integer(value: &Value) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is whole and in range"
    )]
    let whole = |number: f64| {
        (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
    };
    value.as_u64().or_else(|| value.as_f64().and_then(whole))
}
