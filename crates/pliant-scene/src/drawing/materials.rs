//! Metallic-roughness materials with their textures, and the extensions that are read.

use crate::error::{Error, Result};
use crate::report::Report;
use glam::{Vec3, Vec4};
use pliant_gltf::document::{Document, Material as Item, Object, TextureInfo, index};
use pliant_gltf::text::{self, quote};
use pliant_gltf::values::{integer, number};
use serde_json::Value;

/// A glTF material, factors linear.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name, `material2` where the file has none.
    pub name: String,
    /// Linear base colour and opacity.
    pub base_color: Vec4,
    /// sRGB texture.
    pub base_color_texture: Option<TextureUse>,
    /// 0..1.
    pub metallic: f32,
    /// 0..1.
    pub roughness: f32,
    /// Linear; G is roughness, B metallic.
    pub metallic_roughness_texture: Option<TextureUse>,
    /// Linear tangent-space normals.
    pub normal_texture: Option<TextureUse>,
    /// Scale of the normal's X and Y.
    pub normal_scale: f32,
    /// Linear; R is occlusion.
    pub occlusion_texture: Option<TextureUse>,
    /// 0..1.
    pub occlusion_strength: f32,
    /// Linear emission (KHR_materials_emissive_strength multiplied in).
    pub emissive: Vec3,
    /// sRGB texture.
    pub emissive_texture: Option<TextureUse>,
    /// How opacity is used.
    pub alpha: Alpha,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// KHR_materials_unlit.
    pub unlit: bool,
}

/// glTF's alpha modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Alpha {
    /// Opacity is ignored.
    Opaque,
    /// Fragments below the cutoff are dropped.
    Mask(f32),
    /// Blended over the background, back to front.
    Blend,
}

/// A texture as a material uses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureUse {
    /// In `Scene::textures`.
    pub texture: usize,
    /// TEXCOORD_0 or TEXCOORD_1.
    pub texcoord: usize,
    /// KHR_texture_transform: offset U, V.
    pub offset: [f32; 2],
    /// Rotation, rad, counter-clockwise.
    pub rotation: f32,
    /// Scale U, V.
    pub scale: [f32; 2],
}

impl Default for Material {
    /// glTF's default material.
    fn default() -> Self {
        Self {
            name: "default".to_owned(),
            base_color: Vec4::ONE,
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
        }
    }
}

/// The default material, then the file's; `textures` has the scene's texture for each of the file's.
pub(crate) fn read(
    document: &Document,
    textures: &[Option<usize>],
    report: &mut Report,
) -> Result<Vec<Material>> {
    let mut materials = vec![Material::default()];
    for (i, item) in document.materials.iter().enumerate() {
        let name = text::name(item.name.as_ref(), "material", i);
        let mut reader = Reader {
            owner: format!("material {i} {}", quote(&name)),
            textures,
            report,
        };
        materials.push(reader.material(item, name)?);
    }
    Ok(materials)
}

struct Reader<'a> {
    owner: String,
    textures: &'a [Option<usize>],
    report: &'a mut Report,
}

