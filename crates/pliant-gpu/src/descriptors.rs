//! The descriptor sets of a recording: one for each combination of a pass and its buffers.

use crate::device::Gpu;
use crate::memory::Buffer;
use crate::pipeline::Pipelines;
use ash::vk;
use pliant_passes::pass::Slot;
use pliant_passes::{BufferId, Command, Dispatch, EngineError, PassId, Recording};
use std::collections::HashMap;
use std::sync::Arc;

/// A pool of the sets that a recording needs, and views of the buffers that are read as texels.
pub(crate) struct Descriptors {
    gpu: Arc<Gpu>,
    pool: vk::DescriptorPool,
    sets: HashMap<(PassId, Vec<BufferId>), vk::DescriptorSet>,
    views: HashMap<(BufferId, vk::Format), vk::BufferView>,
}

impl Descriptors {
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        recording: &Recording,
        pipelines: &Pipelines,
        buffers: &HashMap<BufferId, Buffer>,
    ) -> Result<Self, EngineError> {
        let mut all = Self {
            gpu: Arc::clone(gpu),
            pool: vk::DescriptorPool::null(),
            sets: HashMap::new(),
            views: HashMap::new(),
        };
        for dispatch in dispatches(recording) {
            let key = (dispatch.pass, dispatch.buffers.clone());
            all.sets.insert(key, vk::DescriptorSet::null());
        }
        if all.sets.is_empty() {
            return Ok(all);
        }
        all.make_pool()
            .and_then(|()| all.make_sets(pipelines))
            .and_then(|()| all.make_views(pipelines, buffers))
            .map_err(gpu.failed("making descriptor sets"))?;
        for ((pass, ids), set) in &all.sets {
            all.write(*set, *pass, ids, pipelines, buffers);
        }
        Ok(all)
    }

    /// The set of a dispatch of the recording.
    pub(crate) fn get(&self, dispatch: &Dispatch) -> vk::DescriptorSet {
        // The key is cloned: a borrowed key needs a type of its own, and recording is not time-critical.
        self.sets[&(dispatch.pass, dispatch.buffers.clone())]
    }

    fn make_pool(&mut self) -> Result<(), vk::Result> {
        let slots = || self.sets.keys().flat_map(|(pass, _)| pass.row().slots);
        let fetched = slots().filter(|s| s.fetched).count();
        let size = |kind, count: usize| {
            vk::DescriptorPoolSize::default()
                .ty(kind)
                .descriptor_count(count.max(1) as u32)
        };
        let sizes = [
            size(vk::DescriptorType::STORAGE_BUFFER, slots().count()),
            size(vk::DescriptorType::UNIFORM_TEXEL_BUFFER, fetched),
        ];
        let info = vk::DescriptorPoolCreateInfo::default()
            .max_sets(self.sets.len() as u32)
            .pool_sizes(&sizes);
        // SAFETY: the device is alive; `drop` destroys the pool.
        self.pool = unsafe { self.gpu.device.create_descriptor_pool(&info, None) }?;
        Ok(())
    }

    fn make_sets(&mut self, pipelines: &Pipelines) -> Result<(), vk::Result> {
        for ((pass, _), set) in &mut self.sets {
            let layouts = [pipelines.shared(*pass).set_layout];
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(self.pool)
                .set_layouts(&layouts);
            // SAFETY: the pool is large enough for every set, and the layout is alive.
            *set = unsafe { self.gpu.device.allocate_descriptor_sets(&info) }?[0];
        }
        Ok(())
    }

    fn make_views(
        &mut self,
        pipelines: &Pipelines,
        buffers: &HashMap<BufferId, Buffer>,
    ) -> Result<(), vk::Result> {
        for (pass, ids) in self.sets.keys() {
            let kernel = pipelines.shared(*pass);
            for (slot, id) in pass.row().slots.iter().zip(ids) {
                let key = (*id, texel(slot));
                let wanted = kernel.descriptor(slot) == vk::DescriptorType::UNIFORM_TEXEL_BUFFER;
                if !wanted || self.views.contains_key(&key) {
                    continue;
                }
                let info = vk::BufferViewCreateInfo::default()
                    .buffer(buffers[id].raw)
                    .format(key.1)
                    .range(vk::WHOLE_SIZE);
                // SAFETY: the buffer is alive and allows such views; `drop` destroys the view.
                let view = unsafe { self.gpu.device.create_buffer_view(&info, None) }?;
                self.views.insert(key, view);
            }
        }
        Ok(())
    }

    fn write(
        &self,
        set: vk::DescriptorSet,
        pass: PassId,
        ids: &[BufferId],
        pipelines: &Pipelines,
        buffers: &HashMap<BufferId, Buffer>,
    ) {
        let kernel = pipelines.shared(pass);
        let slots = || pass.row().slots.iter().zip(ids);
        let ranges: Vec<_> = slots()
            .map(|(_, id)| {
                [vk::DescriptorBufferInfo::default()
                    .buffer(buffers[id].raw)
                    .range(vk::WHOLE_SIZE)]
            })
            .collect();
        let views: Vec<_> = slots()
            .map(|(slot, id)| self.views.get(&(*id, texel(slot))).copied())
            .map(|view| [view.unwrap_or_default()])
            .collect();
        let writes: Vec<_> = (0..)
            .zip(pass.row().slots)
            .zip(ranges.iter().zip(&views))
            .map(|((binding, slot), (range, view))| {
                let kind = kernel.descriptor(slot);
                let write = vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding)
                    .descriptor_type(kind);
                match kind {
                    vk::DescriptorType::UNIFORM_TEXEL_BUFFER => write.texel_buffer_view(view),
                    _ => write.buffer_info(range),
                }
            })
            .collect();
        // SAFETY: set, buffers and views are alive, and the set is not in use yet.
        unsafe { self.gpu.device.update_descriptor_sets(&writes, &[]) };
    }
}

/// The texel format of a fetched slot; every Vulkan device supports these.
fn texel(slot: &Slot) -> vk::Format {
    match (slot.glsl, slot.stride) {
        ("vec4", _) => vk::Format::R32G32B32A32_SFLOAT,
        ("vec2", _) => vk::Format::R32G32_SFLOAT,
        ("float", _) => vk::Format::R32_SFLOAT,
        (_, 4) => vk::Format::R32_UINT,
        (_, 8) => vk::Format::R32G32_UINT,
        _ => vk::Format::R32G32B32A32_UINT,
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        // SAFETY: the program that uses the sets does not run; a null pool is ignored.
        unsafe {
            self.gpu.device.destroy_descriptor_pool(self.pool, None);
            for view in self.views.values() {
                self.gpu.device.destroy_buffer_view(*view, None);
            }
        }
    }
}

/// The dispatches of a recording, in order.
pub(crate) fn dispatches(recording: &Recording) -> impl Iterator<Item = &Dispatch> {
    recording.commands.iter().filter_map(|c| match c {
        Command::Dispatch(dispatch) => Some(dispatch),
        _ => None,
    })
}
