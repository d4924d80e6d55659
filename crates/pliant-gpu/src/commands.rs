//! Command buffers: recorded, submitted and waited for.

use crate::barrier::{after_all, barrier, before_all};
use crate::device::Gpu;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// Timeout of a submission, ns: no frame takes as long, so a device that exceeds it has hung.
const TIMEOUT: u64 = 600_000_000_000;

/// A pool of command buffers, and the fence that signals the end of one.
pub(crate) struct Commands {
    gpu: Arc<Gpu>,
    pool: vk::CommandPool,
    fence: vk::Fence,
}

impl Commands {
    pub(crate) fn new(gpu: &Arc<Gpu>) -> Result<Self, EngineError> {
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(gpu.family);
        // SAFETY: the device is alive; `drop` destroys pool and fence.
        unsafe {
            let pool = gpu
                .device
                .create_command_pool(&info, None)
                .map_err(gpu.failed("making a command pool"))?;
            let fence = gpu
                .device
                .create_fence(&vk::FenceCreateInfo::default(), None)
                .inspect_err(|_| gpu.device.destroy_command_pool(pool, None))
                .map_err(gpu.failed("making a fence"))?;
            Ok(Self {
                gpu: Arc::clone(gpu),
                pool,
                fence,
            })
        }
    }

    /// Records a command buffer. It lives until [`Self::free`] or the end of the pool.
    pub(crate) fn record(
        &self,
        flags: vk::CommandBufferUsageFlags,
        write: impl FnOnce(vk::CommandBuffer),
    ) -> Result<vk::CommandBuffer, EngineError> {
        let device = &self.gpu.device;
        let failed = self.gpu.failed("recording commands");
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.pool)
            .command_buffer_count(1);
        let begin = vk::CommandBufferBeginInfo::default().flags(flags);
        // SAFETY: the pool is used by one thread at a time, as `Commands` is not shared.
        unsafe {
            let commands = device.allocate_command_buffers(&info).map_err(&failed)?[0];
            let begun = device.begin_command_buffer(commands, &begin);
            begun
                .and_then(|()| {
                    write(commands);
                    device.end_command_buffer(commands)
                })
                .inspect_err(|_| self.free(commands))
                .map_err(&failed)?;
            Ok(commands)
        }
    }

    /// Frees a command buffer that is not running.
    pub(crate) fn free(&self, commands: vk::CommandBuffer) {
        // SAFETY: it belongs to this pool, and every run of it was waited for.
        unsafe { self.gpu.device.free_command_buffers(self.pool, &[commands]) };
    }

    /// Submits a command buffer and waits for its end.
    pub(crate) fn run(&self, commands: vk::CommandBuffer) -> Result<(), EngineError> {
        self.run_between(commands, &[], &[])
    }

    /// Submits a command buffer that waits for and signals semaphores, and waits for its end.
    pub(crate) fn run_between(
        &self,
        commands: vk::CommandBuffer,
        before: &[vk::SemaphoreSubmitInfo<'_>],
        after: &[vk::SemaphoreSubmitInfo<'_>],
    ) -> Result<(), EngineError> {
        let device = &self.gpu.device;
        let failed = self.gpu.failed("running commands");
        let buffers = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
        let submit = [vk::SubmitInfo2::default()
            .command_buffer_infos(&buffers)
            .wait_semaphore_infos(before)
            .signal_semaphore_infos(after)];
        // SAFETY: the command buffer is recorded and not running, the fence is unsignalled, and the queue is ours
        // while its guard lives.
        unsafe {
            let queue = self.gpu.queue();
            device
                .queue_submit2(*queue, &submit, self.fence)
                .map_err(&failed)?;
            drop(queue);
            device
                .wait_for_fences(&[self.fence], true, TIMEOUT)
                .map_err(&failed)?;
            device.reset_fences(&[self.fence]).map_err(&failed)
        }
    }

    /// Records compute or transfer commands between barriers, runs them once, and frees them.
    pub(crate) fn once(&self, write: impl FnOnce(vk::CommandBuffer)) -> Result<(), EngineError> {
        let device = &self.gpu.device;
        let commands = self.record(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT, |raw| {
            barrier(device, raw, &before_all());
            write(raw);
            barrier(device, raw, &after_all());
        })?;
        let done = self.run(commands);
        self.free(commands);
        done
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        // SAFETY: every run was waited for, or the device is lost.
        unsafe {
            self.gpu.device.destroy_fence(self.fence, None);
            self.gpu.device.destroy_command_pool(self.pool, None);
        }
    }
}
