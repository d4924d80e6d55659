//! Messages of the validation layer, stored and logged.

use ash::vk;
use std::ffi::{CStr, c_void};
use std::sync::{Mutex, PoisonError};

/// Every warning and error of the validation layer since the device was opened.
#[derive(Debug, Default)]
pub struct Messages(Mutex<Vec<String>>);

impl Messages {
    /// All messages, oldest first; empty where validation is off.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn push(&self, message: String) {
        tracing::error!("Vulkan validation: {message}");
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(message);
    }

    /// The messenger that makes Vulkan report here. `self` must outlive the messenger or instance made with it.
    pub(crate) fn messenger(&self) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
        vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(
                vk::DebugUtilsMessageSeverityFlagsEXT::WARNING
                    | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR,
            )
            // General messages are left out: the loader reports drivers that are not used here.
            .message_type(
                vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION
                    | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
            )
            .pfn_user_callback(Some(receive))
            .user_data(std::ptr::from_ref(self).cast_mut().cast())
    }
}

/// Called by Vulkan, from any thread.
unsafe extern "system" fn receive(
    _severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    user: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: `user` is the `Messages` of `messenger`, which outlives the instance.
    let messages = unsafe { &*user.cast_const().cast::<Messages>() };
    // SAFETY: Vulkan passes a valid structure, whose message is a C string or null.
    let text = unsafe {
        let message = (*data).p_message;
        (!message.is_null()).then(|| CStr::from_ptr(message).to_string_lossy().into_owned())
    };
    messages.push(text.unwrap_or_default());
    vk::FALSE
}
