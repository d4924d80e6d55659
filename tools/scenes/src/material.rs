//! Metallic-roughness materials, with an optional checker texture.

use crate::{number, numbers};
use serde_json::{Value, json};

/// A material; colours are linear.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    name: String,
    color: [f32; 4],
    metallic: f32,
    roughness: f32,
    double_sided: bool,
    pub(crate) checker: Option<Checker>,
}

/// A texture of squares in two sRGB colours, repeated over the texture coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Checker {
    colors: [[u8; 3]; 2],
    repeats: u8,
}

impl Material {
    /// A rough, one-sided dielectric of a linear colour.
    #[must_use]
    pub fn new(name: &str, red: f32, green: f32, blue: f32) -> Self {
        let color = [red, green, blue, 1.0];
        Self {
            name: name.to_owned(),
            color,
            metallic: 0.0,
            roughness: 0.8,
            double_sided: false,
            checker: None,
        }
    }

    /// Sets the roughness, 0..1.
    #[must_use]
    pub fn roughness(mut self, roughness: f32) -> Self {
        self.roughness = roughness;
        self
    }

    /// Makes it transparent, with an opacity of 0..1.
    #[must_use]
    pub fn opacity(mut self, opacity: f32) -> Self {
        self.color[3] = opacity;
        self
    }

    /// Makes it a metal.
    #[must_use]
    pub fn metal(mut self) -> Self {
        self.metallic = 1.0;
        self
    }

    /// Draws both sides, which cloth needs.
    #[must_use]
    pub fn two_sided(mut self) -> Self {
        self.double_sided = true;
        self
    }

    /// Adds a checker of two sRGB colours, with `repeats` pairs of squares along each texture coordinate. The base colour multiplies it.
    #[must_use]
    pub fn checker(mut self, one: [u8; 3], other: [u8; 3], repeats: u8) -> Self {
        self.checker = Some(Checker {
            colors: [one, other],
            repeats,
        });
        self
    }

    pub(crate) fn json(&self, texture: Option<usize>) -> Value {
        let mut pbr = json!({
            "baseColorFactor": numbers(&self.color),
            "metallicFactor": number(self.metallic),
            "roughnessFactor": number(self.roughness),
        });
        if let Some(texture) = texture {
            pbr["baseColorTexture"] = json!({ "index": texture });
        }
        let mut material = json!({ "name": self.name, "pbrMetallicRoughness": pbr });
        if self.color[3] < 1.0 {
            material["alphaMode"] = "BLEND".into();
        }
        if self.double_sided {
            material["doubleSided"] = true.into();
        }
        material
    }
}

impl Checker {
    /// Encodes the checker as a PNG, with 16 pixels per square so that mip maps keep squares distinct.
    pub(crate) fn png(self) -> Vec<u8> {
        let size = 32 * u32::from(self.repeats);
        let mut pixels = Vec::with_capacity(3 * (size * size) as usize);
        for pixel in 0..size * size {
            let odd = (pixel % size / 16 + pixel / size / 16) % 2;
            pixels.extend(self.colors[odd as usize]);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, size, size);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder
            .write_header()
            .expect("writing to memory does not fail");
        writer
            .write_image_data(&pixels)
            .expect("three bytes per pixel");
        writer.finish().expect("writing to memory does not fail");
        file
    }
}
