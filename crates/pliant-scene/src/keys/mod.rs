//! The `pliant_` keys: their table, their values on nodes, and the settings of the scene.

pub(crate) mod default;
pub(crate) mod expectations;
pub(crate) mod extras;
pub(crate) mod field;
pub(crate) mod flags;
pub(crate) mod key;
pub(crate) mod settings;
pub(crate) mod table;
