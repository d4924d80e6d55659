//! The shaders as SPIR-V, and the declarations that [`reflect`] reads from it. Nothing that simulates depends on this crate, so an
//! edited shader recompiles no physics.
#![forbid(unsafe_code)]

mod reflect;

pub use reflect::{Binding, Mismatch, Shader, check, reflect};

use pliant_passes::Pass;

static SPIRV: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/spirv.rs"));

/// The SPIR-V of a shader by its path under `shaders/`, such as `draw/mesh.frag`.
#[must_use]
pub fn spirv(path: &str) -> Option<&'static [u8]> {
    SPIRV
        .iter()
        .find(|(name, _)| *name == path)
        .map(|(_, code)| *code)
}

/// The SPIR-V of a pass; with `texels`, the form that reads fetched slots as texels.
#[must_use]
pub fn pass_spirv(pass: &Pass, texels: bool) -> &'static [u8] {
    let fetches = texels && pass.slots.iter().any(|s| s.fetched);
    let form = if fetches { "+texels" } else { "" };
    spirv(&format!("{}.comp{form}", pass.name)).expect("a test finds every row's shader")
}
