//! Properties of devices, and whether Pliant can run on them.

use crate::error::Error;
use crate::instance::{Instance, version_text};
use ash::vk;
use pliant_passes::PASSES;
use serde::Serialize;
use std::ffi::{CStr, c_char};

/// The kind of a device, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A graphics card.
    Discrete,
    /// A GPU on the chip of the processor.
    Integrated,
    /// A virtual GPU of a virtual machine.
    Virtual,
    /// A software driver.
    Cpu,
    /// Something else.
    Other,
}

/// Subgroup properties of a device.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Subgroup {
    /// Invocations in a subgroup.
    pub size: u32,
    /// Smallest size that a pipeline can require.
    pub min: u32,
    /// Largest size that a pipeline can require.
    pub max: u32,
    /// Supported operations in compute shaders.
    pub operations: Vec<&'static str>,
}

/// The limits that matter to Pliant.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Limits {
    /// Most invocations in a workgroup.
    pub workgroup_invocations: u32,
    /// Most workgroups in a dispatch.
    pub workgroup_count: u32,
    /// Most bytes of a storage buffer.
    pub storage_buffer_range: u32,
    /// Most texels of a buffer.
    pub texels: u32,
    /// Most storage buffers in a pass.
    pub storage_buffers: u32,
    /// Most bytes of push constants.
    pub push_constants: u32,
    /// Nanoseconds per timestamp tick.
    pub timestamp_period: f32,
    /// Valid bits of a timestamp; 0 without timestamps.
    pub timestamp_bits: u32,
}

impl Limits {
    /// Whether a buffer of any size can be read as texels of one word.
    pub(crate) fn whole_buffers_of_texels(&self) -> bool {
        self.texels >= self.storage_buffer_range / 4
    }
}

/// A heap of memory.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Heap {
    /// Size, bytes.
    pub bytes: u64,
    /// Whether it is local to the device.
    pub device_local: bool,
}

/// A device as `pliant devices` shows it.
#[derive(Debug, Clone, Serialize)]
pub struct DeviceInfo {
    /// Index in the list; `--device` accepts it.
    pub index: usize,
    /// Name; `--device` accepts a part of it.
    pub name: String,
    /// Kind.
    pub kind: DeviceKind,
    /// Driver.
    pub driver: String,
    /// Version of the driver.
    pub driver_version: String,
    /// Supported version of Vulkan.
    pub api: String,
    /// Subgroup properties.
    pub subgroup: Subgroup,
    /// Limits.
    pub limits: Limits,
    /// Memory heaps.
    pub heaps: Vec<Heap>,
    /// Why Pliant cannot run on it; `None` where it can.
    pub problem: Option<String>,
}

/// Describes every Vulkan device.
///
/// # Errors
/// When Vulkan can't be loaded or has no driver.
pub fn devices() -> Result<Vec<DeviceInfo>, Error> {
    let instance = Instance::open(false, None)?;
    Ok(Candidate::all(&instance)?
        .into_iter()
        .map(|c| c.info)
        .collect())
}

/// A device that can be opened.
pub(crate) struct Candidate {
    pub(crate) raw: vk::PhysicalDevice,
    pub(crate) info: DeviceInfo,
    /// The queue family to use: one with compute and graphics if there is one, else one with compute.
    pub(crate) family: u32,
    /// Whether that family supports graphics.
    pub(crate) draws: bool,
}

impl Candidate {
    pub(crate) fn all(instance: &Instance) -> Result<Vec<Self>, Error> {
        // SAFETY: the instance is alive.
        let found = unsafe { instance.raw.enumerate_physical_devices() }
            .map_err(Error::vulkan("Vulkan devices can't be listed"))?;
        if found.is_empty() {
            return Err(Error::NoDriver);
        }
        Ok(found
            .into_iter()
            .enumerate()
            .map(|(index, raw)| Self::inspect(&instance.raw, raw, index))
            .collect())
    }

    fn inspect(instance: &ash::Instance, raw: vk::PhysicalDevice, index: usize) -> Self {
        // SAFETY: `raw` is a device of `instance`, here and below.
        let (basic, memory, families) = unsafe {
            (
                instance.get_physical_device_properties(raw),
                instance.get_physical_device_memory_properties(raw),
                instance.get_physical_device_queue_family_properties(raw),
            )
        };
        let family = queue_family(&families);
        let timestamp_bits = family.map_or(0, |f| families[f as usize].timestamp_valid_bits);
        let mut info = DeviceInfo {
            index,
            name: text(&basic.device_name),
            kind: kind(basic.device_type),
            driver: String::new(),
            driver_version: basic.driver_version.to_string(),
            api: version_text(basic.api_version),
            subgroup: Subgroup::default(),
            limits: limits(&basic.limits, timestamp_bits),
            heaps: heaps(&memory),
            problem: None,
        };
        info.problem = if basic.api_version < vk::API_VERSION_1_3 {
            Some(format!(
                "it offers Vulkan {}, and 1.3 is needed (a newer driver may offer it)",
                info.api
            ))
        } else {
            describe(instance, raw, &mut info);
            missing(instance, raw, &info, family.is_some())
        };
        Self {
            raw,
            info,
            family: family.unwrap_or(0),
            draws: family.is_some_and(|f| {
                families[f as usize]
                    .queue_flags
                    .contains(vk::QueueFlags::GRAPHICS)
            }),
        }
    }
}