impl Reader<'_> {
    fn material(&mut self, item: &Item, name: String) -> Result<Material> {
        let roughness = &item.pbr_metallic_roughness;
        let strength = self.emissive_strength(&item.extensions)?;
        let emissive = Vec3::from(item.emissive_factor.unwrap_or_default()) * strength;
        let base_color = Vec4::from(roughness.base_color_factor.unwrap_or([1.0; 4]));
        let factor = |value: Option<f32>| value.unwrap_or(1.0);
        let normal_scale = factor(item.normal_texture.as_ref().and_then(|info| info.scale));
        let occlusion = factor(
            item.occlusion_texture
                .as_ref()
                .and_then(|info| info.strength),
        );
        let (metallic, rough) = (
            factor(roughness.metallic_factor),
            factor(roughness.roughness_factor),
        );
        let cutoff = item.alpha_cutoff.unwrap_or(0.5);
        let finite = [metallic, rough, occlusion, normal_scale, cutoff]
            .iter()
            .all(|factor| factor.is_finite());
        if !finite || !base_color.is_finite() || !emissive.is_finite() {
            return Error::scene(format!(
                "{}: its factors must be finite; export it again",
                self.owner
            ));
        }
        Ok(Material {
            name,
            base_color: base_color.clamp(Vec4::ZERO, Vec4::ONE),
            base_color_texture: self.texture(roughness.base_color_texture.as_ref())?,
            metallic: metallic.clamp(0.0, 1.0),
            roughness: rough.clamp(0.0, 1.0),
            metallic_roughness_texture: self
                .texture(roughness.metallic_roughness_texture.as_ref())?,
            normal_texture: self.texture(item.normal_texture.as_ref())?,
            normal_scale,
            occlusion_texture: self.texture(item.occlusion_texture.as_ref())?,
            occlusion_strength: occlusion.clamp(0.0, 1.0),
            emissive: emissive.max(Vec3::ZERO),
            emissive_texture: self.texture(item.emissive_texture.as_ref())?,
            alpha: self.alpha(item.alpha_mode.as_deref(), cutoff)?,
            double_sided: item.double_sided,
            unlit: item.extensions.contains_key("KHR_materials_unlit"),
        })
    }

    fn emissive_strength(&self, extensions: &Object) -> Result<f32> {
        let extension = extensions.get("KHR_materials_emissive_strength");
        let Some(strength) = extension.and_then(|extension| extension.get("emissiveStrength"))
        else {
            return Ok(1.0);
        };
        let strength = number(strength).filter(|strength| strength.is_finite() && *strength >= 0.0);
        strength.ok_or_else(|| {
            Error::Scene(format!(
                "{}: emissiveStrength must be a number, 0 or more",
                self.owner
            ))
        })
    }

    fn alpha(&self, mode: Option<&str>, cutoff: f32) -> Result<Alpha> {
        match mode {
            None | Some("OPAQUE") => Ok(Alpha::Opaque),
            Some("MASK") => Ok(Alpha::Mask(cutoff)),
            Some("BLEND") => Ok(Alpha::Blend),
            Some(other) => Error::scene(format!(
                "{}: alphaMode {} is not defined by glTF",
                self.owner,
                quote(other)
            )),
        }
    }

    /// A texture as the material uses it; `None` also where its picture can't be shown.
    fn texture(&mut self, info: Option<&TextureInfo>) -> Result<Option<TextureUse>> {
        let Some(info) = info else { return Ok(None) };
        let texture = info
            .index
            .ok_or_else(|| Error::Scene(format!("{}: a texture has no index", self.owner)))?;
        let texture = index(texture, self.textures.len(), &self.owner, "texture")?;
        let Some(texture) = self.textures[texture] else {
            return Ok(None);
        };
        let transform = info.extensions.get("KHR_texture_transform");
        let transform = transform
            .map(|value| self.transform(value))
            .transpose()?
            .unwrap_or_default();
        let texcoord = transform.texcoord.unwrap_or(info.tex_coord);
        if texcoord > 1 {
            self.report.warn(format!(
                "{}: TEXCOORD_{texcoord} is not read; the texture is left out",
                self.owner
            ));
            return Ok(None);
        }
        let Transform {
            offset,
            rotation,
            scale,
            ..
        } = transform;
        Ok(Some(TextureUse {
            texture,
            texcoord: usize::from(texcoord == 1),
            offset,
            rotation,
            scale,
        }))
    }

    fn transform(&self, value: &Value) -> Result<Transform> {
        let fail = || {
            Error::Scene(format!(
                "{}: KHR_texture_transform is not valid; export it again",
                self.owner
            ))
        };
        let pair = |key: &str, default: [f32; 2]| match value.get(key) {
            None => Some(default),
            Some(Value::Array(list)) => {
                <[f32; 2]>::try_from(list.iter().filter_map(number).collect::<Vec<_>>()).ok()
            }
            Some(_) => None,
        };
        let default = Transform::default();
        let rotation = value
            .get("rotation")
            .map_or(Some(0.0), number)
            .ok_or_else(fail)?;
        let offset = pair("offset", default.offset).ok_or_else(fail)?;
        let scale = pair("scale", default.scale).ok_or_else(fail)?;
        let texcoord = value
            .get("texCoord")
            .map(|texcoord| integer(texcoord).ok_or_else(fail))
            .transpose()?;
        let finite = [rotation, offset[0], offset[1], scale[0], scale[1]]
            .iter()
            .all(|number| number.is_finite());
        if finite {
            Ok(Transform {
                offset,
                rotation,
                scale,
                texcoord,
            })
        } else {
            Err(fail())
        }
    }
}

/// KHR_texture_transform.
struct Transform {
    offset: [f32; 2],
    rotation: f32,
    scale: [f32; 2],
    texcoord: Option<u64>,
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            offset: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
            texcoord: None,
        }
    }
}
