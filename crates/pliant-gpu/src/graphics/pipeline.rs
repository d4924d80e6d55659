//! Graphics pipelines, made of embedded SPIR-V and options.

use super::{Draw, Format, Graphics, SetLayout};
use crate::Gpu;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// What vertices form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Three each.
    Triangles,
    /// A strip of triangles.
    Strip,
    /// Two each.
    Lines,
}

/// How a colour joins what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blend {
    /// It replaces it.
    Replace,
    /// It replaces it in as many samples as its opacity says.
    Coverage,
    /// By its opacity.
    Over,
    /// By its opacity, which is multiplied in already.
    Premultiplied,
    /// They add up.
    Add,
}

/// What depth is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepthUse {
    /// There is no depth image.
    None,
    /// Hidden fragments are dropped; nearer is greater.
    Test,
    /// The same, and depths are written.
    TestWrite,
    /// Depths are written, nearer is less, pushed away by the slope: a shadow map.
    Shadow,
}

/// How to draw.
pub struct PipelineOptions<'a> {
    /// What captures call it.
    pub name: &'a str,
    /// A vertex shader's path under `shaders/`.
    pub vertex: &'a str,
    /// A fragment shader's.
    pub fragment: Option<&'a str>,
    /// The fragment shader's specialization constants by their ids.
    pub constants: &'a [(u32, i32)],
    /// The layouts of its sets, in order.
    pub sets: &'a [Arc<SetLayout>],
    /// Bytes of push constants.
    pub push: usize,
    /// What vertices form.
    pub topology: Topology,
    /// How colours join.
    pub blend: Blend,
    /// What depth is for.
    pub depth: DepthUse,
    /// The colour image's format.
    pub color: Option<Format>,
    /// Samples a pixel.
    pub samples: u32,
}

/// A way to draw.
pub struct Pipeline {
    gpu: Arc<Gpu>,
    pub(super) raw: vk::Pipeline,
    pub(super) layout: vk::PipelineLayout,
    sets: Vec<Arc<SetLayout>>,
    push: usize,
}

impl Pipeline {
    /// Makes a pipeline.
    ///
    /// # Errors
    /// When the device refuses it.
    ///
    /// # Panics
    /// When a shader does not exist: a mistake in our own code.
    pub fn new(graphics: &Graphics, options: &PipelineOptions<'_>) -> Result<Self, EngineError> {
        let gpu = &graphics.gpu;
        let layouts: Vec<_> = options.sets.iter().map(|s| s.raw).collect();
        let push = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT)
            .size(options.push as u32)];
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(&layouts)
            .push_constant_ranges(if options.push > 0 { &push } else { &[] });
        // SAFETY: the set layouts are alive; `drop` destroys the layout.
        let layout = unsafe { gpu.device.create_pipeline_layout(&info, None) }
            .map_err(gpu.failed("making a pipeline layout"))?;
        let mut pipeline = Self {
            gpu: Arc::clone(gpu),
            raw: vk::Pipeline::null(),
            layout,
            sets: options.sets.to_vec(),
            push: options.push,
        };
        let vertex = Module::new(gpu, options.vertex)?;
        let fragment = options
            .fragment
            .map(|path| Module::new(gpu, path))
            .transpose()?;
        pipeline.raw = build(gpu, options, layout, &vertex, fragment.as_ref())?;
        gpu.name(pipeline.raw, options.name);
        Ok(pipeline)
    }

    /// Panics unless a draw fits: what it binds, pushes and indexes is what the pipeline was made for.
    pub(super) fn check(&self, draw: &Draw<'_>) {
        assert_eq!(draw.sets.len(), self.sets.len(), "a set for each layout");
        for (set, layout) in draw.sets.iter().zip(&self.sets) {
            assert!(Arc::ptr_eq(&set.layout, layout), "sets of their layouts");
        }
        assert_eq!(draw.push.len(), self.push, "push constants of their size");
        if let Some(indices) = draw.indices {
            let end = 4 * (u64::from(indices.first) + u64::from(draw.count));
            assert!(end <= indices.buffer.bytes(), "indices inside their buffer");
        }
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        // SAFETY: frames are waited for, so the pipeline is not in use.
        unsafe {
            self.gpu.device.destroy_pipeline(self.raw, None);
            self.gpu.device.destroy_pipeline_layout(self.layout, None);
        }
    }
}

/// A shader while its pipeline is made.
struct Module<'a> {
    gpu: &'a Gpu,
    raw: vk::ShaderModule,
}

impl<'a> Module<'a> {
    fn new(gpu: &'a Gpu, path: &str) -> Result<Self, EngineError> {
        let bytes = pliant_kernels::spirv(path)
            .unwrap_or_else(|| panic!("there is no shader shaders/{path}"));
        let words: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
            .collect();
        let info = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: the SPIR-V was compiled for Vulkan 1.3; `drop` destroys the module.
        let raw = unsafe { gpu.device.create_shader_module(&info, None) }
            .map_err(gpu.failed("loading a shader"))?;
        Ok(Self { gpu, raw })
    }

