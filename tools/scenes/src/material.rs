//! Metallic-roughness materials, perhaps with a drawn checker.

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

/// A picture of squares in two colours (sRGB), repeated over the texture coordinates.
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

    /// Shinier or rougher, 0..1.
    #[must_use]
    pub fn rough(mut self, roughness: f32) -> Self {
        self.roughness = roughness;
        self
    }

    /// Seen through: so much of it is there, 0..1.
    #[must_use]
    pub fn clear(mut self, opacity: f32) -> Self {
        self.color[3] = opacity;
        self
    }

    /// A metal.
    #[must_use]
    pub fn metal(mut self) -> Self {
        self.metallic = 1.0;
        self
    }

    /// Drawn from both sides: what cloth needs.
    #[must_use]
    pub fn two_sided(mut self) -> Self {
        self.double_sided = true;
        self
    }

    /// With squares of two sRGB colours, `repeats` pairs of them along each texture coordinate; the base colour multiplies them.
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
    /// As a PNG, 16 pixels a square so that its mip maps keep the squares apart.
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
        let mut writer = encoder.write_header().expect("memory takes every byte");
        writer
            .write_image_data(&pixels)
            .expect("three bytes a pixel");
        writer.finish().expect("memory takes every byte");
        file
    }
}
