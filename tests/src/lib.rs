//! What the Vulkan tests share: a device under validation ([`gpu`]), stage tests ([`stages`]), and a way to run
//! a test again with other subgroups ([`with_subgroups`]).
#![forbid(unsafe_code)]

pub mod bodies;
pub mod clouds;
pub mod crossing;
pub mod crowd;
pub mod heap;
pub mod linkage;
pub mod momenta;
pub mod planets;
pub mod rafts;
pub mod reference;
pub mod staged;
pub mod stages;
pub mod studio;
pub mod tangles;
pub mod waters;
pub mod world;
pub mod zoo;

use pliant_gpu::{DeviceOptions, Gpu, Messages, VulkanEngine};
use std::ops::{Deref, DerefMut};
use std::process::Command;
use std::sync::Arc;

/// Whether the tests are told to do without a device; says so where they are.
#[must_use]
pub fn no_gpu() -> bool {
    let told = std::env::var_os("PLIANT_NO_GPU").is_some_and(|v| v == "1");
    if told {
        eprintln!("skipped: PLIANT_NO_GPU=1 says that there is no Vulkan device");
    }
    told
}

/// Opens the device that `PLIANT_DEVICE` names, or the best, under validation.
///
/// # Panics
/// Without a device: a green run must not be an empty one.
#[must_use]
pub fn gpu() -> Arc<Gpu> {
    open(None)
}

/// As [`gpu`], with a budget of bytes.
///
/// # Panics
/// Without a device.
#[must_use]
pub fn gpu_with_budget(bytes: u64) -> Arc<Gpu> {
    open(Some(bytes))
}

fn open(budget: Option<u64>) -> Arc<Gpu> {
    Gpu::open(&DeviceOptions {
        selector: std::env::var("PLIANT_DEVICE").ok(),
        validate: true,
        window: None,
        budget,
    })
    .unwrap_or_else(|error| {
        panic!("{error} (tools/setup installs what tests need; PLIANT_NO_GPU=1 does without)")
    })
}

/// Fails its test when it goes, if the validation layer said anything.
pub struct Quiet(Arc<Messages>);

/// Makes a guard over what the validation layer says; hold it longer than what you test.
#[must_use]
pub fn quiet(gpu: &Gpu) -> Quiet {
    Quiet(Arc::clone(gpu.messages()))
}

impl Drop for Quiet {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let messages = self.0.list();
            assert!(
                messages.is_empty(),
                "the validation layer says: {messages:#?}"
            );
        }
    }
}

/// An engine under a [`Quiet`] guard.
pub struct TestEngine {
    // Goes first, and its device with it, so that their end is validated too.
    engine: VulkanEngine,
    _quiet: Quiet,
}

/// Makes an engine on a device of its own.
///
/// # Panics
/// Without a device.
#[must_use]
pub fn engine() -> TestEngine {
    engine_on(gpu())
}

/// Makes an engine on a device.
///
/// # Panics
/// When the device refuses.
#[must_use]
pub fn engine_on(gpu: Arc<Gpu>) -> TestEngine {
    TestEngine {
        _quiet: quiet(&gpu),
        engine: VulkanEngine::new(gpu).expect("an engine on an open device"),
    }
}

impl Deref for TestEngine {
    type Target = VulkanEngine;
    fn deref(&self) -> &VulkanEngine {
        &self.engine
    }
}

impl DerefMut for TestEngine {
    fn deref_mut(&mut self) -> &mut VulkanEngine {
        &mut self.engine
    }
}

/// Runs the test `name` of this test binary again on lavapipe with vectors of `bits`, a subgroup of `bits` / 32,
/// and gives what it printed.
///
/// # Panics
/// When the test fails, or there is none of this name.
#[must_use]
pub fn with_subgroups(bits: u32, name: &str) -> String {
    let this = std::env::current_exe().expect("the test binary");
    let output = Command::new(&this)
        .args([
            name,
            "--exact",
            "--include-ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env("LP_NATIVE_VECTOR_WIDTH", bits.to_string())
        // Lavapipe's cache on disk does not tell vector widths apart: each gets its own.
        .env(
            "MESA_SHADER_CACHE_DIR",
            this.with_file_name(format!("shaders-of-{bits}-bits")),
        )
        .output()
        .expect("the test binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{name} with vectors of {bits} bits:\n{text}\n{errors}"
    );
    text
}
