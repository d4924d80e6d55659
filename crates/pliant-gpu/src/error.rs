//! Why no device could be opened.

use ash::vk;

/// Why Vulkan or a device could not be opened. None of these is a fault of the scene.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no Vulkan loader.
    #[error(
        "Vulkan is not installed ({0}): install the Vulkan loader (libvulkan1 on Debian) and a driver"
    )]
    NoLoader(String),
    /// The loader is too old.
    #[error("the Vulkan loader is version {0}, and Pliant needs 1.3: update it")]
    OldLoader(String),
    /// There is a loader, and no driver.
    #[error(
        "no Vulkan driver was found: install the driver of your graphics card, or a software driver (mesa-vulkan-drivers on Debian)"
    )]
    NoDriver,
    /// Validation was asked for, and the layer is not there.
    #[error(
        "the Khronos validation layer is not installed: install vulkan-validationlayers, or leave out --validate"
    )]
    NoValidation,
    /// The window system cannot be drawn to.
    #[error("the Vulkan loader lacks {0}, which the window needs: update it, or use `pliant run`")]
    NoSurface(String),
    /// No device bears the name or index asked for.
    #[error("no Vulkan device matches --device {selector}: there are {found}")]
    NotFound {
        /// What was asked for.
        selector: String,
        /// What is there.
        found: String,
    },
    /// The device asked for lacks what Pliant needs.
    #[error("{name} can't run Pliant: {problem}; choose another --device")]
    Unsuitable {
        /// The device.
        name: String,
        /// What it lacks.
        problem: String,
    },
    /// No device is good enough.
    #[error("no Vulkan device here can run Pliant: {0}")]
    NoneSuitable(String),
    /// A call that should have worked did not.
    #[error("{what}: {result}; `pliant devices` lists other devices to try")]
    Vulkan {
        /// What was tried.
        what: &'static str,
        /// What Vulkan said.
        result: vk::Result,
    },
}

impl Error {
    /// Makes an error of what a Vulkan call said.
    pub(crate) fn vulkan(what: &'static str) -> impl Fn(vk::Result) -> Self {
        move |result| Self::Vulkan { what, result }
    }
}
