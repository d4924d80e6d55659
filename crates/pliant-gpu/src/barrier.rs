//! The three barriers of compute. All are global memory barriers: barriers for single buffers were not measurably faster.

use ash::vk;

/// Records a barrier.
pub(crate) fn barrier(
    device: &ash::Device,
    commands: vk::CommandBuffer,
    what: &vk::MemoryBarrier2<'_>,
) {
    let barriers = [*what];
    let info = vk::DependencyInfo::default().memory_barriers(&barriers);
    // SAFETY: every caller is recording `commands` on `device`, outside of rendering.
    unsafe { device.cmd_pipeline_barrier2(commands, &info) };
}

/// Makes writes of commands visible to later commands.
pub(crate) fn between() -> vk::MemoryBarrier2<'static> {
    let stages = vk::PipelineStageFlags2::COMPUTE_SHADER | vk::PipelineStageFlags2::ALL_TRANSFER;
    let written = vk::AccessFlags2::SHADER_STORAGE_WRITE | vk::AccessFlags2::TRANSFER_WRITE;
    let read = vk::AccessFlags2::SHADER_STORAGE_READ
        | vk::AccessFlags2::SHADER_SAMPLED_READ
        | vk::AccessFlags2::TRANSFER_READ
        | vk::AccessFlags2::INDIRECT_COMMAND_READ;
    vk::MemoryBarrier2::default()
        .src_stage_mask(stages | vk::PipelineStageFlags2::DRAW_INDIRECT)
        .src_access_mask(written)
        .dst_stage_mask(stages | vk::PipelineStageFlags2::DRAW_INDIRECT)
        .dst_access_mask(written | read)
}

/// Waits for all earlier work of the device: programs, and drawing that reads the same buffers.
pub(crate) fn before_all() -> vk::MemoryBarrier2<'static> {
    between()
        .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
}

/// Makes all writes visible to later programs, to drawing, and to the host.
pub(crate) fn after_all() -> vk::MemoryBarrier2<'static> {
    between()
        .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS | vk::PipelineStageFlags2::HOST)
        .dst_access_mask(
            vk::AccessFlags2::MEMORY_READ
                | vk::AccessFlags2::MEMORY_WRITE
                | vk::AccessFlags2::HOST_READ,
        )
}
