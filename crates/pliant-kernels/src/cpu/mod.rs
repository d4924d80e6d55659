//! A plain Rust twin of each compute pass, in the folders and under the names of the shaders.

pub(crate) mod build;
