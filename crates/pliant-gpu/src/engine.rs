//! The engine that runs recordings on a Vulkan device.

use crate::clock::Timing;
use crate::commands::Commands;
use crate::device::Gpu;
use crate::graphics::SimulatedBuffer;
use crate::info::DeviceKind;
use crate::memory::Buffer;
use crate::pipeline::Pipelines;
use crate::program::{Program, Tools};
use ash::vk;
use pliant_passes::{
    BufferId, Command, Engine, EngineError, Memory, PassTime, ProgramId, Recording,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Size of the staging buffer, bytes: for buffers that the host cannot map.
const STAGING: u64 = 1 << 22;

/// Runs recordings on a Vulkan device. Every run is waited for, so the content of a buffer is always complete.
pub struct VulkanEngine {
    // In the order in which they must be dropped.
    programs: HashMap<ProgramId, Program>,
    pipelines: Pipelines,
    staging: Option<Buffer>,
    buffers: HashMap<BufferId, Buffer>,
    commands: Commands,
    gpu: Arc<Gpu>,
    last: Option<ProgramId>,
    timing: Timing,
    mapping: bool,
    sharing: bool,
    next: u32,
}

impl VulkanEngine {
    /// Makes an engine without buffers.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn new(gpu: Arc<Gpu>) -> Result<Self, EngineError> {
        Ok(Self {
            programs: HashMap::new(),
            pipelines: Pipelines::new(&gpu)?,
            staging: None,
            buffers: HashMap::new(),
            commands: Commands::new(&gpu)?,
            sharing: gpu.info().kind != DeviceKind::Cpu,
            gpu,
            last: None,
            timing: Timing::Off,
            mapping: true,
            next: 0,
        })
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// Sets which parts of a program are timed; programs prepared later use it.
    pub fn set_timing(&mut self, timing: Timing) {
        self.timing = timing;
    }

    /// Whether the host accesses mapped buffers directly. Off, it uses the staging buffer, as for the memory of a graphics card.
    #[doc(hidden)]
    pub fn set_mapping(&mut self, on: bool) {
        self.mapping = on;
    }

    /// Whether fetched slots are read as texels where the device supports it; off, all slots are storage buffers, as on a graphics
    /// card. It applies to passes that are not prepared yet.
    #[doc(hidden)]
    pub fn set_texels(&mut self, on: bool) {
        self.pipelines.texels = on && self.gpu.texels;
    }

    /// Whether several lanes process one item that has a list; on, as on a graphics card. It applies to later recordings.
    #[doc(hidden)]
    pub fn set_sharing(&mut self, on: bool) {
        self.sharing = on;
    }

    /// A buffer that draws can bind between runs.
    #[must_use]
    pub fn drawn(&self, id: BufferId) -> SimulatedBuffer<'_> {
        SimulatedBuffer(self.buffer(id))
    }

    /// The Vulkan buffer.
    fn gpu_buffer(&self, id: BufferId) -> vk::Buffer {
        self.buffer(id).raw
    }

    /// The requested size of a buffer, bytes.
    pub fn size(&self, id: BufferId) -> u64 {
        self.buffer(id).bytes
    }

    fn buffer(&self, id: BufferId) -> &Buffer {
        self.buffers
            .get(&id)
            .expect("buffers outlive the programs that use them")
    }

    /// A new identifier.
    fn new_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Copies bytes between a buffer and the staging buffer in pieces. `piece` gets the staging buffer, the offset in the buffer,
    /// and the number of bytes.
    fn staged(
        &mut self,
        offset: u64,
        bytes: u64,
        mut piece: impl FnMut(&mut Buffer, &Commands, u64, u64) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let mut staging = match self.staging.take() {
            Some(staging) => staging,
            None => {
                let usage = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
                Buffer::new(&self.gpu, "staging", STAGING, usage, Memory::Readback)?
            }
        };
        let mut at = 0;
        while at < bytes {
            let count = STAGING.min(bytes - at);
            piece(&mut staging, &self.commands, offset + at, count)?;
            at += count;
        }
        self.staging = Some(staging);
        Ok(())
    }

    /// Panics at copies that do not fit their buffers: a defect of the caller, which must not reach the device.
    fn check_copies(&self, recording: &Recording) {
        for command in &recording.commands {
            if let Command::Copy { from, to, bytes } = command {
                let fits = *bytes <= self.size(*from) && *bytes <= self.size(*to);
                assert!(
                    fits && bytes % 4 == 0,
                    "a copy of {bytes} bytes fits its buffers"
                );
            }
        }
    }
}

impl Engine for VulkanEngine {
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError> {
        let most = self.largest_buffer();
        if bytes > most {
            return Err(EngineError::Device(format!(
                "{name} needs {bytes} bytes, and the device {} allows at most {most} in a buffer: simulate less, or choose another --device",
                self.gpu.info().name
            )));
        }
        let mut buffer = Buffer::new(&self.gpu, name, bytes, usage(&self.gpu), memory)?;
        match buffer.writable().filter(|_| self.mapping) {
            Some(all) => all.fill(0),
            None => self.commands.once(|raw| {
                // SAFETY: the buffer is alive and allows transfers; its size is a multiple of 4.
                unsafe {
                    let device = &self.gpu.device;
                    device.cmd_fill_buffer(raw, buffer.raw, 0, vk::WHOLE_SIZE, 0);
                }
            })?,
        }
        let id = BufferId(self.new_id());
        self.buffers.insert(id, buffer);
        Ok(id)
    }

