//! Why no device could be opened.

use ash::vk;

/// Why Vulkan or a device could not be opened. The scene is never the cause.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The Vulkan loader is not installed.
    #[error(
        "Vulkan is not installed ({0}): install the Vulkan loader (libvulkan1 on Debian) and a driver"
    )]
    NoLoader(String),
    /// The loader is too old.
    #[error("the Vulkan loader is version {0}, and Pliant needs 1.3: update it")]
    OldLoader(String),
    /// The loader found no driver.
    #[error(
        "no Vulkan driver was found: install the driver of your graphics card, or a software driver (mesa-vulkan-drivers on Debian)"
    )]
    NoDriver,
    /// Validation was requested, and the layer is not installed.
    #[error(
        "the Khronos validation layer is not installed: install vulkan-validationlayers, or leave out --validate"
    )]
    NoValidation,
    /// The loader lacks an extension for the window system.
    #[error("the Vulkan loader lacks {0}, which the window needs: update it, or use `pliant run`")]
    NoSurface(String),
    /// No device has the requested name or index.
    #[error("no Vulkan device matches --device {selector}: there are {found}")]
    NotFound {
        /// The value of `--device`.
        selector: String,
        /// The available devices.
        found: String,
    },
    /// The requested device lacks a required feature.
    #[error("{name} can't run Pliant: {problem}; choose another --device")]
    Unsuitable {
        /// The device.
        name: String,
        /// The missing feature.
        problem: String,
    },
    /// No device is suitable; the reason for each.
    #[error("no Vulkan device here can run Pliant: {0}")]
    NoneSuitable(String),
    /// A Vulkan call failed.
    #[error("{what}: {result}; `pliant devices` lists other devices to try")]
    Vulkan {
        /// The failed operation.
        what: &'static str,
        /// The result of the call.
        result: vk::Result,
    },
}

impl Error {
    /// Converts the result of a Vulkan call to an error.
    pub(crate) fn vulkan(what: &'static str) -> impl Fn(vk::Result) -> Self {
        move |result| Self::Vulkan { what, result }
    }
}
