//! Which glTF extensions are read.

use crate::document::Document;
use crate::error::{Error, Result};
use crate::text::quote;

/// The extensions that a file may require.
const READ: &[&str] = &[
    "EXT_mesh_manifold",
    "KHR_implicit_shapes",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_physics_rigid_bodies",
    "KHR_texture_transform",
    "OMI_physics_body",
    "OMI_physics_gravity",
    "OMI_physics_joint",
    "OMI_physics_shape",
];

/// Refuses a file that requires more.
pub(crate) fn check(document: &Document) -> Result<()> {
    match document
        .required
        .iter()
        .find(|name| !READ.contains(&name.as_str()))
    {
        None => Ok(()),
        Some(name) => Error::scene(format!(
            "the file requires the extension {}, which is not read; export without it",
            quote(name)
        )),
    }
}

/// The extensions that a file uses, but that are not read; each once.
pub(crate) fn unread<'a>(document: &'a Document) -> Vec<&'a str> {
    let mut unread: Vec<&str> = document
        .used
        .iter()
        .map(String::as_str)
        .filter(|name| !READ.contains(name))
        .collect();
    unread.sort_unstable();
    unread.dedup();
    unread
}
