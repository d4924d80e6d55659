//! The engines of the tests: the CPU or Vulkan for physics, which must not depend on the engine, and Vulkan for tests of Vulkan.

use crate::vulkan::{ValidationGuard, open_vulkan, validation_guard};
use bytemuck::Pod;
use pliant_gpu::{Gpu, VulkanEngine};
use pliant_kernels::CpuEngine;
use pliant_passes::{Buffer, BufferId, Engine, Memory, Recording};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The environment variable that chooses the engine of physics tests: `cpu`, which is the default, or `vulkan`.
pub const CHOICE: &str = "PLIANT_TEST_ENGINE";

/// The engine of a physics test.
pub enum PhysicsEngine {
    /// One thread of the CPU, since tests run side by side.
    Cpu(Box<CpuEngine>),
    /// A Vulkan device under validation.
    Vulkan(Box<VulkanEngine>),
}

impl PhysicsEngine {
    pub(crate) fn cpu(engine: CpuEngine) -> Self {
        Self::Cpu(Box::new(engine))
    }

    pub(crate) fn vulkan(engine: VulkanEngine) -> Self {
        Self::Vulkan(Box::new(engine))
    }
}

pliant_passes::engine_of_variants!(PhysicsEngine { Cpu, Vulkan });

/// An engine of a test, under a [`ValidationGuard`] where it is a Vulkan device.
pub struct TestEngine<E = PhysicsEngine> {
    // Dropped first, with its device, so that their destruction is validated too.
    engine: E,
    guard: Option<ValidationGuard>,
}

/// Makes the engine of a physics test, which [`CHOICE`] chooses.
///
/// # Panics
/// When the variable has another value, or it chooses Vulkan and there is no device.
#[must_use]
pub fn physics_engine() -> TestEngine {
    let choice = std::env::var(CHOICE).unwrap_or_else(|_| "cpu".to_owned());
    match choice.as_str() {
        "cpu" => cpu_engine(1).map(PhysicsEngine::cpu),
        "vulkan" => vulkan_engine().map(PhysicsEngine::vulkan),
        other => panic!("{CHOICE} is {other:?}: write cpu or vulkan"),
    }
}

/// Makes an engine on so many threads of the CPU.
///
/// # Panics
/// When the threads do not start.
#[must_use]
pub fn cpu_engine(threads: usize) -> TestEngine<CpuEngine> {
    eprintln!("on the CPU: {threads} threads");
    TestEngine {
        engine: CpuEngine::new(threads).expect("the threads start"),
        guard: None,
    }
}

/// Makes an engine on its own Vulkan device.
///
/// # Panics
/// Without a device.
#[must_use]
pub fn vulkan_engine() -> TestEngine<VulkanEngine> {
    vulkan_engine_on(open_vulkan())
}

/// Makes an engine on a Vulkan device.
///
/// # Panics
/// When the engine cannot be made.
#[must_use]
pub fn vulkan_engine_on(gpu: Arc<Gpu>) -> TestEngine<VulkanEngine> {
    TestEngine {
        guard: Some(validation_guard(&gpu)),
        engine: VulkanEngine::new(gpu).expect("an engine on an open device"),
    }
}

impl<E> TestEngine<E> {
    /// Replaces the engine; the guard stays.
    pub(crate) fn map<F>(self, change: impl FnOnce(E) -> F) -> TestEngine<F> {
        TestEngine {
            engine: change(self.engine),
            guard: self.guard,
        }
    }

    /// The engine and its guard, which has to outlive the engine.
    pub(crate) fn into_parts(self) -> (E, Option<ValidationGuard>) {
        (self.engine, self.guard)
    }
}

impl<E: Engine> TestEngine<E> {
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

impl<E> Deref for TestEngine<E> {
    type Target = E;
    fn deref(&self) -> &E {
        &self.engine
    }
}

impl<E> DerefMut for TestEngine<E> {
    fn deref_mut(&mut self) -> &mut E {
        &mut self.engine
    }
}
