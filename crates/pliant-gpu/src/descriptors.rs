//! The descriptor sets of a recording: one for each pass with the buffers it is given.

use crate::device::Gpu;
use crate::memory::Buffer;
use crate::pipeline::Pipelines;
use ash::vk;
use pliant_kernels::{BufferId, Command, Dispatch, EngineError, PassId, Recording};
use std::collections::HashMap;
use std::sync::Arc;

/// A pool of exactly the sets that a recording needs.
pub(crate) struct Descriptors {
    gpu: Arc<Gpu>,
    pool: vk::DescriptorPool,
    sets: HashMap<(PassId, Vec<BufferId>), vk::DescriptorSet>,
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
            .map_err(gpu.failed("making descriptor sets"))?;
        for ((_, ids), set) in &all.sets {
            all.write(*set, ids, buffers);
        }
        Ok(all)
    }

    /// The set of a dispatch of the recording.
    pub(crate) fn get(&self, dispatch: &Dispatch) -> vk::DescriptorSet {
        // A key borrowed from the dispatch would need a type of its own; recording is not a hot path.
        self.sets[&(dispatch.pass, dispatch.buffers.clone())]
    }

    fn make_pool(&mut self) -> Result<(), vk::Result> {
        let count: usize = self.sets.keys().map(|(_, ids)| ids.len()).sum();
        let sizes = [vk::DescriptorPoolSize::default()
            .ty(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(count.max(1) as u32)];
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
            // SAFETY: the pool has room for every set, and the layout is alive.
            *set = unsafe { self.gpu.device.allocate_descriptor_sets(&info) }?[0];
        }
        Ok(())
    }

    fn write(&self, set: vk::DescriptorSet, ids: &[BufferId], buffers: &HashMap<BufferId, Buffer>) {
        let ranges: Vec<_> = ids
            .iter()
            .map(|id| {
                [vk::DescriptorBufferInfo::default()
                    .buffer(buffers[id].raw)
                    .range(vk::WHOLE_SIZE)]
            })
            .collect();
        let writes: Vec<_> = (0..)
            .zip(&ranges)
            .map(|(binding, range)| {
                vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .buffer_info(range)
            })
            .collect();
        // SAFETY: set and buffers are alive, and the set is not in use yet.
        unsafe { self.gpu.device.update_descriptor_sets(&writes, &[]) };
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        // SAFETY: the program that uses the sets does not run; a null pool is ignored.
        unsafe { self.gpu.device.destroy_descriptor_pool(self.pool, None) };
    }
}

/// The dispatches of a recording, in order.
pub(crate) fn dispatches(recording: &Recording) -> impl Iterator<Item = &Dispatch> {
    recording.commands.iter().filter_map(|c| match c {
        Command::Dispatch(dispatch) => Some(dispatch),
        _ => None,
    })
}