    fn stage(&self, stage: vk::ShaderStageFlags) -> vk::PipelineShaderStageCreateInfo<'_> {
        vk::PipelineShaderStageCreateInfo::default()
            .stage(stage)
            .module(self.raw)
            .name(c"main")
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: pipelines do not need their modules once they are made.
        unsafe { self.gpu.device.destroy_shader_module(self.raw, None) };
    }
}

/// What draws set themselves, so that few pipelines do for many draws.
const DYNAMIC: [vk::DynamicState; 4] = [
    vk::DynamicState::VIEWPORT,
    vk::DynamicState::SCISSOR,
    vk::DynamicState::CULL_MODE,
    vk::DynamicState::FRONT_FACE,
];

fn topology(topology: Topology) -> vk::PrimitiveTopology {
    match topology {
        Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
        Topology::Strip => vk::PrimitiveTopology::TRIANGLE_STRIP,
        Topology::Lines => vk::PrimitiveTopology::LINE_LIST,
    }
}

fn build(
    gpu: &Gpu,
    options: &PipelineOptions<'_>,
    layout: vk::PipelineLayout,
    vertex: &Module<'_>,
    fragment: Option<&Module<'_>>,
) -> Result<vk::Pipeline, EngineError> {
    let (entries, values) = specialization(options.constants);
    let constants = vk::SpecializationInfo::default()
        .map_entries(&entries)
        .data(&values);
    let mut stages = vec![vertex.stage(vk::ShaderStageFlags::VERTEX)];
    stages.extend(fragment.map(|f| {
        f.stage(vk::ShaderStageFlags::FRAGMENT)
            .specialization_info(&constants)
    }));
    // Shaders fetch vertices themselves.
    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default();
    let assembly =
        vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology(options.topology));
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewport_count(1)
        .scissor_count(1);
    let shadow = options.depth == DepthUse::Shadow;
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .line_width(1.0)
        .depth_bias_enable(shadow)
        .depth_bias_constant_factor(1.0)
        .depth_bias_slope_factor(1.75);
    let multisample = vk::PipelineMultisampleStateCreateInfo::default()
        .rasterization_samples(vk::SampleCountFlags::from_raw(options.samples))
        .alpha_to_coverage_enable(options.blend == Blend::Coverage);
    let depth = depth_state(options.depth);
    let attachments = [blend_state(options.blend)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default()
        .attachments(&attachments[..usize::from(options.color.is_some())]);
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&DYNAMIC);
    let formats: Vec<_> = options.color.iter().map(|f| f.raw()).collect();
    let mut rendering =
        vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
    if options.depth != DepthUse::None {
        rendering = rendering.depth_attachment_format(Format::Depth.raw());
    }
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertex_input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&multisample)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(layout)
        .push_next(&mut rendering);
    // SAFETY: all that `info` points to lives through the call, and the shaders fit the layout.
    let made = unsafe {
        gpu.device
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    match made {
        Ok(pipelines) => Ok(pipelines[0]),
        Err((_, result)) => Err(gpu.failed("making a pipeline")(result)),
    }
}

fn specialization(constants: &[(u32, i32)]) -> (Vec<vk::SpecializationMapEntry>, Vec<u8>) {
    let entries = constants
        .iter()
        .enumerate()
        .map(|(i, (id, _))| vk::SpecializationMapEntry {
            constant_id: *id,
            offset: 4 * i as u32,
            size: 4,
        })
        .collect();
    let values = constants
        .iter()
        .flat_map(|(_, value)| value.to_ne_bytes())
        .collect();
    (entries, values)
}

fn depth_state(depth: DepthUse) -> vk::PipelineDepthStencilStateCreateInfo<'static> {
    vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(depth != DepthUse::None)
        .depth_write_enable(matches!(depth, DepthUse::TestWrite | DepthUse::Shadow))
        .depth_compare_op(if depth == DepthUse::Shadow {
            vk::CompareOp::LESS_OR_EQUAL
        } else {
            vk::CompareOp::GREATER_OR_EQUAL
        })
}

fn blend_state(blend: Blend) -> vk::PipelineColorBlendAttachmentState {
    let source = match blend {
        Blend::Premultiplied | Blend::Add => vk::BlendFactor::ONE,
        _ => vk::BlendFactor::SRC_ALPHA,
    };
    let kept = match blend {
        Blend::Add => vk::BlendFactor::ONE,
        _ => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
    };
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(matches!(
            blend,
            Blend::Over | Blend::Premultiplied | Blend::Add
        ))
        .src_color_blend_factor(source)
        .dst_color_blend_factor(kept)
        .src_alpha_blend_factor(vk::BlendFactor::ONE)
        .dst_alpha_blend_factor(kept)
        .color_write_mask(vk::ColorComponentFlags::RGBA)
}
