//! Loads Vulkan and makes an instance, with the validation layer on request.

use crate::error::Error;
use crate::messages::Messages;
use ash::{ext, khr, vk};
use raw_window_handle::RawDisplayHandle;
use std::ffi::{CStr, CString, c_char};
use std::sync::Arc;

const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The loaded Vulkan library and its instance.
pub(crate) struct Instance {
    pub(crate) entry: ash::Entry,
    pub(crate) raw: ash::Instance,
    /// Whether objects can have names and labels.
    pub(crate) named: bool,
    pub(crate) messages: Arc<Messages>,
    messenger: Option<(ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
}

impl Instance {
    pub(crate) fn open(validate: bool, window: Option<RawDisplayHandle>) -> Result<Self, Error> {
        // SAFETY: loading runs the initialisers of the Vulkan loader, which are sound.
        let entry = unsafe { ash::Entry::load() }
            .map_err(|e| Error::NoLoader(first_line(&e.to_string())))?;
        check_version(&entry)?;
        if validate && !has_layer(&entry)? {
            return Err(Error::NoValidation);
        }
        let offered = extensions(&entry, None)?;
        let named = offered.iter().any(|e| e == ext::debug_utils::NAME);
        let portable = offered
            .iter()
            .any(|e| e == khr::portability_enumeration::NAME);
        let mut wanted = surface_extensions(window, &offered)?;
        if named {
            wanted.push(ext::debug_utils::NAME.as_ptr());
        }
        if portable {
            wanted.push(khr::portability_enumeration::NAME.as_ptr());
        }
        let messages = Arc::new(Messages::default());
        let raw = create(&entry, wanted, portable, validate.then_some(&*messages))?;
        let mut instance = Self {
            entry,
            raw,
            named,
            messages,
            messenger: None,
        };
        if validate {
            instance.listen()?;
        }
        Ok(instance)
    }

    fn listen(&mut self) -> Result<(), Error> {
        let loader = ext::debug_utils::Instance::new(&self.entry, &self.raw);
        // SAFETY: the extension is enabled, and `drop` destroys the messenger before the messages.
        let messenger =
            unsafe { loader.create_debug_utils_messenger(&self.messages.messenger(), None) }
                .map_err(Error::vulkan("validation messages can't be received"))?;
        self.messenger = Some((loader, messenger));
        Ok(())
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: every object made from the instance is destroyed: `Gpu` destroys its device first.
        unsafe {
            if let Some((loader, messenger)) = self.messenger.take() {
                loader.destroy_debug_utils_messenger(messenger, None);
            }
            self.raw.destroy_instance(None);
        }
    }
}

fn check_version(entry: &ash::Entry) -> Result<(), Error> {
    // SAFETY: queries the version of the loader.
    let version = unsafe { entry.try_enumerate_instance_version() }
        .map_err(Error::vulkan(
            "the Vulkan loader does not report its version",
        ))?
        .unwrap_or(vk::API_VERSION_1_0);
    if version < vk::API_VERSION_1_3 {
        return Err(Error::OldLoader(version_text(version)));
    }
    Ok(())
}

/// A Vulkan version as `1.3.0`.
pub(crate) fn version_text(version: u32) -> String {
    format!(
        "{}.{}.{}",
        vk::api_version_major(version),
        vk::api_version_minor(version),
        vk::api_version_patch(version)
    )
}

fn has_layer(entry: &ash::Entry) -> Result<bool, Error> {
    // SAFETY: queries the installed layers.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }
        .map_err(Error::vulkan("Vulkan layers can't be listed"))?;
    Ok(layers
        .iter()
        .any(|l| l.layer_name_as_c_str().is_ok_and(|name| name == LAYER)))
}

fn extensions(entry: &ash::Entry, layer: Option<&CStr>) -> Result<Vec<CString>, Error> {
    // SAFETY: queries the extensions of the loader or of the layer.
    let found = unsafe { entry.enumerate_instance_extension_properties(layer) }
        .map_err(Error::vulkan("Vulkan extensions can't be listed"))?;
    Ok(found
        .iter()
        .filter_map(|e| e.extension_name_as_c_str().ok().map(CStr::to_owned))
        .collect())
}

fn surface_extensions(
    window: Option<RawDisplayHandle>,
    offered: &[CString],
) -> Result<Vec<*const c_char>, Error> {
    let Some(display) = window else {
        return Ok(Vec::new());
    };
    let wanted = ash_window::enumerate_required_extensions(display)
        .map_err(Error::vulkan("this window system is unknown to Vulkan"))?;
    for name in wanted {
        // SAFETY: ash-window returns static C strings.
        let name = unsafe { CStr::from_ptr(*name) };
        if !offered.iter().any(|e| e.as_c_str() == name) {
            return Err(Error::NoSurface(name.to_string_lossy().into_owned()));
        }
    }
    Ok(wanted.to_vec())
}

fn create(
    entry: &ash::Entry,
    mut wanted: Vec<*const c_char>,
    portable: bool,
    validation: Option<&Messages>,
) -> Result<ash::Instance, Error> {
    let application = vk::ApplicationInfo::default()
        .application_name(c"pliant")
        .engine_name(c"pliant")
        .api_version(vk::API_VERSION_1_3);
    let mut layers = Vec::new();
    let checks = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
    let mut features = vk::ValidationFeaturesEXT::default().enabled_validation_features(&checks);
    let mut early = validation.map_or_else(Default::default, Messages::messenger);
    let mut info = vk::InstanceCreateInfo::default().application_info(&application);
    if portable {
        info = info.flags(vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR);
    }
    if validation.is_some() {
        layers.push(LAYER.as_ptr());
        wanted.push(ext::validation_features::NAME.as_ptr());
        info = info.push_next(&mut features).push_next(&mut early);
    }
    let info = info
        .enabled_layer_names(&layers)
        .enabled_extension_names(&wanted);
    // SAFETY: `info` and all it points to live through the call; the messages outlive the instance.
    unsafe { entry.create_instance(&info, None) }.map_err(|result| match result {
        vk::Result::ERROR_INCOMPATIBLE_DRIVER => Error::NoDriver,
        result => Error::Vulkan {
            what: "a Vulkan instance can't be made",
            result,
        },
    })
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
