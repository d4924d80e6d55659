//! Frames as data, and how they are recorded: barriers and layouts follow from the steps.

use super::transition::{Transition, barrier, transition};
use super::{Bindings, DrawBuffer, Graphics, Image, Pipeline, Role};
use crate::Gpu;
use ash::vk;
use pliant_passes::EngineError;
use std::ffi::CString;
use std::sync::Arc;

/// One step of a frame.
pub enum Step<'a> {
    /// Replaces the start of a buffer, before any pass of the frame reads it.
    Update(&'a DrawBuffer, &'a [u8]),
    /// Draws to images.
    Pass(RenderPass<'a>),
}

/// Draws that share their images.
pub struct RenderPass<'a> {
    /// Name in captures.
    pub label: &'static str,
    /// The colour image.
    pub color: Option<Color<'a>>,
    /// The depth image.
    pub depth: Option<Depth<'a>>,
    /// The draws, in order.
    pub draws: Vec<Draw<'a>>,
}

impl RenderPass<'_> {
    /// All images that are drawn to.
    fn images(&self) -> impl Iterator<Item = &Image> {
        let color = self.color.iter().flat_map(|c| [Some(c.image), c.resolve]);
        let depth = self.depth.iter().flat_map(|d| [Some(d.image), d.resolve]);
        color.chain(depth).flatten()
    }
}

/// A colour image to draw to.
pub struct Color<'a> {
    /// Drawn to.
    pub image: &'a Image,
    /// Receives the mean of the samples.
    pub resolve: Option<&'a Image>,
    /// Whether the content of an earlier pass of the frame is retained; else the image starts black.
    pub keep: bool,
    /// Whether the samples are stored for a later pass of the frame, in addition to their mean.
    pub stays: bool,
}

/// A depth image to draw to.
pub struct Depth<'a> {
    /// Drawn to; its role tells whether it is sampled later in the frame.
    pub image: &'a Image,
    /// Receives the depth of one sample of each pixel.
    pub resolve: Option<&'a Image>,
    /// Initial depth, 0 or 1; without it the content of an earlier pass of the frame is retained.
    pub clear: Option<f32>,
    /// Whether it is stored for a later pass of the frame.
    pub stays: bool,
}

/// One draw.
pub struct Draw<'a> {
    /// The pipeline.
    pub pipeline: &'a Pipeline,
    /// One set of bindings for each layout of the pipeline.
    pub sets: Vec<&'a Bindings<'a>>,
    /// The pipeline's push constants.
    pub push: &'a [u8],
    /// Indices; without them vertices are numbered from 0.
    pub indices: Option<Indices<'a>>,
    /// Number of vertices or indices.
    pub count: u32,
    /// Number of instances.
    pub instances: u32,
    /// Whether back faces are culled.
    pub cull: bool,
    /// Whether the model is mirrored: its front faces are clockwise.
    pub mirrored: bool,
    /// The rectangle (x, y, width, height) that is drawn to; without it, the whole image.
    pub scissor: Option<[u32; 4]>,
}

/// 32-bit indices.
#[derive(Clone, Copy)]
pub struct Indices<'a> {
    /// The buffer.
    pub buffer: &'a DrawBuffer,
    /// The first index.
    pub first: u32,
}

