//! Draws the overlay of a window, such as help and numbers, from egui's triangles.

use crate::programs::Layouts;
use egui::epaint::{ImageData, Primitive, Vertex};
use egui::{ClippedPrimitive, TextureId, TexturesDelta};
use pliant_gpu::graphics::{
    Bindings, Color, Draw, DrawBuffer, Format, Graphics, Image, Indices, Pipeline, RenderPass,
    Resource, Sampler, SamplerOptions,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{OverlayDraw, OverlayVertex};
use std::collections::HashMap;
use std::sync::Arc;

/// The output of egui for a frame.
#[derive(Clone, Copy)]
pub struct Overlay<'a> {
    /// The tessellated shapes.
    pub primitives: &'a [ClippedPrimitive],
    /// Changes of textures.
    pub textures: &'a TexturesDelta,
    /// Pixels for each point of egui.
    pub pixels_per_point: f32,
}

/// Draws overlays.
pub(crate) struct Painter {
    textures: HashMap<TextureId, Arc<Image>>,
    sampler: Arc<Sampler>,
}

/// An overlay on the device.
pub(crate) struct Painted {
    meshes: Vec<Mesh>,
    push: OverlayDraw,
}

struct Mesh {
    bindings: Bindings<'static>,
    indices: DrawBuffer,
    count: u32,
    scissor: [u32; 4],
}

impl Painter {
    pub(crate) fn new(graphics: &Graphics) -> Result<Self, EngineError> {
        Ok(Self {
            textures: HashMap::new(),
            sampler: Sampler::new(graphics, &SamplerOptions::SMOOTH)?,
        })
    }

    /// Applies an overlay's changes of textures. The changes of every frame must be applied, even if it is not shown.
    pub(crate) fn update_textures(
        &mut self,
        graphics: &Graphics,
        delta: &TexturesDelta,
    ) -> Result<(), EngineError> {
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(picture) = &change.image;
                let pixels: Vec<u8> = picture.pixels.iter().flat_map(|p| p.to_array()).collect();
                let size = picture.size.map(|s| s as u32);
                match (change.pos, self.textures.get(id)) {
                    (Some(at), Some(texture)) => {
                        texture.update(graphics, at.map(|c| c as u32), size, &pixels)?;
                    }
                    _ => {
                        let image = Image::texture(
                            graphics,
                            "overlay",
                            Format::Rgba8,
                            size,
                            &pixels,
                            false,
                        )?;
                        self.textures.insert(*id, Arc::new(image));
                    }
                }
            }
        }
        Ok(())
    }

    /// Frees the textures that egui does not need after this overlay.
    pub(crate) fn free_textures(&mut self, delta: &TexturesDelta) {
        for id in &delta.free {
            self.textures.remove(id);
        }
    }

    /// Uploads an overlay for a picture of this size, pixels.
    pub(crate) fn paint(
        &self,
        graphics: &Graphics,
        layouts: &Layouts,
        overlay: &Overlay<'_>,
        size: [u32; 2],
    ) -> Result<Painted, EngineError> {
        let scale = overlay.pixels_per_point;
        let mut meshes = Vec::new();
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in overlay.primitives
        {
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            if mesh.indices.is_empty() {
                continue;
            }
            let vertices: Vec<OverlayVertex> = mesh.vertices.iter().map(vertex).collect();
            let vertices = DrawBuffer::new(graphics, "overlay", bytemuck::cast_slice(&vertices))?;
            let resources = vec![
                Resource::Buffer(vertices),
                Resource::Texture(Arc::clone(texture), Arc::clone(&self.sampler)),
            ];
            let pixel = |points: f32| (points * scale).round().clamp(0.0, 1e6) as u32;
            let (x, y) = (pixel(clip_rect.min.x), pixel(clip_rect.min.y));
            let (right, bottom) = (pixel(clip_rect.max.x), pixel(clip_rect.max.y));
            meshes.push(Mesh {
                bindings: Bindings::new(graphics, &layouts.overlay, resources)?,
                indices: DrawBuffer::new(
                    graphics,
                    "overlay indices",
                    bytemuck::cast_slice(&mesh.indices),
                )?,
                count: mesh.indices.len() as u32,
                scissor: [x, y, right.saturating_sub(x), bottom.saturating_sub(y)],
            });
        }
        Ok(Painted {
            meshes,
            push: OverlayDraw {
                size: size.map(|s| s as f32 / scale),
            },
        })
    }
}

impl Painted {
    /// The render pass that draws the overlay over a picture.
    pub(crate) fn pass<'a>(&'a self, pipeline: &'a Pipeline, target: &'a Image) -> RenderPass<'a> {
        let draws = self.meshes.iter().map(|mesh| Draw {
            pipeline,
            sets: vec![&mesh.bindings],
            push: bytemuck::bytes_of(&self.push),
            indices: Some(Indices {
                buffer: &mesh.indices,
                first: 0,
            }),
            count: mesh.count,
            instances: 1,
            cull: false,
            mirrored: false,
            scissor: Some(mesh.scissor),
        });
        RenderPass {
            label: "overlay",
            color: Some(Color {
                image: target,
                resolve: None,
                keep: true,
                stays: false,
            }),
            depth: None,
            draws: draws.collect(),
        }
    }
}

fn vertex(vertex: &Vertex) -> OverlayVertex {
    OverlayVertex {
        position: [vertex.pos.x, vertex.pos.y],
        uv: [vertex.uv.x, vertex.uv.y],
        color: u32::from_le_bytes(vertex.color.to_array()),
    }
}
