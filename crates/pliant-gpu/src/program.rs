//! Programs: recordings as command buffers, recorded once and run many times.

use crate::barrier::{after_all, barrier, before_all, between};
use crate::clock::{Clock, Group, Timing, groups};
use crate::commands::Commands;
use crate::descriptors::{Descriptors, dispatches};
use crate::device::Gpu;
use crate::memory::Buffer;
use crate::pipeline::Pipelines;
use ash::vk;
use pliant_passes::{
    BufferId, Command, Dispatch, EngineError, PassId, Recording, Variant, Workgroups,
};
use std::collections::HashMap;
use std::ffi::CString;
use std::sync::Arc;

/// The parts of an engine that prepare a recording.
pub(crate) struct Tools<'a> {
    pub(crate) gpu: &'a Arc<Gpu>,
    pub(crate) commands: &'a Commands,
    pub(crate) pipelines: &'a mut Pipelines,
    pub(crate) buffers: &'a HashMap<BufferId, Buffer>,
    pub(crate) timing: Timing,
}

/// A prepared recording.
pub(crate) struct Program {
    pub(crate) commands: vk::CommandBuffer,
    pub(crate) clock: Option<Clock>,
    _descriptors: Descriptors,
}

impl Program {
    pub(crate) fn new(recording: &Recording, tools: &mut Tools<'_>) -> Result<Self, EngineError> {
        let barriers = recording.barriers();
        for dispatch in dispatches(recording) {
            tools.pipelines.ensure(dispatch.pass, dispatch.variant)?;
            workgroups(tools, dispatch)?;
        }
        let descriptors = Descriptors::new(tools.gpu, recording, tools.pipelines, tools.buffers)?;
        let groups = groups(recording);
        let clocked = tools.timing != Timing::Off && tools.gpu.info().limits.timestamp_bits > 0;
        let clock = clocked
            .then(|| Clock::new(tools.gpu, &groups, tools.timing))
            .transpose()?;
        let commands = tools
            .commands
            .record(vk::CommandBufferUsageFlags::empty(), |raw| {
                Writer {
                    raw,
                    tools,
                    descriptors: &descriptors,
                    bound: None,
                }
                .recording(recording, &groups, &barriers, clock.as_ref());
            })?;
        Ok(Self {
            commands,
            clock,
            _descriptors: descriptors,
        })
    }
}

/// The number of workgroups of a dispatch.
fn workgroups(tools: &Tools<'_>, dispatch: &Dispatch) -> Result<u32, EngineError> {
    let size = u64::from(tools.pipelines.shared(dispatch.pass).workgroup);
    let wanted =
        (u64::from(dispatch.invocations) * u64::from(dispatch.variant.lanes)).div_ceil(size);
    let most = tools.gpu.info().limits.workgroup_count;
    match u32::try_from(wanted) {
        Ok(count) if count <= most => Ok(count),
        _ => Err(EngineError::Device(format!(
            "{} needs {wanted} workgroups, and the device {} runs at most {most} at once: simulate less, or choose another --device",
            dispatch.pass.row().name,
            tools.gpu.info().name
        ))),
    }
}

/// Writes a recording into a command buffer.
struct Writer<'a> {
    raw: vk::CommandBuffer,
    tools: &'a Tools<'a>,
    descriptors: &'a Descriptors,
    /// Current pipeline and set, so that consecutive dispatches of a pass bind once.
    bound: Option<(PassId, Variant, vk::DescriptorSet)>,
}

impl Writer<'_> {
    fn recording(
        &mut self,
        recording: &Recording,
        groups: &[Group],
        barriers: &[usize],
        clock: Option<&Clock>,
    ) {
        self.barrier(&before_all());
        if let Some(clock) = clock {
            clock.reset(self.raw);
        }
        for (index, group) in groups.iter().enumerate() {
            if let Some(clock) = clock {
                clock.before(self.raw, index);
            }
            self.label(group.pass);
            for index in group.commands.clone() {
                if barriers.binary_search(&index).is_ok() {
                    self.barrier(&between());
                }
                self.command(&recording.commands[index]);
            }
            self.end_label(group.pass);
        }
        if let Some(clock) = clock {
            clock.end(self.raw);
        }
        self.barrier(&after_all());
    }

    fn command(&mut self, command: &Command) {
        let device = &self.tools.gpu.device;
        let buffer = |id: &BufferId| self.tools.buffers[id].raw;
        match command {
            Command::Dispatch(dispatch) => self.dispatch(dispatch),
            // SAFETY: the buffer is alive and allows transfers; its size is a multiple of 4.
            Command::Fill { buffer: id, word } => unsafe {
                device.cmd_fill_buffer(self.raw, buffer(id), 0, vk::WHOLE_SIZE, *word);
            },
            Command::Copy { bytes: 0, .. } => {}
            Command::Copy { from, to, bytes } => {
                let region = [vk::BufferCopy::default().size(*bytes)];
                // SAFETY: both buffers are alive, allow transfers, and hold as many bytes (`VulkanEngine::prepare`).
                unsafe { device.cmd_copy_buffer(self.raw, buffer(from), buffer(to), &region) };
            }
        }
    }

    fn dispatch(&mut self, dispatch: &Dispatch) {
        let device = &self.tools.gpu.device;
        let kernel = self.tools.pipelines.shared(dispatch.pass);
        let set = self.descriptors.get(dispatch);
        let wanted = (dispatch.pass, dispatch.variant, set);
        let groups = workgroups(self.tools, dispatch).expect("checked before recording");
        // SAFETY: pipeline, layout and set are alive and belong together; the params have the row's size, which
        // is the layout's range; the number of workgroups is within the device's limit, or written by a pass that respects it.
        unsafe {
            if self.bound != Some(wanted) {
                let pipeline = self.tools.pipelines.get(dispatch.pass, dispatch.variant);
                let point = vk::PipelineBindPoint::COMPUTE;
                device.cmd_bind_pipeline(self.raw, point, pipeline);
                device.cmd_bind_descriptor_sets(self.raw, point, kernel.layout, 0, &[set], &[]);
                self.bound = Some(wanted);
            }
            if !dispatch.params.is_empty() {
                let stage = vk::ShaderStageFlags::COMPUTE;
                device.cmd_push_constants(self.raw, kernel.layout, stage, 0, &dispatch.params);
            }
            match dispatch.workgroups {
                Some(Workgroups { buffer, index }) => {
                    let buffer = self.tools.buffers[&buffer.id()].raw;
                    device.cmd_dispatch_indirect(self.raw, buffer, 12 * u64::from(index));
                }
                None => device.cmd_dispatch(self.raw, groups, 1, 1),
            }
        }
    }

    fn barrier(&self, what: &vk::MemoryBarrier2<'_>) {
        barrier(&self.tools.gpu.device, self.raw, what);
    }

    fn label(&self, pass: Option<PassId>) {
        if let (Some(labels), Some(pass)) = (&self.tools.gpu.labels, pass) {
            let name = CString::new(pass.row().name).unwrap_or_default();
            let label = vk::DebugUtilsLabelEXT::default().label_name(&name);
            // SAFETY: `end_label` ends it.
            unsafe { labels.cmd_begin_debug_utils_label(self.raw, &label) };
        }
    }

    fn end_label(&self, pass: Option<PassId>) {
        if let (Some(labels), Some(_)) = (&self.tools.gpu.labels, pass) {
            // SAFETY: `label` began it.
            unsafe { labels.cmd_end_debug_utils_label(self.raw) };
        }
    }
}
