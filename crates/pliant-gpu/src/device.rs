//! Opens a device: selection, features, queue, allocator.

use crate::budget::Budget;
use crate::choose::{best, find};
use crate::error::Error;
use crate::info::{Candidate, DeviceInfo, DeviceKind};
use crate::instance::Instance;
use crate::messages::Messages;
use ash::{ext, khr, vk};
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};
use gpu_allocator::{AllocationSizes, AllocatorDebugSettings};
use pliant_passes::EngineError;
use raw_window_handle::RawDisplayHandle;
use std::ffi::{CStr, CString};
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Which device to open, and how.
#[derive(Debug, Clone, Default)]
pub struct DeviceOptions {
    /// An index or part of a name from [`crate::devices`]; the best device where there is none.
    pub selector: Option<String>,
    /// Run under the Khronos validation layer, with synchronization checks.
    pub validate: bool,
    /// The display of the windows, where there are any.
    pub window: Option<RawDisplayHandle>,
    /// Most bytes of device memory to use; without it, a fraction of the device's memory.
    pub budget: Option<u64>,
}

/// An open device. Everything made from it holds it by `Arc`.
#[allow(dead_code, reason = "drawing reads what computing does not")]
pub struct Gpu {
    pub(crate) device: ash::Device,
    pub(crate) physical: vk::PhysicalDevice,
    /// Enabled optional features.
    pub(crate) features: vk::PhysicalDeviceFeatures,
    pub(crate) family: u32,
    /// Whether the queue supports graphics.
    pub(crate) draws: bool,
    /// Whether pipelines can require full subgroups of one size.
    pub(crate) full_subgroups: bool,
    /// Whether fetched slots are read as texels. Software drivers are faster so, see shaders/include/pass.glsl; graphics cards read
    /// storage buffers as fast, and some allow only few texels.
    pub(crate) texels: bool,
    pub(crate) labels: Option<ext::debug_utils::Device>,
    pub(crate) budget: Budget,
    queue: Mutex<vk::Queue>,
    allocator: ManuallyDrop<Mutex<Allocator>>,
    info: DeviceInfo,
    // Last, so that it is dropped last.
    pub(crate) instance: Instance,
}

impl Gpu {
    /// Opens the requested device, or the best one.
    ///
    /// # Errors
    /// When Vulkan is missing, or no device is suitable.
    pub fn open(options: &DeviceOptions) -> Result<Arc<Self>, Error> {
        let instance = Instance::open(options.validate, options.window)?;
        let window = options.window.is_some();
        let chosen = match options.selector.as_deref() {
            Some(selector) => find(Candidate::all(&instance)?, selector)?,
            None => best(Candidate::all(&instance)?, window)?,
        };
        let plan = Plan::new(&instance, &chosen, window)?;
        let device = plan.open(&instance, &chosen)?;
        // SAFETY: the device was made with one queue of this family.
        let queue = unsafe { device.get_device_queue(chosen.family, 0) };
        let allocator = allocator(&instance, &device, chosen.raw)
            // SAFETY: nothing was made from the device yet.
            .inspect_err(|_| unsafe { device.destroy_device(None) })?;
        tracing::debug!("device {}: {}", chosen.info.index, chosen.info.name);
        Ok(Arc::new(Self {
            labels: instance
                .named
                .then(|| ext::debug_utils::Device::new(&instance.raw, &device)),
            budget: Budget::new(
                options
                    .budget
                    .unwrap_or_else(|| default_budget(&chosen.info)),
            ),
            features: plan.features,
            full_subgroups: plan.full_subgroups,
            texels: chosen.info.kind == DeviceKind::Cpu
                && chosen.info.limits.whole_buffers_of_texels(),
            physical: chosen.raw,
            family: chosen.family,
            draws: chosen.draws,
            queue: Mutex::new(queue),
            allocator: ManuallyDrop::new(Mutex::new(allocator)),
            info: chosen.info,
            device,
            instance,
        }))
    }

    /// The properties of the device.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// The messages of the validation layer.
    #[must_use]
    pub fn messages(&self) -> &Arc<Messages> {
        &self.instance.messages
    }

