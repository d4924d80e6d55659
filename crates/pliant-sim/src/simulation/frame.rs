//! One frame: uploads before it, status after it, and its repetition where a list was too short or a bound was exceeded.

use super::Simulation;
use crate::assembly::growth::Growing;
use crate::error::Error;
use crate::fluid::neighbours::{Lists, grown_capacity};
use crate::memory::read;
use crate::step::rewind;
use pliant_passes::types::EXPULSION_SPEED;
use pliant_passes::types::Frame;
use pliant_passes::types::NONE;
use pliant_passes::types::STATUS_BOUND_EXCEEDED;
use pliant_passes::types::STATUS_CONTACT_ROWS;
use pliant_passes::types::STATUS_ELEMENT_PAIRS;
use pliant_passes::types::STATUS_ENCLOSED;
use pliant_passes::types::STATUS_INTERSECTIONS;
use pliant_passes::types::STATUS_NONFINITE;
use pliant_passes::types::STATUS_PAIRS;
use pliant_passes::types::STATUS_RIGID_PAIRS;
use pliant_passes::types::STATUS_WORDS;
use pliant_passes::{Engine, EngineError};
use tracing::debug;
use tracing::info;
use tracing::warn;

/// Most repetitions of a frame in which a rigid body exceeds its motion bound; a body that needs more is diverging.
const MAX_REPETITIONS: u32 = 40;

impl<E: Engine> Simulation<E> {
    /// Simulates one frame. Edges that tore in the previous frame are opened first, which makes all buffers new.
    ///
    /// # Errors
    /// [`Error::Diverged`] when a value is no longer finite. [`Error::Engine`] when the device is lost, or lacks memory for
    /// the torn bodies; the simulation can't go on after that. [`EngineError::Interrupted`] when the host interrupted the frame; the state
    /// is that of its start then.
    pub fn step(&mut self) -> Result<(), Error> {
        self.tear()?;
        let (frame, poses) = (self.frame, self.poses.clone());
        let stepped = self.simulate_frame();
        if let Err(Error::Engine(EngineError::Interrupted)) = &stepped {
            self.rewind()?;
            (self.frame, self.poses) = (frame, poses);
            self.read_rigids()?;
        }
        let held = &mut self.assembly.model.kinematics.held;
        if stepped.is_ok() {
            held.from.clone_from(&held.to);
        }
        stepped
    }