    fn destroy(&mut self, buffer: impl Into<BufferId>) {
        self.buffers.remove(&buffer.into());
    }

    fn write(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), EngineError> {
        let buffer = buffer.into();
        let range = range(self.size(buffer), offset, bytes.len() as u64);
        let target = self.buffers.get_mut(&buffer).and_then(Buffer::writable);
        if let Some(all) = target.filter(|_| self.mapping) {
            all[range].copy_from_slice(bytes);
            return Ok(());
        }
        let raw = self.gpu_buffer(buffer);
        let device = self.gpu.device.clone();
        self.staged(
            offset,
            bytes.len() as u64,
            |staging, commands, at, count| {
                let start = (at - offset) as usize;
                let part = &bytes[start..start + count as usize];
                let all = staging.writable().expect("staging memory is mapped");
                all[..part.len()].copy_from_slice(part);
                let region = [vk::BufferCopy::default().dst_offset(at).size(count)];
                // SAFETY: both buffers are alive, allow transfers, and hold the region (`range`).
                commands.once(|c| unsafe { device.cmd_copy_buffer(c, staging.raw, raw, &region) })
            },
        )
    }

    fn read(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: u64,
    ) -> Result<Vec<u8>, EngineError> {
        let buffer = buffer.into();
        let range = range(self.size(buffer), offset, bytes);
        if let Some(all) = self.buffer(buffer).readable().filter(|_| self.mapping) {
            return Ok(all[range].to_vec());
        }
        let raw = self.gpu_buffer(buffer);
        let device = self.gpu.device.clone();
        let mut found = Vec::with_capacity(range.len());
        self.staged(offset, bytes, |staging, commands, at, count| {
            let region = [vk::BufferCopy::default().src_offset(at).size(count)];
            // SAFETY: both buffers are alive, allow transfers, and hold the region (`range`).
            commands.once(|c| unsafe { device.cmd_copy_buffer(c, raw, staging.raw, &region) })?;
            let all = staging.writable().expect("staging memory is mapped");
            found.extend_from_slice(&all[..count as usize]);
            Ok(())
        })?;
        Ok(found)
    }

    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError> {
        self.check_copies(recording);
        let mut tools = Tools {
            gpu: &self.gpu,
            commands: &self.commands,
            pipelines: &mut self.pipelines,
            buffers: &self.buffers,
            timing: self.timing,
        };
        let program = Program::new(recording, &mut tools)?;
        let id = ProgramId(self.new_id());
        self.programs.insert(id, program);
        Ok(id)
    }

    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let ready = self
            .programs
            .get(&program)
            .expect("a program is run before it is forgotten");
        self.last = Some(program);
        self.commands.run(ready.commands)
    }

    fn forget(&mut self, program: ProgramId) {
        if let Some(program) = self.programs.remove(&program) {
            self.commands.free(program.commands);
        }
    }

    fn timings(&mut self) -> Vec<PassTime> {
        let last = self.last.and_then(|id| self.programs.get(&id));
        let Some(clock) = last.and_then(|program| program.clock.as_ref()) else {
            return Vec::new();
        };
        clock.read().unwrap_or_else(|error| {
            tracing::warn!("{error}");
            Vec::new()
        })
    }

    fn bytes(&self) -> u64 {
        self.buffers.values().map(Buffer::cost).sum()
    }

    fn largest_buffer(&self) -> u64 {
        self.gpu.info().limits.storage_buffer_range.into()
    }

    fn subgroup_size(&self) -> u32 {
        self.gpu.info().subgroup.size
    }

    fn lanes(&self) -> u32 {
        if self.sharing {
            self.subgroup_size()
        } else {
            1
        }
    }
}

impl Drop for VulkanEngine {
    fn drop(&mut self) {
        // SAFETY: the device is alive. It is idle already, unless a run exceeded its timeout.
        let _ = unsafe { self.gpu.device.device_wait_idle() };
    }
}

/// The usage of every buffer: passes, indirect dispatches, transfers, and draws.
fn usage(gpu: &Gpu) -> vk::BufferUsageFlags {
    let texels = if gpu.texels {
        vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER
    } else {
        vk::BufferUsageFlags::empty()
    };
    texels
        | vk::BufferUsageFlags::STORAGE_BUFFER
        | vk::BufferUsageFlags::TRANSFER_SRC
        | vk::BufferUsageFlags::TRANSFER_DST
        | vk::BufferUsageFlags::VERTEX_BUFFER
        | vk::BufferUsageFlags::INDEX_BUFFER
        | vk::BufferUsageFlags::INDIRECT_BUFFER
}

/// A range of bytes in a buffer of `size` bytes; panics where it does not fit, a defect of the caller.
fn range(size: u64, offset: u64, bytes: u64) -> std::ops::Range<usize> {
    let end = offset.checked_add(bytes).filter(|end| *end <= size);
    let end = end.expect("a range lies in its buffer");
    let index = |byte: u64| usize::try_from(byte).expect("a buffer fits the address space");
    index(offset)..index(end)
}
