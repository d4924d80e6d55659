//! Triggers and the gravity volumes that are triggers.

pub(crate) mod gravity_field;
pub(crate) mod read_gravity_fields;
pub(crate) mod read_triggers;
pub(crate) mod trigger;