    fn simulate_frame(&mut self) -> Result<(), Error> {
        let model = &self.assembly.model;
        if model.kinematics.moves() || model.fields.animated || model.deforming.moves() {
            self.upload_kinematics(self.time())?;
        }
        self.wake_accelerated()?;
        self.wake_near_meshes()?;
        self.repetitions = 0;
        self.upload_order()?;
        self.upload_frame()?;
        self.upload_births(self.frame)?;
        self.warn_exhausted();
        self.engine.run(self.assembly.frame_program)?;
        self.frame += 1;
        self.read_status()?;
        while self.is_finite() && (self.wake_disturbed()? || self.grow_lists()?) {
            self.repeat()?;
        }
        if self.is_finite() {
            self.read_rigids()?;
            self.read_deforming()?;
            self.warn_enclosed();
            self.update_triggers()?;
            self.resolve_intersections()?;
            self.put_to_sleep()
        } else {
            Err(self.diverged()?)
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.status[STATUS_NONFINITE as usize] == 0
    }

    /// Simulates the last frame again from its start.
    pub(super) fn repeat(&mut self) -> Result<(), Error> {
        self.rewind()?;
        self.repetitions += 1;
        self.upload_frame()?;
        self.upload_births(self.frame - 1)?;
        self.upload_intersections()?;
        self.engine.run(self.assembly.frame_program)?;
        self.read_status()
    }

    /// Takes particles and rigid bodies back to the start of the last frame.
    fn rewind(&mut self) -> Result<(), Error> {
        let assembly = &self.assembly;
        let rewind = rewind(&assembly.model, &assembly.buffers);
        let rewind = self.engine.prepare(&rewind)?;
        let ran = self.engine.run(rewind);
        self.engine.forget(rewind);
        Ok(ran?)
    }

    pub(super) fn read_status(&mut self) -> Result<(), Error> {
        let status = self.assembly.buffers.status;
        let status = read::<u32, E>(&mut self.engine, status, 0, STATUS_WORDS as usize)?;
        self.status.copy_from_slice(&status);
        Ok(())
    }

    /// Makes room for lists that overflowed in the last frame; returns whether the frame has to be repeated.
    pub(super) fn grow_lists(&mut self) -> Result<bool, Error> {
        let mut grew = self.exceeded_bounds();
        for list in Growing::ALL {
            grew |= self.grow_list(list)?;
        }
        Ok(grew)
    }

    /// Whether a rigid body left the box of its motion bound; the frame is repeated with a larger one.
    pub(super) fn exceeded_bounds(&self) -> bool {
        let exceeded =
            self.status[STATUS_BOUND_EXCEEDED as usize] > 0 && self.repetitions < MAX_REPETITIONS;
        if exceeded {
            let frame = self.frame;
            debug!("frame {frame}: a rigid body exceeded its motion bound; repeating the frame");
        }
        exceeded
    }

    /// Whether a list was too short in the last frame and is longer now.
    pub(super) fn grow_list(&mut self, list: Growing) -> Result<bool, Error> {
        let needed = self.needed(list)?;
        let capacity = *list.capacity(&mut self.assembly.model);
        let larger = match list {
            Growing::Neighbours => {
                let points = self.assembly.model.fluids.particles.len() as u32;
                let largest = self.engine.largest_buffer();
                grown_capacity(Lists::SortedPositions, needed, points, largest)
            }
            _ => needed.saturating_add(needed / 4),
        };
        if needed <= capacity || larger <= capacity {
            return Ok(false);
        }
        info!(
            "frame {}: {needed} {}, but the list holds {capacity}; enlarging it and repeating the frame",
            self.frame,
            list.entries()
        );
        self.assembly
            .grow(&self.settings, &mut self.engine, list, larger)?;
        Ok(true)
    }

    /// Number of entries that the list needed in the last frame; may be less than its capacity.
    pub(super) fn needed(&mut self, list: Growing) -> Result<u32, Error> {
        match list {
            Growing::Candidates => Ok(self.status[STATUS_PAIRS as usize]),
            Growing::DeformableContacts => Ok(self.status[STATUS_CONTACT_ROWS as usize]),
            Growing::Elements => Ok(self.status[STATUS_ELEMENT_PAIRS as usize]),
            Growing::Intersections => Ok(self.status[STATUS_INTERSECTIONS as usize]),
            Growing::RigidPairs => Ok(self.status[STATUS_RIGID_PAIRS as usize]),
            Growing::Neighbours => Ok(self.neighbour_overflow()?[1]),
        }
    }

    /// `[number of neighbours without capacity in the last frame, length of the longest list that was too short]`.
    pub(super) fn neighbour_overflow(&mut self) -> Result<[u32; 2], Error> {
        if self.assembly.model.fluids.particles.is_empty() {
            return Ok([0, 0]);
        }
        let overflow = self.assembly.buffers.fluids.grid.overflow;
        let words = read::<u32, E>(&mut self.engine, overflow, 0, 2)?;
        Ok([words[0], words[1]])
    }

    pub(super) fn upload_frame(&mut self) -> Result<(), Error> {
        let h = self.settings.h();
        let gravity = self.settings.gravity;
        let strongest = gravity.length().max(self.assembly.model.fields.strongest());
        let mut frame = Frame {
            gravity: gravity.as_vec3().to_array(),
            h: h as f32,
            rest_speed: (2.0 * strongest * h) as f32,
            grabbed: NONE,
            wind: self.settings.wind.unwrap_or_default().as_vec3().to_array(),
            again: self.repetitions,
            ..Frame::default()
        };
        self.upload_grab(&mut frame)?;
        Ok(self
            .engine
            .write(self.assembly.buffers.frame, 0, bytemuck::bytes_of(&frame))?)
    }

    pub(super) fn upload_kinematics(&mut self, start: f64) -> Result<(), Error> {
        let (poses, matrices) = self.assembly.model.kinematics.frame(start, &self.settings);
        self.engine.write(
            self.assembly.buffers.colliders.poses,
            0,
            bytemuck::cast_slice(&poses),
        )?;
        self.engine.write(
            self.assembly.buffers.pins.matrices,
            0,
            bytemuck::cast_slice(&matrices),
        )?;
        self.poses = poses[poses.len() - self.colliders.len()..].to_vec();
        self.upload_deforming(start)?;
        self.upload_fields(start)
    }

    /// Uploads matrices of joints, morph weights and the boxes of meshes that these deform.
    fn upload_deforming(&mut self, start: f64) -> Result<(), Error> {
        let model = &self.assembly.model;
        let frame = model
            .deforming
            .frame(&model.kinematics, start, &self.settings);
        let own = &self.assembly.buffers.deforming;
        let bytes = bytemuck::cast_slice(&frame.matrices);
        self.engine.write(own.matrices, 0, bytes)?;
        let bytes = bytemuck::cast_slice(&frame.weights);
        self.engine.write(own.morph_weights, 0, bytes)?;
        let bytes = bytemuck::cast_slice(&frame.carried);
        self.engine.write(own.carried.locals, 0, bytes)?;
        let boxes = self.assembly.buffers.colliders.tree.deforming_boxes;
        self.engine
            .write(boxes, 0, bytemuck::cast_slice(&frame.boxes))?;
        self.moved_boxes = frame.moved;
        Ok(())
    }

    /// Number of particles that deforming colliders enclosed in the last frame; `None` where none deforms.
    pub(super) fn enclosed(&self) -> Option<u64> {
        let deforms = self.assembly.model.deforming.collide();
        deforms.then(|| self.status[STATUS_ENCLOSED as usize].into())
    }

    /// Warns once where a deforming collider encloses particles.
    fn warn_enclosed(&mut self) {
        if self.enclosed().is_some_and(|count| count > 0) && !self.warned_enclosed {
            self.warned_enclosed = true;
            warn!(
                "frame {}: a deforming collider passes through itself or its cloth and encloses particles; they are pushed out at {EXPULSION_SPEED} m/s",
                self.frame
            );
        }
    }

    /// Reads the faces of deforming colliders, so that the host measures against what bodies collided with.
    pub(super) fn read_deforming(&mut self) -> Result<(), Error> {
        if self.assembly.model.deforming.collide() {
            let buffers = &self.assembly.buffers.colliders;
            let meshes = &mut self.collision_meshes;
            let (faces, boxes) = (meshes.faces.len(), meshes.boxes.len());
            meshes.faces = read(&mut self.engine, buffers.mesh_faces, 0, faces)?;
            meshes.boxes = read(&mut self.engine, buffers.mesh_boxes, 0, boxes)?;
        }
        Ok(())
    }

    pub(super) fn upload_fields(&mut self, start: f64) -> Result<(), Error> {
        let model = &self.assembly.model;
        let poses = (model.fields).frame(&model.kinematics, start, &self.settings);
        let buffer = self.assembly.buffers.fields.poses;
        Ok(self.engine.write(buffer, 0, bytemuck::cast_slice(&poses))?)
    }

    /// Uploads the order of colliders as leaves of their tree.
    pub(super) fn upload_order(&mut self) -> Result<(), Error> {
        let order = self.assembly.model.collider_tree.order(&self.poses);
        let buffer = self.assembly.buffers.colliders.tree.order;
        Ok(self.engine.write(buffer, 0, bytemuck::cast_slice(&order))?)
    }

    /// Uploads the particles that emitters emit in the frame after `frame`.
    pub(super) fn upload_births(&mut self, frame: u64) -> Result<(), Error> {
        let model = &self.assembly.model;
        let emitters = &model.fluids.emitters;
        let births = emitters.births(frame, &model.kinematics, self.settings.repeat);
        let buffer = self.assembly.buffers.fluids.births;
        Ok(self
            .engine
            .write(buffer, 0, bytemuck::cast_slice(&births))?)
    }

    /// Warns once about each emitter that has no particles left.
    pub(super) fn warn_exhausted(&self) {
        for (body, pool) in self.assembly.model.fluids.emitters.exhausted(self.frame) {
            warn!(
                "node \"{}\": its emitter has emitted all {pool} particles at {:.3} s; raise limit in pliant_emit, or shorten its duration",
                self.names[body],
                self.time()
            );
        }
    }
}
