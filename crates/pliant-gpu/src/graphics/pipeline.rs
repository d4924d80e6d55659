//! Graphics pipelines from embedded SPIR-V and options.

use super::{Format, Graphics, SetLayout};
use crate::Gpu;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// The topology of primitives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Three vertices a triangle.
    Triangles,
    /// A strip of triangles.
    Strip,
    /// Two vertices a line.
    Lines,
}

/// How a colour is blended with the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blend {
    /// It replaces the image's.
    Replace,
    /// Alpha to coverage: it replaces the fraction of the samples that equals its opacity.
    Coverage,
    /// By opacity.
    Over,
    /// By opacity; the colour is premultiplied.
    Premultiplied,
    /// Added.
    Add,
}

/// The use of the depth image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepthUse {
    /// No depth image.
    None,
    /// Depth test; nearer is greater.
    Test,
    /// Depth test and writes; nearer is greater.
    TestWrite,
    /// A shadow map: depth test and writes, nearer is less, with a slope-scaled bias.
    Shadow,
}

/// Options of a pipeline.
pub struct PipelineOptions<'a> {
    /// Name in captures.
    pub name: &'a str,
    /// The vertex shader's path below `shaders/`.
    pub vertex: &'a str,
    /// The fragment shader's path.
    pub fragment: Option<&'a str>,
    /// The fragment shader's specialization constants by their ids.
    pub constants: &'a [(u32, i32)],
    /// The layouts of its sets, in order.
    pub sets: &'a [Arc<SetLayout>],
    /// Bytes of push constants.
    pub push: usize,
    /// The topology of primitives.
    pub topology: Topology,
    /// How colours are blended.
    pub blend: Blend,
    /// The use of the depth image.
    pub depth: DepthUse,
    /// The colour image's format.
    pub color: Option<Format>,
    /// Samples per pixel.
    pub samples: u32,
}

/// A graphics pipeline.
pub struct Pipeline {
    gpu: Arc<Gpu>,
    pub(super) raw: vk::Pipeline,
    pub(super) layout: vk::PipelineLayout,
    pub(super) sets: Vec<Arc<SetLayout>>,
    pub(super) push: usize,
}

impl Pipeline {
    /// Makes a pipeline.
    ///
    /// # Errors
    /// When the device refuses it.
    ///
    /// # Panics
    /// When a shader does not exist: a defect of the caller.
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

/// A shader module, alive while its pipeline is made.
struct Module<'a> {
    gpu: &'a Gpu,
    raw: vk::ShaderModule,
}

impl<'a> Module<'a> {
    fn new(gpu: &'a Gpu, path: &str) -> Result<Self, EngineError> {
        let bytes = pliant_shaders::spirv(path)
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
        // SAFETY: a pipeline does not need its modules after its creation.
        unsafe { self.gpu.device.destroy_shader_module(self.raw, None) };
    }
}

/// State that each draw sets, so that few pipelines serve many draws.
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
    // Shaders read vertices from storage buffers.
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
    // SAFETY: everything that `info` points to lives through the call, and the shaders fit the layout.
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
    let destination = match blend {
        Blend::Add => vk::BlendFactor::ONE,
        _ => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
    };
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(matches!(
            blend,
            Blend::Over | Blend::Premultiplied | Blend::Add
        ))
        .src_color_blend_factor(source)
        .dst_color_blend_factor(destination)
        .src_alpha_blend_factor(vk::BlendFactor::ONE)
        .dst_alpha_blend_factor(destination)
        .color_write_mask(vk::ColorComponentFlags::RGBA)
}
