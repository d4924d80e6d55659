//! The `pliant_` keys: their table, their values on nodes, and the settings of the scene.

pub(crate) mod expectation;
pub(crate) mod extras;
pub(crate) mod field;
pub(crate) mod flags;
pub(crate) mod key;
pub(crate) mod read_expectations;
pub(crate) mod read_settings;
pub(crate) mod table;
