//! Finds the pass that produced the first value that is not finite. A frame is deterministic, so it is repeated from its
//! start, first substep by substep, then pass by pass. A frame without such values costs nothing extra.

use crate::buffers::Buffers;
use crate::error::Error;
use crate::memory::read;
use pliant_passes::{Access, Buffer, BufferId, Command, Engine, PassId, ProgramId, Recording};

/// The pass and the particle at which a simulation diverged.
pub(crate) struct Found {
    /// The pass's name.
    pub(crate) pass: &'static str,
    /// The lowest particle that is not finite at that substep's end, if any.
    pub(crate) particle: Option<usize>,
}

/// Repeats the frame's commands from the copy of its start in `buffers`.
pub(crate) fn diagnose<E: Engine>(
    engine: &mut E,
    recording: &Recording,
    clear: ProgramId,
    buffers: &Buffers,
    particles: usize,
) -> Result<Found, Error> {
    let mut replay = Replay {
        engine,
        clear,
        buffers,
        particles,
    };
    let start = replay.state([
        buffers.particles.frame_start_position,
        buffers.particles.frame_start_velocity,
    ])?;
    replay.restore(&start)?;
    for substep in substeps(recording) {
        let before = replay.state([buffers.particles.position, buffers.particles.velocity])?;
        replay.run(substep)?;
        let after = replay.state([buffers.particles.position, buffers.particles.velocity])?;
        let wrong = |i: &usize| {
            after
                .iter()
                .any(|values| values[*i].iter().any(|v| !v.is_finite()))
        };
        if let Some(particle) = (0..particles).find(wrong) {
            replay.restore(&before)?;
            return Ok(Found {
                pass: replay.first_wrong(substep)?,
                particle: Some(particle),
            });
        }
    }
    Ok(Found {
        pass: PassId::UpdateVelocities.row().name,
        particle: None,
    })
}

/// The commands of each substep: from one prediction, or the wind before it, to the next.
fn substeps(recording: &Recording) -> impl Iterator<Item = &[Command]> {
    let is = |c: &Command, pass| matches!(c, Command::Dispatch(d) if d.pass == pass);
    let windy = recording
        .commands
        .iter()
        .any(|c| is(c, PassId::ComputeWind));
    let start = if windy {
        PassId::ComputeWind
    } else {
        PassId::PredictParticles
    };
    let starts = move |c: &Command| is(c, start);
    let first = recording
        .commands
        .iter()
        .position(starts)
        .unwrap_or(recording.commands.len());
    recording.commands[first..].chunk_by(move |_, next| !starts(next))
}

/// Positions and velocities.
type State = [Vec<[f32; 4]>; 2];

/// Repeats parts of a frame on the engine.
struct Replay<'e, E: Engine> {
    engine: &'e mut E,
    clear: ProgramId,
    buffers: &'e Buffers,
    particles: usize,
}

impl<E: Engine> Replay<'_, E> {
    fn state(&mut self, [position, velocity]: [Buffer<[f32; 4]>; 2]) -> Result<State, Error> {
        Ok([
            read(self.engine, position, 0, self.particles)?,
            read(self.engine, velocity, 0, self.particles)?,
        ])
    }

    fn restore(&mut self, [positions, velocities]: &State) -> Result<(), Error> {
        // Other state that lasts from substep to substep may not be finite, and would spoil the repetition.
        self.engine.run(self.clear)?;
        self.engine.write(
            self.buffers.particles.position,
            0,
            bytemuck::cast_slice(positions),
        )?;
        Ok(self.engine.write(
            self.buffers.particles.velocity,
            0,
            bytemuck::cast_slice(velocities),
        )?)
    }

    fn run(&mut self, commands: &[Command]) -> Result<(), Error> {
        let program = self.engine.prepare(&Recording {
            commands: commands.to_vec(),
            interruptible_from: None,
        })?;
        let result = self.engine.run(program);
        self.engine.forget(program);
        Ok(result?)
    }

    fn holds_particles(&self, buffer: BufferId) -> bool {
        let b = self.buffers;
        [
            b.particles.position,
            b.particles.displacement,
            b.particles.displacement_before,
            b.particles.velocity,
        ]
        .contains(&Buffer::new(buffer))
    }

    /// The first pass of a substep that writes a value which is not finite.
    fn first_wrong(&mut self, substep: &[Command]) -> Result<&'static str, Error> {
        for command in substep {
            self.run(std::slice::from_ref(command))?;
            let Command::Dispatch(dispatch) = command else {
                continue;
            };
            let row = dispatch.pass.row();
            // A bad value of any pass shows at the latest in the particles that the pass moves.
            for (buffer, slot) in dispatch.buffers.iter().zip(row.slots) {
                if slot.access != Access::Read
                    && slot.glsl == "vec4"
                    && self.holds_particles(*buffer)
                {
                    let values: Vec<[f32; 4]> =
                        read(self.engine, Buffer::new(*buffer), 0, self.particles)?;
                    if values.as_flattened().iter().any(|v| !v.is_finite()) {
                        return Ok(row.name);
                    }
                }
            }
        }
        Ok(PassId::UpdateVelocities.row().name)
    }
}
