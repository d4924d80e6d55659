//! Metallic-roughness materials, textures and decoded images.

use glam::{Vec3, Vec4};

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

/// An image with a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texture {
    /// In `Scene::images`.
    pub image: usize,
    /// In `Scene::samplers`.
    pub sampler: usize,
}

/// How a texture is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampler {
    /// Linear magnification, else nearest.
    pub mag_linear: bool,
    /// Linear minification, else nearest.
    pub min_linear: bool,
    /// Mip maps: `None` unused, else linear between levels.
    pub mip_linear: Option<bool>,
    /// Wrapping along U.
    pub wrap_u: Wrap,
    /// Wrapping along V.
    pub wrap_v: Wrap,
}

/// Texture coordinates outside of 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// Repeats.
    Repeat,
    /// Repeats, mirrored.
    Mirror,
    /// Keeps the edge.
    Clamp,
}
