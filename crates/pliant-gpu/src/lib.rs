//! Devices, memory and pipelines: runs recordings on Vulkan. The only crate that calls Vulkan, and so one with `unsafe`.
//!
//! Read [`engine`](VulkanEngine) first: it prepares and runs recordings. It uses `program.rs` (records command buffers),
//! `pipeline.rs` (makes a pipeline of each pass) and `memory.rs` (buffers within `budget.rs`). Devices are opened by `device.rs` and
//! `choose.rs`, described and checked by `info.rs`; `instance.rs` loads Vulkan. [`graphics`] is the layer that `pliant-render` draws
//! with, and `wayland.rs` opens the window system's connection to Wayland for others.

mod barrier;
mod budget;
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
#[cfg(target_os = "linux")]
mod wayland;

pub use clock::Timing;
pub use device::{DeviceOptions, Gpu};
pub use engine::VulkanEngine;
pub use error::Error;
pub use info::{DeviceInfo, DeviceKind, Heap, Limits, Subgroup, devices};
pub use messages::Messages;
pub use stages::Observer;
#[cfg(target_os = "linux")]
pub use wayland::OnWayland;
