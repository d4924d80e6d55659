//! KHR_materials_pbrSpecularGlossiness as metallic-roughness, approximately.
//!
//! A specular colour above that of dielectrics makes a surface metallic. Textures of specular and glossiness are
//! not converted: their factors stand for the whole surface.

use crate::error::Result;
use pliant_gltf::document::{Material, Roughness, TextureInfo};
use pliant_gltf::extension::parse;
use serde::Deserialize;

const NAME: &str = "KHR_materials_pbrSpecularGlossiness";

/// Reflectance of dielectrics, as in metallic-roughness.
const DIELECTRIC: f32 = 0.04;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Specular {
    diffuse_factor: Option<[f32; 4]>,
    diffuse_texture: Option<TextureInfo>,
    specular_factor: Option<[f32; 3]>,
    glossiness_factor: Option<f32>,
    specular_glossiness_texture: Option<TextureInfo>,
}

/// Replaces metallic-roughness in the materials that have the extension.
pub(crate) fn convert_all(materials: &mut [Material]) -> Result<()> {
    for (i, material) in materials.iter_mut().enumerate() {
        if let Some(value) = material.extensions.get(NAME) {
            let specular = parse(value, &format!("material {i} {NAME}"))?;
            material.pbr_metallic_roughness = convert(specular);
        }
    }
    Ok(())
}

fn convert(from: Specular) -> Roughness {
    let [r, g, b, alpha] = from.diffuse_factor.unwrap_or([1.0; 4]);
    let specular = from.specular_factor.unwrap_or([1.0; 3]);
    // With a texture the factor, mostly 1, says little: such a surface counts as a dielectric of medium gloss.
    let textured = from.specular_glossiness_texture.is_some();
    let metallic = if textured {
        0.0
    } else {
        metallic(luma([r, g, b]), luma(specular))
    };
    let glossiness = from.glossiness_factor.unwrap_or(1.0);
    let [r, g, b] = [(r, specular[0]), (g, specular[1]), (b, specular[2])]
        .map(|(diffuse, specular)| diffuse + (specular - diffuse) * metallic * metallic);
    Roughness {
        base_color_factor: Some([r, g, b, alpha]),
        base_color_texture: from.diffuse_texture,
        metallic_factor: Some(metallic),
        roughness_factor: Some(if textured { 0.5 } else { 1.0 - glossiness }),
        metallic_roughness_texture: None,
    }
}

/// Perceived brightness of a colour.
fn luma([r, g, b]: [f32; 3]) -> f32 {
    (0.299 * r * r + 0.587 * g * g + 0.114 * b * b)
        .max(0.0)
        .sqrt()
}

/// How metallic a surface of these brightnesses is: the root of b·(1 − 0.04)·(1 − m) = diffuse, with specular = 0.04 + (b − 0.04)·m.
fn metallic(diffuse: f32, specular: f32) -> f32 {
    if specular < DIELECTRIC {
        return 0.0;
    }
    let b = diffuse * (1.0 - specular) / (1.0 - DIELECTRIC) + specular - 2.0 * DIELECTRIC;
    let c = DIELECTRIC - specular;
    let root = (b * b - 4.0 * DIELECTRIC * c).max(0.0).sqrt();
    ((root - b) / (2.0 * DIELECTRIC)).clamp(0.0, 1.0)
}