/// Fills in the properties that only Vulkan 1.3 devices report.
fn describe(instance: &ash::Instance, raw: vk::PhysicalDevice, info: &mut DeviceInfo) {
    let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Properties::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Properties::default();
    let mut all = vk::PhysicalDeviceProperties2::default()
        .push_next(&mut v11)
        .push_next(&mut v12)
        .push_next(&mut v13);
    // SAFETY: the device offers Vulkan 1.3, which knows these structures.
    unsafe { instance.get_physical_device_properties2(raw, &mut all) };
    info.driver = text(&v12.driver_name);
    let version = text(&v12.driver_info);
    if !version.is_empty() {
        info.driver_version = version;
    }
    info.subgroup = Subgroup {
        size: v11.subgroup_size,
        min: v13.min_subgroup_size,
        max: v13.max_subgroup_size,
        operations: if v11
            .subgroup_supported_stages
            .contains(vk::ShaderStageFlags::COMPUTE)
        {
            operations(v11.subgroup_supported_operations)
        } else {
            Vec::new()
        },
    };
}

/// The required features that the device lacks, as a message.
fn missing(
    instance: &ash::Instance,
    raw: vk::PhysicalDevice,
    info: &DeviceInfo,
    computes: bool,
) -> Option<String> {
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut all = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut v12)
        .push_next(&mut v13);
    // SAFETY: the device offers Vulkan 1.3, which knows these structures.
    unsafe { instance.get_physical_device_features2(raw, &mut all) };
    let most_slots = PASSES.iter().map(|p| p.slots.len()).max().unwrap_or(0);
    let subgroup = |wanted| info.subgroup.operations.contains(&wanted);
    let needs = [
        (computes, "a compute queue"),
        (v12.scalar_block_layout == vk::TRUE, "scalarBlockLayout"),
        (v13.synchronization2 == vk::TRUE, "synchronization2"),
        (v13.dynamic_rendering == vk::TRUE, "dynamicRendering"),
        (subgroup("basic"), "subgroup operations in compute shaders"),
        (
            subgroup("arithmetic"),
            "subgroup arithmetic in compute shaders",
        ),
        (
            info.limits.workgroup_invocations >= 256,
            "workgroups of 256 invocations",
        ),
        (
            info.limits.storage_buffers as usize >= most_slots,
            "enough storage buffers in a pass",
        ),
    ];
    let lacks: Vec<&str> = needs
        .iter()
        .filter(|(has, _)| !has)
        .map(|(_, what)| *what)
        .collect();
    (!lacks.is_empty()).then(|| format!("it lacks {}", lacks.join(", ")))
}

/// A queue family with compute and graphics, else one with compute.
fn queue_family(families: &[vk::QueueFamilyProperties]) -> Option<u32> {
    let with = |flags| families.iter().position(|f| f.queue_flags.contains(flags));
    with(vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE)
        .or_else(|| with(vk::QueueFlags::COMPUTE))
        .and_then(|f| u32::try_from(f).ok())
}

fn kind(raw: vk::PhysicalDeviceType) -> DeviceKind {
    match raw {
        vk::PhysicalDeviceType::DISCRETE_GPU => DeviceKind::Discrete,
        vk::PhysicalDeviceType::INTEGRATED_GPU => DeviceKind::Integrated,
        vk::PhysicalDeviceType::VIRTUAL_GPU => DeviceKind::Virtual,
        vk::PhysicalDeviceType::CPU => DeviceKind::Cpu,
        _ => DeviceKind::Other,
    }
}

fn limits(raw: &vk::PhysicalDeviceLimits, timestamp_bits: u32) -> Limits {
    Limits {
        workgroup_invocations: raw
            .max_compute_work_group_invocations
            .min(raw.max_compute_work_group_size[0]),
        workgroup_count: raw.max_compute_work_group_count[0],
        storage_buffer_range: raw.max_storage_buffer_range,
        texels: raw.max_texel_buffer_elements,
        storage_buffers: raw.max_per_stage_descriptor_storage_buffers,
        push_constants: raw.max_push_constants_size,
        timestamp_period: raw.timestamp_period,
        timestamp_bits,
    }
}

fn heaps(memory: &vk::PhysicalDeviceMemoryProperties) -> Vec<Heap> {
    memory
        .memory_heaps_as_slice()
        .iter()
        .map(|h| Heap {
            bytes: h.size,
            device_local: h.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL),
        })
        .collect()
}

fn operations(flags: vk::SubgroupFeatureFlags) -> Vec<&'static str> {
    [
        (vk::SubgroupFeatureFlags::BASIC, "basic"),
        (vk::SubgroupFeatureFlags::VOTE, "vote"),
        (vk::SubgroupFeatureFlags::ARITHMETIC, "arithmetic"),
        (vk::SubgroupFeatureFlags::BALLOT, "ballot"),
        (vk::SubgroupFeatureFlags::SHUFFLE, "shuffle"),
        (
            vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE,
            "shuffle relative",
        ),
        (vk::SubgroupFeatureFlags::CLUSTERED, "clustered"),
        (vk::SubgroupFeatureFlags::QUAD, "quad"),
    ]
    .into_iter()
    .filter(|(flag, _)| flags.contains(*flag))
    .map(|(_, name)| name)
    .collect()
}

fn text(raw: &[c_char]) -> String {
    let bytes: &[u8] = bytemuck::cast_slice(raw);
    CStr::from_bytes_until_nul(bytes)
        .map(|c| c.to_string_lossy().into_owned())
        .unwrap_or_default()
}
