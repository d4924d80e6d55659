//! Descriptor sets: layouts as data, and sets that own their resources.

use super::{DrawBuffer, Graphics, Image, Sampler};
use crate::Gpu;
use crate::memory::Buffer;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// The type of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A uniform block.
    Uniform,
    /// A storage buffer.
    Storage,
    /// A sampled image with its sampler.
    Texture,
}

impl Kind {
    fn raw(self) -> vk::DescriptorType {
        match self {
            Self::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
            Self::Storage => vk::DescriptorType::STORAGE_BUFFER,
            Self::Texture => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        }
    }
}

/// One binding of a set; its number is its index in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Its type.
    pub kind: Kind,
    /// Vertex shaders read it.
    pub vertex: bool,
    /// Fragment shaders read it.
    pub fragment: bool,
}

/// The layout of a set of bindings.
pub struct SetLayout {
    gpu: Arc<Gpu>,
    pub(super) raw: vk::DescriptorSetLayout,
    slots: Vec<Slot>,
}

impl SetLayout {
    /// Makes a layout.
    ///
    /// # Errors
    /// When the device is out of memory.
    pub fn new(graphics: &Graphics, slots: &[Slot]) -> Result<Arc<Self>, EngineError> {
        let bindings: Vec<_> = slots
            .iter()
            .enumerate()
            .map(|(binding, slot)| {
                let mut stages = vk::ShaderStageFlags::empty();
                if slot.vertex {
                    stages |= vk::ShaderStageFlags::VERTEX;
                }
                if slot.fragment {
                    stages |= vk::ShaderStageFlags::FRAGMENT;
                }
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding as u32)
                    .descriptor_type(slot.kind.raw())
                    .descriptor_count(1)
                    .stage_flags(stages)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let gpu = &graphics.gpu;
        // SAFETY: the device is alive; `drop` destroys the layout.
        let raw = unsafe { gpu.device.create_descriptor_set_layout(&info, None) }
            .map_err(gpu.failed("making a binding layout"))?;
        Ok(Arc::new(Self {
            gpu: Arc::clone(gpu),
            raw,
            slots: slots.to_vec(),
        }))
    }
}

impl Drop for SetLayout {
    fn drop(&mut self) {
        // SAFETY: sets and pipelines of this layout hold it, and frames are waited for.
        unsafe {
            self.gpu
                .device
                .destroy_descriptor_set_layout(self.raw, None);
        }
    }
}

/// A resource to bind.
#[derive(Clone)]
pub enum Resource<'a> {
    /// A buffer of the renderer's.
    Buffer(DrawBuffer),
    /// A buffer of the simulation's.
    Simulated(SimulatedBuffer<'a>),
    /// An image and the sampler that reads it.
    Texture(Arc<Image>, Arc<Sampler>),
}

/// A buffer of an engine, borrowed.
#[derive(Clone, Copy)]
pub struct SimulatedBuffer<'a>(pub(crate) &'a Buffer);

/// A set of resources.
pub struct Bindings<'a> {
    gpu: Arc<Gpu>,
    pool: vk::DescriptorPool,
    pub(super) raw: vk::DescriptorSet,
    pub(super) layout: Arc<SetLayout>,
    _resources: Vec<Resource<'a>>,
}

impl<'a> Bindings<'a> {
    /// Binds a resource to each slot of a layout.
    ///
    /// # Errors
    /// When the device is out of memory.
    ///
    /// # Panics
    /// When resources do not fit the layout: a defect of the caller.
    pub fn new(
        graphics: &Graphics,
        layout: &Arc<SetLayout>,
        resources: Vec<Resource<'a>>,
    ) -> Result<Self, EngineError> {
        assert_eq!(
            resources.len(),
            layout.slots.len(),
            "a resource for each slot"
        );
        let gpu = Arc::clone(&graphics.gpu);
        let pool = pool(&gpu, &layout.slots)?;
        let layouts = [layout.raw];
        let info = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(&layouts);
        // SAFETY: the pool is made for exactly this set.
        let raw = unsafe { gpu.device.allocate_descriptor_sets(&info) }
            // SAFETY: nothing was allocated from the pool.
            .inspect_err(|_| unsafe { gpu.device.destroy_descriptor_pool(pool, None) })
            .map_err(gpu.failed("making bindings"))?[0];
        for (binding, (slot, resource)) in layout.slots.iter().zip(&resources).enumerate() {
            write(&gpu, raw, binding as u32, slot.kind, resource);
        }
        Ok(Self {
            gpu,
            pool,
            raw,
            layout: Arc::clone(layout),
            _resources: resources,
        })
    }
}

impl Drop for Bindings<'_> {
    fn drop(&mut self) {
        // SAFETY: frames are waited for, so no set of the pool is in use.
        unsafe { self.gpu.device.destroy_descriptor_pool(self.pool, None) };
    }
}

fn pool(gpu: &Gpu, slots: &[Slot]) -> Result<vk::DescriptorPool, EngineError> {
    let sizes: Vec<_> = slots
        .iter()
        .map(|slot| {
            vk::DescriptorPoolSize::default()
                .ty(slot.kind.raw())
                .descriptor_count(1)
        })
        .collect();
    let info = vk::DescriptorPoolCreateInfo::default()
        .max_sets(1)
        .pool_sizes(&sizes);
    // SAFETY: the device is alive; `Bindings` destroys the pool.
    unsafe { gpu.device.create_descriptor_pool(&info, None) }.map_err(gpu.failed("making bindings"))
}

fn write(gpu: &Gpu, set: vk::DescriptorSet, binding: u32, kind: Kind, resource: &Resource<'_>) {
    let raw = match resource {
        Resource::Buffer(buffer) => buffer.0.raw,
        Resource::Simulated(buffer) => buffer.0.raw,
        Resource::Texture(..) => vk::Buffer::null(),
    };
    let mut image = vk::DescriptorImageInfo::default();
    if let Resource::Texture(picture, sampler) = resource {
        image = image
            .image_view(picture.view)
            .image_layout(picture.sampled_layout())
            .sampler(sampler.raw);
    }
    let is_texture = matches!(resource, Resource::Texture(..));
    assert_eq!(
        is_texture,
        kind == Kind::Texture,
        "binding {binding} is a {kind:?}"
    );
    let buffers = [vk::DescriptorBufferInfo::default()
        .buffer(raw)
        .range(vk::WHOLE_SIZE)];
    let images = [image];
    let mut write = vk::WriteDescriptorSet::default()
        .dst_set(set)
        .dst_binding(binding)
        .descriptor_type(kind.raw());
    write = if is_texture {
        write.image_info(&images)
    } else {
        write.buffer_info(&buffers)
    };
    // SAFETY: the set is not in use, and its resources live as long as the set.
    unsafe { gpu.device.update_descriptor_sets(&[write], &[]) };
}
