//! Devices, memory and pipelines: runs recordings on Vulkan. The only crate with `unsafe`.
//!
//! Read [`engine`](VulkanEngine) first: it is the whole life of a recording. Below it lie `program.rs` (a recording
//! becomes a command buffer), `pipeline.rs` (a pass becomes a pipeline), `memory.rs` (buffers within a budget),
//! `device.rs` and `choose.rs` (a device is opened), `info.rs` (a device is described and judged) and `instance.rs` (Vulkan is loaded).
//! Beside it, [`graphics`] is the layer that `pliant-render` draws with.

mod barrier;
mod choose;
mod clock;
mod commands;
mod descriptors;
mod device;
mod engine;
mod error;
pub mod graphics;
mod info;
mod instance;
mod memory;
mod messages;
mod pipeline;
mod program;
mod provoke;
mod stages;

pub use clock::Timing;
pub use device::{DeviceOptions, Gpu};
pub use engine::VulkanEngine;
pub use error::Error;
pub use info::{DeviceInfo, DeviceKind, Heap, Limits, Subgroup, devices};
pub use messages::Messages;
pub use stages::Observer;
