//! Values of extensions, parsed one by one.

use crate::document::Object;
use crate::error::{Error, Result};
use crate::text::one_line;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The items of a list that an extension of the document has.
pub fn list<T: DeserializeOwned>(
    extensions: &Object,
    extension: &str,
    key: &str,
) -> Result<Vec<T>> {
    let items = extensions
        .get(extension)
        .and_then(|extension| extension.get(key));
    let Some(Value::Array(items)) = items else {
        return Ok(Vec::new());
    };
    items
        .iter()
        .enumerate()
        .map(|(i, item)| parse(item, &format!("{extension} {key} {i}")))
        .collect()
}

/// A value of an extension as a type; `owner` names it in errors.
pub fn parse<T: DeserializeOwned>(value: &Value, owner: &str) -> Result<T> {
    T::deserialize(value)
        .map_err(|error| Error(format!("{owner}: {}", one_line(&error.to_string()))))
}
