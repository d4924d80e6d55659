//! Helpers of the Vulkan tests: a device under validation ([`gpu`]), stage tests ([`stages`]), and test runs with other
//! subgroup sizes ([`with_subgroups`]).
#![forbid(unsafe_code)]

pub mod bodies;
pub mod clouds;
pub mod coupled;
pub mod deformables;
pub mod fluids;
pub mod gravity_fields;
pub mod heap;
pub mod intersecting;
pub mod intersections;
pub mod linkage;
pub mod momenta;
pub mod reference;
pub mod staged;
pub mod stages;
pub mod studio;
pub mod world;
pub mod zoo;

use bytemuck::Pod;
use pliant_gpu::{DeviceOptions, Gpu, Messages, VulkanEngine};
use pliant_passes::{Buffer, BufferId, Engine as _, Memory, Recording};
use std::ops::{Deref, DerefMut};
use std::process::Command;
use std::sync::Arc;

/// Whether `PLIANT_NO_GPU=1` asks the tests to skip everything that needs a device; prints a note where it does.
#[must_use]
pub fn no_gpu() -> bool {
    let skip = std::env::var_os("PLIANT_NO_GPU").is_some_and(|v| v == "1");
    if skip {
        eprintln!("skipped: PLIANT_NO_GPU=1 says that there is no Vulkan device");
    }
    skip
}

/// Opens the device that `PLIANT_DEVICE` names, otherwise the best one, under validation.
///
/// # Panics
/// Without a device, so that a passing run never means that nothing was tested.
#[must_use]
pub fn gpu() -> Arc<Gpu> {
    open(None)
}

/// As [`gpu`], with a memory budget in bytes.
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
        panic!("{error} (tools/setup installs what the tests need; PLIANT_NO_GPU=1 skips them)")
    })
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

/// An engine under a [`ValidationGuard`].
pub struct TestEngine {
    // Dropped first, with its device, so that their destruction is validated too.
    engine: VulkanEngine,
    _guard: ValidationGuard,
}

/// Makes an engine on its own device.
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
/// When the engine cannot be made.
#[must_use]
pub fn engine_on(gpu: Arc<Gpu>) -> TestEngine {
    TestEngine {
        _guard: validation_guard(&gpu),
        engine: VulkanEngine::new(gpu).expect("an engine on an open device"),
    }
}

impl TestEngine {
    /// Makes a buffer with this content.
    ///
    /// # Panics
    /// Without memory, or when the device is lost.
    pub fn buffer<T: Pod>(&mut self, name: &str, content: &[T], memory: Memory) -> Buffer<T> {
        let bytes: &[u8] = bytemuck::cast_slice(content);
        let made = self.create(name, bytes.len() as u64, memory);
        let id = made.expect("memory suffices");
        self.write(id, 0, bytes).expect("a device");
        Buffer::new(id)
    }

    /// Runs a recording.
    ///
    /// # Panics
    /// When the recording is invalid, or the device is lost.
    pub fn run_once(&mut self, recording: &Recording) {
        let program = self.prepare(recording).expect("valid passes");
        self.run(program).expect("a device");
        self.forget(program);
    }

    /// Reads `count` elements of a buffer, from the byte `offset` on.
    ///
    /// # Panics
    /// When the range is outside the buffer, or the device is lost.
    pub fn elements<T: Pod>(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        count: usize,
    ) -> Vec<T> {
        let bytes = self.read(buffer, offset, (size_of::<T>() * count) as u64);
        bytemuck::pod_collect_to_vec(&bytes.expect("a device"))
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
