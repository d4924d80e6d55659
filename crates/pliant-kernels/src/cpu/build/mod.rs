//! Twins of `shaders/build/`.

mod scan;
pub(crate) use scan::scan;
