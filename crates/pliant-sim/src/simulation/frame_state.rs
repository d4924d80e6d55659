//! The motion of everything at a frame's end, small enough to keep for many frames, and from which a simulation continues.

use super::Simulation;
use crate::FrameState;
use crate::error::Error;
use crate::memory::read;
use crate::metrics::measure::is_present;
use pliant_passes::Engine;

impl<E: Engine> Simulation<E> {
    /// The state at the end of the current frame.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn frame_state(&mut self) -> Result<FrameState, Error> {
        let xyz = |all: &[[f32; 4]]| all.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let velocities = self.read_particles(self.assembly.buffers.particles.velocity)?;
        Ok(FrameState {
            frame: self.frame,
            present: positions.iter().map(is_present).collect(),
            positions: xyz(&positions),
            velocities: xyz(&velocities),
            rigids: read(
                &mut self.engine,
                self.assembly.buffers.rigids.states,
                0,
                self.assembly.model.rigids.bodies.len(),
            )?,
            tears: (self.tearing.as_ref()).map_or(Vec::new(), |t| t.history().to_vec()),
        })
    }

    /// Continues from a frame of this scene, or of one with the same bodies. Compensation terms and accumulated slip become 0,
    /// triggers begin again, all bodies are awake, and pins stay as they are.
    ///
    /// # Errors
    /// [`Error::State`] when the bodies are others; the simulation is at frame 0 then. [`Error::Engine`] when the device is lost.
    pub fn continue_from(&mut self, state: &FrameState) -> Result<(), Error> {
        self.reset()?;
        let continued = self.load_frame(state);
        if let Err(Error::State(_)) = &continued {
            self.reset()?;
        }
        continued
    }

    fn load_frame(&mut self, state: &FrameState) -> Result<(), Error> {
        self.tear_again(&state.tears)?;
        let model = &self.assembly.model;
        let particles = model.masses.len();
        let same = [
            state.positions.len(),
            state.velocities.len(),
            state.present.len(),
        ] == [particles; 3]
            && state.rigids.len() == model.rigids.bodies.len();
        if !same {
            let why = "the scene has other bodies now, so the simulation starts again";
            return Err(Error::State(why.to_owned()));
        }
        let with = |values: &[[f32; 3]], last: &dyn Fn(usize) -> f32| -> Vec<[f32; 4]> {
            let whole = |(i, [x, y, z]): (usize, &[f32; 3])| [*x, *y, *z, last(i)];
            values.iter().enumerate().map(whole).collect()
        };
        let present = |i: usize, yes: f32, no: f32| if state.present[i] { yes } else { no };
        let mass = |i: usize| present(i, model.masses[i], -model.masses[i]);
        let inverse = |i: usize| present(i, model.inverse_masses[i], 0.0);
        let positions = with(&state.positions, &mass);
        let velocities = with(&state.velocities, &inverse);
        let buffers = &self.assembly.buffers;
        let mut write = |buffer, bytes: &[u8]| self.engine.write(buffer, 0, bytes);
        write(
            buffers.particles.position.id(),
            bytemuck::cast_slice(&positions),
        )?;
        write(
            buffers.particles.velocity.id(),
            bytemuck::cast_slice(&velocities),
        )?;
        write(
            buffers.rigids.states.id(),
            bytemuck::cast_slice(&state.rigids),
        )?;
        self.frame = state.frame;
        self.hold_pins()?;
        self.upload_kinematics(self.time())?;
        self.read_rigids()?;
        self.reset_triggers()?;
        self.find_intersections()?;
        self.engine.run(self.assembly.present_program)?;
        self.read_deforming()
    }
}
