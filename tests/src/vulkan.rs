//! Vulkan devices for tests, under validation, and test runs with other subgroup sizes.

use pliant_gpu::{DeviceOptions, Gpu, Messages};
use std::process::Command;
use std::sync::Arc;

/// Opens the Vulkan device that `PLIANT_DEVICE` names, otherwise the best one, under validation. Prints its name, which a failed
/// test shows.
///
/// # Panics
/// Without a device, so that a passing run never means that nothing was tested.
#[must_use]
pub fn open_vulkan() -> Arc<Gpu> {
    open(None)
}

/// As [`open_vulkan`], with a memory budget in bytes.
///
/// # Panics
/// Without a device.
#[must_use]
pub fn open_vulkan_with_budget(bytes: u64) -> Arc<Gpu> {
    open(Some(bytes))
}

fn open(budget: Option<u64>) -> Arc<Gpu> {
    let gpu = Gpu::open(&DeviceOptions {
        selector: std::env::var("PLIANT_DEVICE").ok(),
        validate: true,
        window: None,
        budget,
    })
    .unwrap_or_else(|error| {
        panic!(
            "this test needs Vulkan: {error} (tools/setup installs libvulkan1, mesa-vulkan-drivers and vulkan-validationlayers)"
        )
    });
    eprintln!("on Vulkan: {}, {}", gpu.info().name, gpu.info().driver);
    gpu
}

/// Fails its test when it is dropped, if the validation layer has reported anything.
pub struct ValidationGuard(Arc<Messages>);

/// Makes a guard over the messages of the validation layer. It has to outlive the objects under test.
#[must_use]
pub fn validation_guard(gpu: &Gpu) -> ValidationGuard {
    ValidationGuard(Arc::clone(gpu.messages()))
}

impl Drop for ValidationGuard {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let messages = self.0.list();
            assert!(
                messages.is_empty(),
                "the validation layer reported {messages:#?}"
            );
        }
    }
}

/// Runs the test `name` of this test binary again on lavapipe with vectors of `bits`, which gives subgroups of `bits` / 32;
/// returns its output.
///
/// # Panics
/// When the test fails or no test has this name.
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
        // Lavapipe's cache on disk does not distinguish vector widths, so each width gets its own folder.
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
