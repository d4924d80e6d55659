//! Transitions between uses of an image: barriers and layouts.

use super::Image;
use crate::Gpu;
use ash::vk;
use ash::vk::{AccessFlags2 as Access, ImageLayout as Layout, PipelineStageFlags2 as Stage};

/// A change of the use of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transition {
    /// To be filled for the first time.
    Fill,
    /// Sampled, to be filled in part.
    Refill,
    /// This level was filled, and the next is computed from it.
    Halve(u32),
    /// Filled, to be sampled.
    Filled,
    /// To be drawn to; the content is discarded.
    Draw,
    /// To be drawn to again.
    DrawOver,
    /// Drawn to, to be sampled.
    DrawnToSample,
    /// Drawn to, to be read back.
    DrawnToRead,
    /// Drawn to, to be shown.
    DrawnToShow,
}

/// Records a transition.
pub(super) fn transition(
    gpu: &Gpu,
    commands: vk::CommandBuffer,
    image: &Image,
    change: Transition,
) {
    let depth = image.format.aspect() == vk::ImageAspectFlags::DEPTH;
    let unknown = (Stage::NONE, Access::NONE, Layout::UNDEFINED);
    let fill = (
        Stage::ALL_TRANSFER,
        Access::TRANSFER_WRITE,
        Layout::TRANSFER_DST_OPTIMAL,
    );
    let copy = (
        Stage::ALL_TRANSFER,
        Access::TRANSFER_READ,
        Layout::TRANSFER_SRC_OPTIMAL,
    );
    let sample = (
        Stage::FRAGMENT_SHADER,
        Access::SHADER_SAMPLED_READ,
        image.sampled_layout(),
    );
    let colors = (
        Stage::COLOR_ATTACHMENT_OUTPUT,
        Access::COLOR_ATTACHMENT_READ | Access::COLOR_ATTACHMENT_WRITE,
    );
    let draw = if depth {
        // Depth samples, too, are resolved in the stage that writes colours.
        (
            Stage::EARLY_FRAGMENT_TESTS | Stage::LATE_FRAGMENT_TESTS | colors.0,
            Access::DEPTH_STENCIL_ATTACHMENT_READ
                | Access::DEPTH_STENCIL_ATTACHMENT_WRITE
                | colors.1,
            Layout::DEPTH_ATTACHMENT_OPTIMAL,
        )
    } else {
        (colors.0, colors.1, Layout::COLOR_ATTACHMENT_OPTIMAL)
    };
    let show = (Stage::NONE, Access::NONE, Layout::PRESENT_SRC_KHR);
    // Waits for earlier draws of this frame, and for the acquisition of the window's image.
    let discard = (draw.0 | sample.0, draw.1, Layout::UNDEFINED);
    let all = (0, image.mips);
    match change {
        Transition::Fill => change_layout(gpu, commands, image, all, unknown, fill),
        Transition::Refill => change_layout(gpu, commands, image, all, sample, fill),
        Transition::Halve(level) => {
            change_layout(gpu, commands, image, (level, 1), fill, copy);
        }
        Transition::Filled => {
            let last = image.mips - 1;
            if last > 0 {
                change_layout(gpu, commands, image, (0, last), copy, sample);
            }
            change_layout(gpu, commands, image, (last, 1), fill, sample);
        }
        Transition::Draw => change_layout(gpu, commands, image, all, discard, draw),
        Transition::DrawOver => change_layout(gpu, commands, image, all, draw, draw),
        Transition::DrawnToSample => change_layout(gpu, commands, image, all, draw, sample),
        Transition::DrawnToRead => change_layout(gpu, commands, image, all, draw, copy),
        Transition::DrawnToShow => change_layout(gpu, commands, image, all, draw, show),
    }
}

/// Stage, access and layout of a use of an image.
type Use = (Stage, Access, Layout);

fn change_layout(
    gpu: &Gpu,
    commands: vk::CommandBuffer,
    image: &Image,
    levels: (u32, u32),
    from: Use,
    to: Use,
) {
    let change = vk::ImageMemoryBarrier2::default()
        .src_stage_mask(from.0)
        .src_access_mask(from.1)
        .old_layout(from.2)
        .dst_stage_mask(to.0)
        .dst_access_mask(to.1)
        .new_layout(to.2)
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .image(image.raw)
        .subresource_range(image.range(levels.0, levels.1));
    barrier(gpu, commands, &[], &[change]);
}

/// Makes copied bytes visible to the host.
pub(super) fn before_host_reads(gpu: &Gpu, commands: vk::CommandBuffer) {
    let copied = vk::MemoryBarrier2::default()
        .src_stage_mask(Stage::ALL_TRANSFER)
        .src_access_mask(Access::TRANSFER_WRITE)
        .dst_stage_mask(Stage::HOST)
        .dst_access_mask(Access::HOST_READ);
    barrier(gpu, commands, &[copied], &[]);
}

pub(super) fn barrier(
    gpu: &Gpu,
    commands: vk::CommandBuffer,
    memory: &[vk::MemoryBarrier2<'_>],
    images: &[vk::ImageMemoryBarrier2<'_>],
) {
    let info = vk::DependencyInfo::default()
        .memory_barriers(memory)
        .image_memory_barriers(images);
    // SAFETY: the commands are being recorded, outside a pass, and the images are alive.
    unsafe { gpu.device.cmd_pipeline_barrier2(commands, &info) };
}
