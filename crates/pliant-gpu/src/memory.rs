//! Device memory: blocks within the budget, and buffers that own one.

use crate::device::Gpu;
use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme};
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

/// Memory of one buffer or image, freed when dropped.
pub(crate) struct Block {
    gpu: Arc<Gpu>,
    allocation: Allocation,
    bytes: u64,
}

impl Block {
    /// Allocates what a resource requires; `linear` is true for buffers and false for images of optimal tiling.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        name: &str,
        requirements: vk::MemoryRequirements,
        memory: Memory,
        linear: bool,
    ) -> Result<Self, EngineError> {
        let bytes = requirements.size;
        gpu.budget.reserve(name, bytes)?;
        let wanted = AllocationCreateDesc {
            name,
            requirements,
            location: match memory {
                Memory::Device => MemoryLocation::GpuOnly,
                Memory::Upload => MemoryLocation::CpuToGpu,
                Memory::Readback => MemoryLocation::GpuToCpu,
            },
            linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        };
        // A statement of its own, so that the lock of the allocator is released before an error is handled.
        let allocation = gpu.allocator().allocate(&wanted);
        let allocation = allocation.map_err(|e| {
            gpu.budget.release(bytes);
            EngineError::Device(format!(
                "{name} needs {bytes} bytes, and the device {} has none left ({e}): simulate less, or choose another --device",
                gpu.info().name
            ))
        })?;
        Ok(Self {
            gpu: Arc::clone(gpu),
            allocation,
            bytes,
        })
    }

    /// The memory object and the offset to bind a resource to.
    pub(crate) fn binding(&self) -> (vk::DeviceMemory, u64) {
        // SAFETY: the memory is freed through the allocator only.
        (
            unsafe { self.allocation.memory() },
            self.allocation.offset(),
        )
    }

    fn has(&self, flags: vk::MemoryPropertyFlags) -> bool {
        self.allocation.memory_properties().contains(flags)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let allocation = std::mem::take(&mut self.allocation);
        if let Err(error) = self.gpu.allocator().free(allocation) {
            tracing::error!("memory cannot be freed: {error}");
        }
        self.gpu.budget.release(self.bytes);
    }
}

/// A buffer with its memory.
pub(crate) struct Buffer {
    pub(crate) raw: vk::Buffer,
    /// Requested size.
    pub(crate) bytes: u64,
    gpu: Arc<Gpu>,
    block: Option<Block>,
}

impl Buffer {
    /// Makes a buffer with undefined content.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        name: &str,
        bytes: u64,
        usage: vk::BufferUsageFlags,
        memory: Memory,
    ) -> Result<Self, EngineError> {
        // Vulkan has no empty buffers, and a huge one must be refused before the driver is asked.
        let size = bytes.max(4);
        gpu.budget.check(name, size)?;
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: the device is alive; the buffer is destroyed by `drop`.
        let raw = unsafe { gpu.device.create_buffer(&info, None) }
            .map_err(gpu.failed("making a buffer"))?;
        let mut buffer = Self {
            raw,
            bytes,
            gpu: Arc::clone(gpu),
            block: None,
        };
        // SAFETY: the buffer was just made from this device.
        let requirements = unsafe { gpu.device.get_buffer_memory_requirements(raw) };
        let block = Block::new(gpu, name, requirements, memory, true)?;
        let (object, offset) = block.binding();
        // SAFETY: the memory was allocated for this buffer's requirements, and outlives it.
        unsafe { gpu.device.bind_buffer_memory(raw, object, offset) }
            .map_err(gpu.failed("binding memory"))?;
        buffer.block = Some(block);
        gpu.name(raw, name);
        Ok(buffer)
    }

    /// Its bytes, where the host can write them directly.
    pub(crate) fn writable(&mut self) -> Option<&mut [u8]> {
        let bytes = usize::try_from(self.bytes).ok()?;
        let block = self.block.as_mut()?;
        if !block.has(vk::MemoryPropertyFlags::HOST_COHERENT) {
            return None;
        }
        block.allocation.mapped_slice_mut()?.get_mut(..bytes)
    }

    /// Its bytes, where the host can read them fast: from cached memory.
    pub(crate) fn readable(&self) -> Option<&[u8]> {
        let bytes = usize::try_from(self.bytes).ok()?;
        let block = self.block.as_ref()?;
        let quick = vk::MemoryPropertyFlags::HOST_COHERENT | vk::MemoryPropertyFlags::HOST_CACHED;
        if !block.has(quick) {
            return None;
        }
        block.allocation.mapped_slice()?.get(..bytes)
    }

    /// Bytes of the budget that it uses.
    pub(crate) fn cost(&self) -> u64 {
        self.block.as_ref().map_or(0, |b| b.bytes)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: engines wait for their submissions, so the device does not use the buffer any more; its memory is freed after
        // this.
        unsafe { self.gpu.device.destroy_buffer(self.raw, None) };
    }
}
