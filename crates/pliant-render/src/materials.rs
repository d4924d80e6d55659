//! Materials and textures on the device.

use glam::Vec3;
use pliant_gpu::graphics::{
    Bindings, DrawBuffer, Format, Graphics, Image, Resource, Sampler, SamplerOptions, SetLayout,
    Wrap,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{Surface, UNLIT, UvTransform};
use pliant_scene::{Alpha, Material, Scene, TextureUse};
use std::collections::HashMap;
use std::sync::Arc;

/// How a material is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MaterialStyle {
    pub(crate) alpha: Alpha,
    pub(crate) double_sided: bool,
    /// Base colour without textures, linear RGB.
    pub(crate) color: Vec3,
    /// Index of its textures in `Materials::sets`.
    pub(crate) set: usize,
}

/// All materials. The renderer's built-in materials follow the scene's.
pub(crate) struct Materials {
    pub(crate) rows: DrawBuffer,
    pub(crate) styles: Vec<MaterialStyle>,
    pub(crate) sets: Vec<Bindings<'static>>,
}

impl Materials {
    /// Uploads the scene's materials, followed by the `built_in` ones.
    pub(crate) fn upload(
        graphics: &Graphics,
        layout: &Arc<SetLayout>,
        scene: &Scene,
        built_in: &[Surface],
    ) -> Result<Self, EngineError> {
        let mut textures = Textures::new(graphics, scene)?;
        let mut rows = Vec::new();
        let mut styles = Vec::new();
        let mut sets = vec![textures.bind(layout, [None; 5])?];
        for material in &scene.materials {
            rows.push(surface(material));
            let used = uses(material);
            let set = if used.iter().all(Option::is_none) {
                0
            } else {
                sets.push(textures.bind(layout, used)?);
                sets.len() - 1
            };
            styles.push(MaterialStyle {
                alpha: material.alpha,
                double_sided: material.double_sided,
                color: material.base_color.truncate(),
                set,
            });
        }
        for row in built_in {
            rows.push(*row);
            styles.push(MaterialStyle {
                alpha: Alpha::Opaque,
                double_sided: false,
                color: Vec3::from_slice(&row.base_color),
                set: 0,
            });
        }
        Ok(Self {
            rows: DrawBuffer::new(graphics, "materials", bytemuck::cast_slice(&rows))?,
            styles,
            sets,
        })
    }
}

/// The textures of a material in the order of the shader's bindings.
fn uses(material: &Material) -> [Option<TextureUse>; 5] {
    [
        material.base_color_texture,
        material.metallic_roughness_texture,
        material.normal_texture,
        material.occlusion_texture,
        material.emissive_texture,
    ]
}

fn surface(material: &Material) -> Surface {
    let used = uses(material);
    let [
        base_color_uv,
        metallic_roughness_uv,
        normal_uv,
        occlusion_uv,
        emissive_uv,
    ] = used.map(transform);
    let bits = |bit: fn(&TextureUse) -> bool| {
        used.iter()
            .enumerate()
            .filter(|(_, u)| u.as_ref().is_some_and(bit))
            .fold(0, |bits, (slot, _)| bits | 1 << slot)
    };
    Surface {
        base_color: material.base_color.to_array(),
        emissive: material.emissive.to_array(),
        metallic: material.metallic,
        roughness: material.roughness,
        normal_scale: material.normal_scale,
        occlusion_strength: material.occlusion_strength,
        // The shadow of a blended material is that of its parts with at least half opacity.
        alpha_cutoff: match material.alpha {
            Alpha::Mask(cutoff) => cutoff,
            Alpha::Opaque | Alpha::Blend => 0.5,
        },
        flags: bits(|_| true)
            | bits(|u| u.texcoord == 1) << 8
            | if material.unlit { UNLIT } else { 0 },
        base_color_uv,
        metallic_roughness_uv,
        normal_uv,
        occlusion_uv,
        emissive_uv,
    }
}

/// Translation · rotation · scale, the order of KHR_texture_transform.
fn transform(used: Option<TextureUse>) -> UvTransform {
    let Some(used) = used else {
        return UvTransform::default();
    };
    let (sin, cos) = used.rotation.sin_cos();
    let [scale_u, scale_v] = used.scale;
    UvTransform {
        u: [cos * scale_u, sin * scale_v, used.offset[0]],
        v: [-sin * scale_u, cos * scale_v, used.offset[1]],
    }
}

