//! The committed scenes.