impl Graphics {
    /// Runs the steps of a frame to their end.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn submit(&self, steps: &[Step<'_>]) -> Result<(), EngineError> {
        self.run(steps, &[], &[], None)
    }

    /// Runs a frame between semaphores; afterwards `shown` is ready to be presented in a window.
    pub(super) fn run(
        &self,
        steps: &[Step<'_>],
        before: &[vk::SemaphoreSubmitInfo<'_>],
        after: &[vk::SemaphoreSubmitInfo<'_>],
        shown: Option<&Image>,
    ) -> Result<(), EngineError> {
        let once = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        let commands = self.commands.record(once, |commands| {
            record(&self.gpu, commands, steps);
            if let Some(image) = shown {
                transition(&self.gpu, commands, image, Transition::DrawnToShow);
            }
        })?;
        let done = self.commands.run_between(commands, before, after);
        self.commands.free(commands);
        done
    }
}

/// Records a frame.
fn record(gpu: &Gpu, commands: vk::CommandBuffer, steps: &[Step<'_>]) {
    for step in steps {
        if let Step::Update(buffer, bytes) = step {
            assert!(bytes.len() as u64 <= buffer.bytes() && bytes.len() <= 65536);
            // SAFETY: the bytes fit the buffer and the call's limit, and no pass runs yet.
            unsafe {
                gpu.device
                    .cmd_update_buffer(commands, buffer.0.raw, 0, bytes);
            }
        }
    }
    // Draws read the writes of updates and of the simulation's passes.
    let written = vk::MemoryBarrier2::default()
        .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
        .dst_stage_mask(vk::PipelineStageFlags2::ALL_GRAPHICS)
        .dst_access_mask(vk::AccessFlags2::MEMORY_READ);
    barrier(gpu, commands, &[written], &[]);
    for step in steps {
        if let Step::Pass(pass) = step {
            label(gpu, commands, pass.label, |commands| {
                record_pass(gpu, commands, pass);
            });
        }
    }
}

fn record_pass(gpu: &Gpu, commands: vk::CommandBuffer, pass: &RenderPass<'_>) {
    let mut colors = Vec::new();
    let mut size = [0, 0];
    if let Some(color) = &pass.color {
        let before = if color.keep {
            Transition::DrawOver
        } else {
            Transition::Draw
        };
        transition(gpu, commands, color.image, before);
        if let Some(resolve) = color.resolve {
            transition(gpu, commands, resolve, Transition::Draw);
        }
        colors.push(color_attachment(color));
        size = color.image.size;
    }
    let depth = pass.depth.as_ref().map(|depth| {
        let before = match depth.clear {
            Some(_) => Transition::Draw,
            None => Transition::DrawOver,
        };
        transition(gpu, commands, depth.image, before);
        if let Some(resolve) = depth.resolve {
            transition(gpu, commands, resolve, Transition::Draw);
        }
        size = depth.image.size;
        depth_attachment(depth)
    });
    let mut info = vk::RenderingInfo::default()
        .render_area(area([0, 0, size[0], size[1]]))
        .layer_count(1)
        .color_attachments(&colors);
    if let Some(depth) = &depth {
        info = info.depth_attachment(depth);
    }
    // SAFETY: the images are alive and in the layouts given; what draws bind is alive too, as they borrow it.
    unsafe {
        gpu.device.cmd_begin_rendering(commands, &info);
        let [width, height] = size.map(|s| s as f32);
        let viewport = vk::Viewport {
            width,
            height,
            max_depth: 1.0,
            ..Default::default()
        };
        gpu.device.cmd_set_viewport(commands, 0, &[viewport]);
        for draw in &pass.draws {
            record_draw(gpu, commands, draw, size);
        }
        gpu.device.cmd_end_rendering(commands);
    }
    for image in pass.images().filter(|image| image.role == Role::Sampled) {
        transition(gpu, commands, image, Transition::DrawnToSample);
    }
}

fn color_attachment(color: &Color<'_>) -> vk::RenderingAttachmentInfo<'static> {
    let info = vk::RenderingAttachmentInfo::default()
        .image_view(color.image.view)
        .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
        .load_op(if color.keep {
            vk::AttachmentLoadOp::LOAD
        } else {
            vk::AttachmentLoadOp::CLEAR
        })
        .store_op(vk::AttachmentStoreOp::STORE);
    match color.resolve {
        Some(resolve) => info
            .store_op(stored(color.stays))
            .resolve_mode(vk::ResolveModeFlags::AVERAGE)
            .resolve_image_view(resolve.view)
            .resolve_image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL),
        None => info,
    }
}

fn depth_attachment(depth: &Depth<'_>) -> vk::RenderingAttachmentInfo<'static> {
    let clear = vk::ClearValue {
        depth_stencil: vk::ClearDepthStencilValue {
            depth: depth.clear.unwrap_or_default(),
            stencil: 0,
        },
    };
    let layout = vk::ImageLayout::DEPTH_ATTACHMENT_OPTIMAL;
    let info = vk::RenderingAttachmentInfo::default()
        .image_view(depth.image.view)
        .image_layout(layout)
        .load_op(match depth.clear {
            Some(_) => vk::AttachmentLoadOp::CLEAR,
            None => vk::AttachmentLoadOp::LOAD,
        })
        .clear_value(clear)
        .store_op(stored(depth.stays || depth.image.role == Role::Sampled));
    match depth.resolve {
        Some(resolve) => info
            .resolve_mode(vk::ResolveModeFlags::SAMPLE_ZERO)
            .resolve_image_view(resolve.view)
            .resolve_image_layout(layout),
        None => info,
    }
}

fn stored(stays: bool) -> vk::AttachmentStoreOp {
    if stays {
        vk::AttachmentStoreOp::STORE
    } else {
        vk::AttachmentStoreOp::DONT_CARE
    }
}

fn record_draw(gpu: &Gpu, commands: vk::CommandBuffer, draw: &Draw<'_>, size: [u32; 2]) {
    check(draw);
    let device = &gpu.device;
    let sets: Vec<_> = draw.sets.iter().map(|s| s.raw).collect();
    let [x, y, width, height] = draw.scissor.unwrap_or([0, 0, size[0], size[1]]);
    let (x, y) = (x.min(size[0]), y.min(size[1]));
    let scissor = area([x, y, width.min(size[0] - x), height.min(size[1] - y)]);
    let layout = draw.pipeline.layout;
    // SAFETY: `check` found pipeline, bindings, push constants and indices to agree; all are borrowed by the draw.
    unsafe {
        device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, draw.pipeline.raw);
        device.cmd_set_scissor(commands, 0, &[scissor]);
        device.cmd_set_cull_mode(
            commands,
            if draw.cull {
                vk::CullModeFlags::BACK
            } else {
                vk::CullModeFlags::NONE
            },
        );
        device.cmd_set_front_face(
            commands,
            if draw.mirrored {
                vk::FrontFace::CLOCKWISE
            } else {
                vk::FrontFace::COUNTER_CLOCKWISE
            },
        );
        let point = vk::PipelineBindPoint::GRAPHICS;
        if !sets.is_empty() {
            device.cmd_bind_descriptor_sets(commands, point, layout, 0, &sets, &[]);
        }
        if !draw.push.is_empty() {
            let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
            device.cmd_push_constants(commands, layout, stages, 0, draw.push);
        }
        match draw.indices {
            Some(Indices { buffer, first }) => {
                let raw = buffer.0.raw;
                device.cmd_bind_index_buffer(commands, raw, 0, vk::IndexType::UINT32);
                device.cmd_draw_indexed(commands, draw.count, draw.instances, first, 0, 0);
            }
            None => device.cmd_draw(commands, draw.count, draw.instances, 0, 0),
        }
    }
}

/// Panics unless sets, push constants and indices of a draw fit its pipeline: a defect of the caller.
fn check(draw: &Draw<'_>) {
    let Pipeline { sets, push, .. } = draw.pipeline;
    assert_eq!(draw.sets.len(), sets.len(), "one set for each layout");
    for (set, layout) in draw.sets.iter().zip(sets) {
        assert!(Arc::ptr_eq(&set.layout, layout), "sets match their layouts");
    }
    assert_eq!(draw.push.len(), *push, "size of the push constants");
    if let Some(indices) = draw.indices {
        let end = 4 * (u64::from(indices.first) + u64::from(draw.count));
        assert!(end <= indices.buffer.bytes(), "indices lie in their buffer");
    }
}

fn area([x, y, width, height]: [u32; 4]) -> vk::Rect2D {
    vk::Rect2D {
        offset: vk::Offset2D {
            x: x as i32,
            y: y as i32,
        },
        extent: vk::Extent2D { width, height },
    }
}

fn label(
    gpu: &Gpu,
    commands: vk::CommandBuffer,
    name: &str,
    write: impl FnOnce(vk::CommandBuffer),
) {
    let text = CString::new(name).unwrap_or_default();
    let info = vk::DebugUtilsLabelEXT::default().label_name(&text);
    if let Some(labels) = &gpu.labels {
        // SAFETY: the extension is enabled and the commands are being recorded.
        unsafe { labels.cmd_begin_debug_utils_label(commands, &info) };
    }
    write(commands);
    if let Some(labels) = &gpu.labels {
        // SAFETY: it closes the label above.
        unsafe { labels.cmd_end_debug_utils_label(commands) };
    }
}