    /// Locks the queue: one thread may use it at a time.
    pub(crate) fn queue(&self) -> MutexGuard<'_, vk::Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn allocator(&self) -> MutexGuard<'_, Allocator> {
        self.allocator
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Converts the result of a Vulkan call to an error of the engine; `what` names the operation.
    pub(crate) fn failed(&self, what: &str) -> impl Fn(vk::Result) -> EngineError {
        move |result| {
            let name = &self.info.name;
            EngineError::Device(match result {
                vk::Result::ERROR_DEVICE_LOST => format!(
                    "the device {name} was lost while {what}: run again, or choose another --device"
                ),
                vk::Result::ERROR_OUT_OF_DEVICE_MEMORY | vk::Result::ERROR_OUT_OF_HOST_MEMORY => {
                    format!(
                        "the device {name} ran out of memory while {what}: simulate less, or choose another --device"
                    )
                }
                _ => format!("the device {name} failed at {what}: {result}"),
            })
        }
    }

    /// Names an object for captures and validation messages.
    pub(crate) fn name<T: vk::Handle>(&self, object: T, name: &str) {
        let (Some(labels), Ok(name)) = (&self.labels, CString::new(name)) else {
            return;
        };
        let info = vk::DebugUtilsObjectNameInfoEXT::default()
            .object_handle(object)
            .object_name(&name);
        // SAFETY: the object was made from this device. Names are optional, so a failure is ignored.
        let _ = unsafe { labels.set_debug_utils_object_name(&info) };
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: every object made from the device holds this `Gpu`, so none is left; the allocator is dropped before its device
        // and is not used again. Waiting for a lost device fails, which is ignored.
        unsafe {
            let _ = self.device.device_wait_idle();
            ManuallyDrop::drop(&mut self.allocator);
            self.device.destroy_device(None);
        }
    }
}

/// The features and extensions to enable on a device.
struct Plan {
    features: vk::PhysicalDeviceFeatures,
    full_subgroups: bool,
    maintenance4: bool,
    extensions: Vec<&'static CStr>,
}

impl Plan {
    fn new(instance: &Instance, chosen: &Candidate, window: bool) -> Result<Self, Error> {
        let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
        let mut all = vk::PhysicalDeviceFeatures2::default().push_next(&mut v13);
        // SAFETY: the device belongs to the instance and offers Vulkan 1.3.
        unsafe {
            instance
                .raw
                .get_physical_device_features2(chosen.raw, &mut all);
        }
        let has = all.features;
        let full_subgroups =
            v13.subgroup_size_control == vk::TRUE && v13.compute_full_subgroups == vk::TRUE;
        Ok(Self {
            // Optional features of drawing: wireframes, large points, anisotropic filtering, depth clamping.
            features: vk::PhysicalDeviceFeatures {
                fill_mode_non_solid: has.fill_mode_non_solid,
                large_points: has.large_points,
                sampler_anisotropy: has.sampler_anisotropy,
                depth_clamp: has.depth_clamp,
                ..Default::default()
            },
            full_subgroups,
            maintenance4: v13.maintenance4 == vk::TRUE,
            extensions: device_extensions(instance, chosen, window)?,
        })
    }

    fn open(&self, instance: &Instance, chosen: &Candidate) -> Result<ash::Device, Error> {
        let queue = [vk::DeviceQueueCreateInfo::default()
            .queue_family_index(chosen.family)
            .queue_priorities(&[1.0])];
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default().scalar_block_layout(true);
        let mut v13 = vk::PhysicalDeviceVulkan13Features::default()
            .synchronization2(true)
            .dynamic_rendering(true)
            .maintenance4(self.maintenance4)
            .subgroup_size_control(self.full_subgroups)
            .compute_full_subgroups(self.full_subgroups);
        let extensions: Vec<_> = self.extensions.iter().map(|e| e.as_ptr()).collect();
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queue)
            .enabled_extension_names(&extensions)
            .enabled_features(&self.features)
            .push_next(&mut v12)
            .push_next(&mut v13);
        // SAFETY: the device offers every feature and extension that `info` enables, and `info` lives through the call.
        unsafe { instance.raw.create_device(chosen.raw, &info, None) }
            .map_err(Error::vulkan("the device can't be opened"))
    }
}

fn device_extensions(
    instance: &Instance,
    chosen: &Candidate,
    window: bool,
) -> Result<Vec<&'static CStr>, Error> {
    // SAFETY: the device belongs to the instance.
    let offered = unsafe {
        instance
            .raw
            .enumerate_device_extension_properties(chosen.raw)
    }
    .map_err(Error::vulkan("the device's extensions can't be listed"))?;
    let has = |name: &CStr| {
        offered
            .iter()
            .any(|e| e.extension_name_as_c_str() == Ok(name))
    };
    let mut extensions = Vec::new();
    // Vulkan requires this extension to be enabled where the device has it (MoltenVK).
    if has(khr::portability_subset::NAME) {
        extensions.push(khr::portability_subset::NAME);
    }
    if window {
        if !chosen.draws || !has(khr::swapchain::NAME) {
            return Err(Error::Unsuitable {
                name: chosen.info.name.clone(),
                problem: "it can't draw in a window".to_owned(),
            });
        }
        extensions.push(khr::swapchain::NAME);
    }
    Ok(extensions)
}

fn allocator(
    instance: &Instance,
    device: &ash::Device,
    physical: vk::PhysicalDevice,
) -> Result<Allocator, Error> {
    const MIB: u64 = 1 << 20;
    Allocator::new(&AllocatorCreateDesc {
        instance: instance.raw.clone(),
        device: device.clone(),
        physical_device: physical,
        debug_settings: AllocatorDebugSettings::default(),
        buffer_device_address: false,
        // Small first blocks: a small scene must not reserve most of the memory of a card.
        allocation_sizes: AllocationSizes::new(8 * MIB, 4 * MIB)
            .with_max_device_memblock_size(64 * MIB)
            .with_max_host_memblock_size(32 * MIB),
    })
    .map_err(|_| Error::Vulkan {
        what: "the device's memory can't be managed",
        result: vk::Result::ERROR_INITIALIZATION_FAILED,
    })
}

/// The default budget: 80 % of device-local memory. The heap of a software driver is not meaningful, so there at most half of the
/// machine's memory.
fn default_budget(info: &DeviceInfo) -> u64 {
    let heap = info
        .heaps
        .iter()
        .filter(|h| h.device_local)
        .map(|h| h.bytes)
        .max()
        .unwrap_or(u64::MAX);
    if info.kind == DeviceKind::Cpu {
        heap.min(machine_memory().unwrap_or(u64::MAX) / 2)
    } else {
        heap / 5 * 4
    }
}

/// Bytes of memory in this machine, where the system reports it.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