/// Images and samplers that have been uploaded.
struct Textures<'a> {
    graphics: &'a Graphics,
    scene: &'a Scene,
    /// Indexed by image and by whether it is sRGB.
    images: HashMap<(usize, bool), Arc<Image>>,
    samplers: Vec<Arc<Sampler>>,
    white: Arc<Image>,
}

impl<'a> Textures<'a> {
    fn new(graphics: &'a Graphics, scene: &'a Scene) -> Result<Self, EngineError> {
        let default = SamplerOptions {
            mag_linear: true,
            min_linear: true,
            mip_linear: Some(true),
            wrap: [Wrap::Repeat; 2],
            compare: false,
        };
        let mut samplers = vec![Sampler::new(graphics, &default)?];
        for sampler in &scene.samplers {
            let wrap = |w| match w {
                pliant_scene::Wrap::Repeat => Wrap::Repeat,
                pliant_scene::Wrap::Mirror => Wrap::Mirror,
                pliant_scene::Wrap::Clamp => Wrap::Clamp,
            };
            let options = SamplerOptions {
                mag_linear: sampler.mag_linear,
                min_linear: sampler.min_linear,
                mip_linear: sampler.mip_linear,
                wrap: [wrap(sampler.wrap_u), wrap(sampler.wrap_v)],
                compare: false,
            };
            samplers.push(Sampler::new(graphics, &options)?);
        }
        Ok(Self {
            graphics,
            scene,
            images: HashMap::new(),
            samplers,
            white: Arc::new(white(graphics)?),
        })
    }

    fn bind(
        &mut self,
        layout: &Arc<SetLayout>,
        used: [Option<TextureUse>; 5],
    ) -> Result<Bindings<'static>, EngineError> {
        let mut resources = Vec::new();
        for (slot, used) in used.into_iter().enumerate() {
            // Base colour and emission are sRGB, the others linear [glTF 2.0, 3.9.2].
            resources.push(self.resource(used, slot == 0 || slot == 4)?);
        }
        Bindings::new(self.graphics, layout, resources)
    }

    fn resource(
        &mut self,
        used: Option<TextureUse>,
        srgb: bool,
    ) -> Result<Resource<'static>, EngineError> {
        let Some(used) = used else {
            let sampler = Arc::clone(&self.samplers[0]);
            return Ok(Resource::Texture(Arc::clone(&self.white), sampler));
        };
        let texture = self.scene.textures[used.texture];
        let sampler = Arc::clone(&self.samplers[1 + texture.sampler]);
        if let Some(image) = self.images.get(&(texture.image, srgb)) {
            return Ok(Resource::Texture(Arc::clone(image), sampler));
        }
        let source = &self.scene.images[texture.image];
        let format = if srgb {
            Format::Rgba8Srgb
        } else {
            Format::Rgba8
        };
        let size = [source.width, source.height];
        let name = format!("image {}", texture.image);
        let image = Image::texture(self.graphics, &name, format, size, &source.rgba, true)?;
        let image = Arc::new(image);
        self.images
            .insert((texture.image, srgb), Arc::clone(&image));
        Ok(Resource::Texture(image, sampler))
    }
}

/// One white pixel, which stands in for a missing texture.
pub(crate) fn white(graphics: &Graphics) -> Result<Image, EngineError> {
    let pixel = [255; 4];
    Image::texture(graphics, "white", Format::Rgba8, [1, 1], &pixel, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_transforms_follow_the_extension() {
        let used = TextureUse {
            texture: 0,
            texcoord: 0,
            offset: [0.25, 0.5],
            rotation: std::f32::consts::FRAC_PI_2,
            scale: [2.0, 3.0],
        };
        let t = transform(Some(used));
        let at = |row: [f32; 3], u: f32, v: f32| row[0] * u + row[1] * v + row[2];
        // (1, 0) is scaled to (2, 0), rotated to (0, −2), and translated.
        assert!((at(t.u, 1.0, 0.0) - 0.25).abs() < 1e-6);
        assert!((at(t.v, 1.0, 0.0) + 1.5).abs() < 1e-6);
        // (0, 1) is scaled to (0, 3), rotated to (3, 0), and translated.
        assert!((at(t.u, 0.0, 1.0) - 3.25).abs() < 1e-6);
        assert!((at(t.v, 0.0, 1.0) - 0.5).abs() < 1e-6);
    }
}
