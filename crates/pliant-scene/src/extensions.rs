//! Which glTF extensions are read.

use crate::error::{Error, Result};
use pliant_gltf::document::Document;
use pliant_gltf::draco;
use pliant_gltf::text::{one_line, quote};
use std::collections::BTreeSet;

/// The extension that holds most physics data.
pub(crate) const BODIES: &str = "KHR_physics_rigid_bodies";

/// The extension that gives the world or a volume its gravity.
pub(crate) const GRAVITY: &str = "OMI_physics_gravity";

/// The extensions that a file may require.
const READ: &[&str] = &[
    "EXT_meshopt_compression",
    "EXT_mesh_manifold",
    "EXT_texture_webp",
    draco::NAME,
    "KHR_implicit_shapes",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    BODIES,
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "OMI_physics_body",
    GRAVITY,
    "OMI_physics_joint",
    "OMI_physics_shape",
];

/// Extensions whose names begin so only change how a surface looks: a file may require them, and is drawn approximately.
const LOOKS: &str = "KHR_materials_";

/// Refuses a file that requires more.
pub(crate) fn check(document: &Document) -> Result<()> {
    match document
        .required
        .iter()
        .find(|name| !READ.contains(&name.as_str()) && !name.starts_with(LOOKS))
    {
        None => Ok(()),
        Some(name) => Error::scene(format!(
            "the file requires the extension {}, which is not read; export without it",
            quote(name)
        )),
    }
}

/// One line that names the extensions whose surfaces are drawn approximately.
pub(crate) fn approximate(document: &Document) -> Option<String> {
    let names = others(document).filter(|name| name.starts_with(LOOKS));
    let names: BTreeSet<&str> = names.collect();
    let listed = one_line(&Vec::from_iter(names).join(", "));
    (!listed.is_empty())
        .then(|| format!("surfaces are drawn approximately, without all of {listed}"))
}

/// The extensions that a file uses, but that are not read; each once.
pub(crate) fn unread<'a>(document: &'a Document) -> BTreeSet<&'a str> {
    others(document)
        .filter(|name| !name.starts_with(LOOKS))
        .collect()
}

/// What a file uses or requires, but for what is read.
fn others<'a>(document: &'a Document) -> impl Iterator<Item = &'a str> {
    let all = document.used.iter().chain(&document.required);
    all.map(String::as_str).filter(|name| !READ.contains(name))
}
