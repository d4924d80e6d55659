//! The engine of a simulation, which is the CPU or a Vulkan device, and its buffers on the device that draws.

use crate::device::Simulator;
use crate::exit::Error;
use crate::interrupt;
use pliant_gpu::{Gpu, Timing, VulkanEngine};
use pliant_kernels::CpuEngine;
use pliant_passes::{BufferId, Engine, EngineError, Memory};
use pliant_render::Simulated;
use pliant_sim::{DrawBuffers, DrawnLinks, Simulation};
use std::sync::Arc;

/// An engine that the command line chose.
pub enum AnyEngine {
    /// Runs passes by their CPU implementations.
    Cpu(Box<CpuEngine>),
    /// Runs passes on a Vulkan device.
    Vulkan(Box<VulkanEngine>),
}

impl AnyEngine {
    /// An engine without buffers.
    pub(crate) fn new(simulator: &Simulator, timing: Timing) -> Result<Self, Error> {
        Ok(match simulator {
            Simulator::Cpu { checked: true, .. } => Self::Cpu(Box::new(CpuEngine::checked())),
            Simulator::Cpu { threads, .. } => {
                let mut engine = CpuEngine::new(*threads)?;
                engine.set_timing(timing != Timing::Off);
                if interrupt::handled_by_other() {
                    engine.set_interrupt(Arc::new(interrupt::requested));
                }
                Self::Cpu(Box::new(engine))
            }
            Simulator::Vulkan(gpu) => {
                let mut engine = VulkanEngine::new(gpu.clone())?;
                engine.set_timing(timing);
                Self::Vulkan(Box::new(engine))
            }
        })
    }
}

pliant_passes::engine_of_variants!(AnyEngine { Cpu, Vulkan });

/// The buffers of a simulation that the renderer reads. Where another device simulates, they are copies on the device that
/// draws, and each picture updates them.
pub(crate) struct DrawnBuffers {
    own: DrawBuffers,
    links: DrawnLinks,
    generation: u64,
    copies: Option<Copies>,
}

/// Copies on the device that draws.
struct Copies {
    engine: VulkanEngine,
    /// The copy of each of the simulation's buffers.
    of: Vec<[BufferId; 2]>,
}

impl DrawnBuffers {
    /// The buffers of a simulation. `gpu` is the device that draws.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        simulation: &mut Simulation<AnyEngine>,
    ) -> Result<Self, Error> {
        let copies = match simulation.engine() {
            AnyEngine::Vulkan(engine) if Arc::ptr_eq(engine.gpu(), gpu) => None,
            AnyEngine::Vulkan(_) | AnyEngine::Cpu(_) => Some(Copies {
                engine: VulkanEngine::new(gpu.clone())?,
                of: Vec::new(),
            }),
        };
        Ok(Self {
            own: simulation.draw_buffers(),
            links: simulation.drawn_links(),
            generation: simulation.generation(),
            copies,
        })
    }

    /// The links of the simulation.
    pub(crate) fn links(&self) -> &DrawnLinks {
        &self.links
    }

    /// Uses the simulation's new buffers, which it makes where links tear; returns whether there are any.
    pub(crate) fn update(&mut self, simulation: &Simulation<AnyEngine>) -> bool {
        let generation = simulation.generation();
        let new = generation != self.generation;
        if new {
            self.own = simulation.draw_buffers();
            self.links = simulation.drawn_links();
            self.generation = generation;
            if let Some(copies) = &mut self.copies {
                copies.forget();
            }
        }
        new
    }

    /// Whether another device simulates than the one that draws.
    pub(crate) fn are_copied(&self) -> bool {
        self.copies.is_some()
    }

    /// The copies on the device that draws as the last picture had them, with positions of particles; `None` without copies, or before the
    /// first picture.
    pub(crate) fn copied(&self) -> Option<Simulated<'_>> {
        let copies = self
            .copies
            .as_ref()
            .filter(|copies| !copies.of.is_empty())?;
        let drawn = |buffer| copies.of_buffer(buffer);
        Some(self.on(&copies.engine, drawn, true))
    }

    /// The buffers on the device that draws, with their current content; with `particles` also their positions.
    pub(crate) fn simulated<'a>(
        &'a mut self,
        simulation: &'a mut Simulation<AnyEngine>,
        particles: bool,
    ) -> Result<Simulated<'a>, Error> {
        let own = &self.own;
        let particles = particles.then_some(self.links.positions);
        let used = [Some(own.vertices), Some(own.normals), own.tangents];
        let used = used.into_iter().chain([Some(own.velocities), particles]);
        if let Some(copies) = &mut self.copies {
            let engine = simulation.engine();
            used.flatten()
                .try_for_each(|buffer| copies.update(engine, buffer))?;
        }
        let engine = match (&self.copies, simulation.engine()) {
            (Some(copies), _) => &copies.engine,
            (None, AnyEngine::Vulkan(engine)) => engine,
            (None, AnyEngine::Cpu(_)) => {
                let why = "the CPU simulates, and no device draws".to_owned();
                return Err(Error::Internal(why));
            }
        };
        let copies = self.copies.as_ref();
        let drawn = |buffer| copies.map_or(buffer, |copies| copies.of_buffer(buffer));
        Ok(self.on(engine, drawn, particles.is_some()))
    }

    /// The buffers as `drawn` names them on the engine that draws; with `particles` also their positions.
    fn on<'a>(
        &'a self,
        engine: &'a VulkanEngine,
        drawn: impl Fn(BufferId) -> BufferId,
        particles: bool,
    ) -> Simulated<'a> {
        let own = &self.own;
        Simulated {
            engine,
            vertices: drawn(own.vertices),
            normals: drawn(own.normals),
            tangents: own.tangents.map(&drawn),
            first_vertex: &own.first_vertex,
            deforming: &own.deforming,
            velocities: drawn(own.velocities),
            first_particle: &own.first_particle,
            particles: particles.then(|| drawn(self.links.positions)),
        }
    }
}

impl Copies {
    /// Uploads the content of a buffer.
    fn update(&mut self, from: &mut AnyEngine, buffer: BufferId) -> Result<(), EngineError> {
        let read;
        let bytes = match from {
            AnyEngine::Cpu(engine) => engine.content(buffer),
            AnyEngine::Vulkan(engine) => {
                read = engine.read(buffer, 0, engine.size(buffer))?;
                &read
            }
        };
        if !self.of.iter().any(|[own, _]| *own == buffer) {
            let copy = self
                .engine
                .create("drawn", bytes.len() as u64, Memory::Upload)?;
            self.of.push([buffer, copy]);
        }
        self.engine.write(self.of_buffer(buffer), 0, bytes)
    }

    fn of_buffer(&self, buffer: BufferId) -> BufferId {
        let found = self.of.iter().find(|[own, _]| *own == buffer);
        found.expect("a buffer is uploaded before it is drawn")[1]
    }

    fn forget(&mut self) {
        for [_, copy] in self.of.drain(..) {
            self.engine.destroy(copy);
        }
    }
}
