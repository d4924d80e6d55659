//! Compute pipelines of passes: one for each variant, and only where shader and row of the pass table agree.

use crate::device::Gpu;
use ash::vk;
use pliant_passes::pass::Slot;
use pliant_passes::{EngineError, Pass, PassId, Variant};
use pliant_shaders::{check, pass_spirv, reflect};
use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::Arc;

const ENTRY: &CStr = c"main";

/// The objects that all pipelines of a pass share.
pub(crate) struct Kernel {
    pub(crate) set_layout: vk::DescriptorSetLayout,
    pub(crate) layout: vk::PipelineLayout,
    /// Invocations in a workgroup.
    pub(crate) workgroup: u32,
    /// Whether it reads fetched slots as texels.
    texels: bool,
    module: vk::ShaderModule,
}

impl Kernel {
    /// The descriptor type of a slot.
    pub(crate) fn descriptor(&self, slot: &Slot) -> vk::DescriptorType {
        if self.texels && slot.fetched {
            vk::DescriptorType::UNIFORM_TEXEL_BUFFER
        } else {
            vk::DescriptorType::STORAGE_BUFFER
        }
    }
}

/// The cache of pipelines.
pub(crate) struct Pipelines {
    /// Whether fetched slots are read as texels.
    pub(crate) texels: bool,
    gpu: Arc<Gpu>,
    cache: vk::PipelineCache,
    kernels: HashMap<PassId, Kernel>,
    pipelines: HashMap<(PassId, Variant), vk::Pipeline>,
}

impl Pipelines {
    pub(crate) fn new(gpu: &Arc<Gpu>) -> Result<Self, EngineError> {
        // SAFETY: the device is alive; `drop` destroys the cache.
        let cache = unsafe {
            gpu.device
                .create_pipeline_cache(&vk::PipelineCacheCreateInfo::default(), None)
        }
        .map_err(gpu.failed("making a pipeline cache"))?;
        Ok(Self {
            texels: gpu.texels,
            gpu: Arc::clone(gpu),
            cache,
            kernels: HashMap::new(),
            pipelines: HashMap::new(),
        })
    }

    /// Makes the pipeline of a pass in a variant, unless it exists.
    pub(crate) fn ensure(&mut self, pass: PassId, variant: Variant) -> Result<(), EngineError> {
        if self.pipelines.contains_key(&(pass, variant)) {
            return Ok(());
        }
        if !self.kernels.contains_key(&pass) {
            let kernel = self.kernel(pass.row())?;
            self.kernels.insert(pass, kernel);
        }
        let pipeline = self.pipeline(pass, variant)?;
        self.gpu.name(pipeline, pass.row().name);
        self.pipelines.insert((pass, variant), pipeline);
        Ok(())
    }

    /// The shared objects of the pipelines of a pass, after [`Self::ensure`].
    pub(crate) fn shared(&self, pass: PassId) -> &Kernel {
        &self.kernels[&pass]
    }

    /// The pipeline of a pass, after [`Self::ensure`].
    pub(crate) fn get(&self, pass: PassId, variant: Variant) -> vk::Pipeline {
        self.pipelines[&(pass, variant)]
    }

    fn kernel(&self, row: &Pass) -> Result<Kernel, EngineError> {
        let wrong = |what: String| EngineError::Device(format!("{}: {what}", row.name));
        let shader = reflect(pass_spirv(row, self.texels)).map_err(wrong)?;
        check(row, &shader, self.texels).map_err(|e| EngineError::Device(e.to_string()))?;
        let most = self.gpu.info().limits.push_constants;
        if row.params.size > most as usize {
            return Err(wrong(format!(
                "{} bytes of params, and the device allows {most}",
                row.params.size
            )));
        }
        let mut kernel = Kernel {
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            module: vk::ShaderModule::null(),
            texels: self.texels,
            workgroup: shader.workgroup,
        };
        let made = self.fill(&mut kernel, row);
        made.inspect_err(|_| self.destroy(&kernel))
            .map_err(self.gpu.failed(row.name))?;
        Ok(kernel)
    }

    fn fill(&self, kernel: &mut Kernel, row: &Pass) -> Result<(), vk::Result> {
        let bindings: Vec<_> = (0..)
            .zip(row.slots)
            .map(|(binding, slot)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(kernel.descriptor(slot))
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let params = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(row.params.size as u32)];
        let params = if row.params.size == 0 {
            &[]
        } else {
            &params[..]
        };
        let words: Vec<u32> = pass_spirv(row, self.texels)
            .chunks_exact(4)
            .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
            .collect();
        let device = &self.gpu.device;
        // SAFETY: the structures live through the calls, and the build script compiled the code; `destroy` ends all three.
        unsafe {
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            kernel.set_layout = device.create_descriptor_set_layout(&info, None)?;
            let layouts = [kernel.set_layout];
            let info = vk::PipelineLayoutCreateInfo::default()
                .set_layouts(&layouts)
                .push_constant_ranges(params);
            kernel.layout = device.create_pipeline_layout(&info, None)?;
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            kernel.module = device.create_shader_module(&info, None)?;
        }
        Ok(())
    }

    fn pipeline(&self, pass: PassId, variant: Variant) -> Result<vk::Pipeline, EngineError> {
        let kernel = self.shared(pass);
        let entry = vk::SpecializationMapEntry::default().size(4);
        let entries = [entry, entry.constant_id(1).offset(4)];
        let constants = [variant.lanes, variant.features];
        let constants = vk::SpecializationInfo::default()
            .map_entries(&entries)
            .data(bytemuck::bytes_of(&constants));
        let subgroup = &self.gpu.info().subgroup;
        let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default()
            .required_subgroup_size(subgroup.size);
        let mut stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(kernel.module)
            .name(ENTRY)
            .specialization_info(&constants);
        // Lanes that share an item sum over their subgroup: it must be full and have the reported size.
        if variant.lanes > 1 && self.gpu.full_subgroups {
            stage = stage.flags(vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS);
            if subgroup.min < subgroup.max {
                stage = stage.push_next(&mut size);
            }
        }
        let info = [vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(kernel.layout)];
        // SAFETY: module and layout are alive, and all structures live through the call.
        let made = unsafe {
            self.gpu
                .device
                .create_compute_pipelines(self.cache, &info, None)
        };
        made.map(|pipelines| pipelines[0])
            .map_err(|(_, result)| self.gpu.failed(pass.row().name)(result))
    }

    fn destroy(&self, kernel: &Kernel) {
        let device = &self.gpu.device;
        // SAFETY: no pipeline of it runs; null handles are ignored.
        unsafe {
            device.destroy_shader_module(kernel.module, None);
            device.destroy_pipeline_layout(kernel.layout, None);
            device.destroy_descriptor_set_layout(kernel.set_layout, None);
        }
    }
}

impl Drop for Pipelines {
    fn drop(&mut self) {
        // SAFETY: programs that use them are dropped before, and none runs.
        unsafe {
            for pipeline in self.pipelines.values() {
                self.gpu.device.destroy_pipeline(*pipeline, None);
            }
            self.gpu.device.destroy_pipeline_cache(self.cache, None);
        }
        for kernel in self.kernels.values() {
            self.destroy(kernel);
        }
    }
}
