//! A simulation of the Python package. Its methods take Python's lock only to exchange arrays.

use crate::arrays::{rows, triples, vectors};
use crate::errors::{defect, general, raised, rebuild, usage};
use crate::{Scene, Sets};
use glam::{DQuat, DVec3, Vec3};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use pliant::{Applied, Error, Picture, Session};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Position and rotation, velocity and angular velocity of a rigid body.
type Motion = ([f64; 3], [f64; 4], [f64; 3], [f64; 3]);

/// Names, bodies, others, and vectors of contacts.
type Contacts<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray2<f32>>,
);

/// A session, and why it cannot go on.
pub(crate) struct State {
    session: Session,
    /// The message, frame, body and pass of a divergence.
    diverged: Option<(String, u64, String, &'static str)>,
}

/// A simulation; one thread at a time uses it.
#[pyclass(frozen, module = "pliant._native")]
pub(crate) struct Simulation {
    /// `None` after the end.
    state: Mutex<Option<State>>,
    process: u32,
}

impl Drop for Simulation {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        let state = state.map(Option::take).unwrap_or_default();
        if std::process::id() != self.process {
            // The threads of the engine did not follow into the forked process, so nobody can wait for their end.
            std::mem::forget(state);
        }
    }
}

impl Simulation {
    /// The state, unless another thread uses it or it belongs to another process.
    pub(crate) fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<State>>> {
        if std::process::id() != self.process {
            let message = "this simulation belongs to the process that was forked: make a new one in this process";
            return Err(general(py, message));
        }
        match self.state.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(_)) => Err(defect("an earlier call failed")),
            Err(TryLockError::WouldBlock) => {
                let message = "another thread is using this simulation: use one simulation for each thread, or a lock";
                Err(usage(py, message))
            }
        }
    }

    /// Calls `job` with the session.
    fn with<R>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut Session) -> Result<R, Error>,
    ) -> PyResult<R> {
        let mut guard = self.lock(py)?;
        let state = guard.as_mut().ok_or_else(|| defect("no simulation"))?;
        job(&mut state.session).map_err(|error| raised(py, error))
    }

    /// The same without Python's lock, for what takes long.
    fn detached<R: Send>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut State) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let mut guard = self.lock(py)?;
        let state = guard.as_mut().ok_or_else(|| defect("no simulation"))?;
        let done = py.detach(|| job(state));
        done.map_err(|error| raised(py, error))
    }
}

impl State {
    /// Simulates frames; after a divergence every further frame fails the same way.
    pub(crate) fn step(&mut self, frames: u64) -> Result<(), Error> {
        for _ in 0..frames {
            if let Some((why, frame, body, pass)) = self.diverged.clone() {
                return Err(Error::Diverged {
                    why,
                    frame,
                    body,
                    pass,
                });
            }
            let stepped = self.session.simulation().step().map_err(Error::from);
            if let Err(Error::Diverged {
                why,
                frame,
                body,
                pass,
            }) = &stepped
            {
                self.diverged = Some((why.clone(), *frame, body.clone(), pass));
            }
            stepped?;
        }
        Ok(())
    }
}

#[pymethods]
impl Simulation {
    #[new]
    fn new(py: Python<'_>, scene: &Scene, options: Vec<String>) -> PyResult<Self> {
        let loaded = &scene.loaded;
        let session = py.detach(|| Session::new(loaded, &options));
        let session = session.map_err(|error| raised(py, error))?;
        let state = State {
            session,
            diverged: None,
        };
        Ok(Self {
            state: Mutex::new(Some(state)),
            process: std::process::id(),
        })
    }

    fn step(&self, py: Python<'_>, frames: u64) -> PyResult<()> {
        self.detached(py, |state| state.step(frames))
    }

    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.detached(py, |state| {
            state.session.simulation().reset()?;
            state.diverged = None;
            Ok(())
        })
    }

    /// Number of the frame, and simulated time, s.
    fn time(&self, py: Python<'_>) -> PyResult<(u64, f64)> {
        self.with(py, |session| {
            Ok((session.state().frame(), session.state().time()))
        })
    }

    /// The header of the metrics as JSON, whose bodies are all bodies.
    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |session| session.header())
    }

    /// Number of deformable bodies, which come first.
    fn deformables(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |session| Ok(session.state().deformables()))
    }

    /// Grows when bodies tear, which changes their numbers of particles.
    fn generation(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |session| Ok(session.state().generation()))
    }

    fn metrics(&self, py: Python<'_>) -> PyResult<String> {
        self.detached(py, |state| state.session.metrics())
    }

    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |session| Ok(session.simulation().state_hash()?))
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.detached(py, |state| state.session.save())?;
        Ok(PyBytes::new(py, &state))
    }

    fn load(&self, py: Python<'_>, bytes: Vec<u8>) -> PyResult<()> {
        self.detached(py, |state| {
            state.session.load(bytes)?;
            state.diverged = None;
            Ok(())
        })
    }

    fn set(&self, py: Python<'_>, sets: Sets) -> PyResult<()> {
        match self.detached(py, |state| state.session.set(&sets))? {
            Applied::Now => Ok(()),
            Applied::NeedsRebuild(key) => Err(rebuild(py, &key)),
        }
    }

    /// An image of height × width × 4 bytes.
    fn render<'py>(
        &self,
        py: Python<'py>,
        size: [u32; 2],
        camera: Option<String>,
        balls: bool,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let picture = Picture {
            size,
            camera,
            balls,
        };
        let image = self.detached(py, |state| state.session.draw(&picture))?;
        let shape = [image.height as usize, image.width as usize, 4];
        PyArray1::from_vec(py, image.rgba).reshape(shape)
    }

    fn particles_of(&self, py: Python<'_>, body: usize) -> PyResult<usize> {
        self.with(py, |session| Ok(session.state().particles_of(body).len()))
    }

    /// Positions (0) or velocities (1) of a body.
    fn vectors_of<'py>(
        &self,
        py: Python<'py>,
        body: usize,
        which: usize,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let values = self.with(py, |session| {
            let range = session.state().particles_of(body);
            let buffer = session.state().state_of_particles()[which];
            let part = [16 * range.start as u64, 16 * range.len() as u64];
            session.with_content(buffer, part, triples)
        })?;
        rows(py, values, 3)
    }

    /// Sets positions (0) or velocities (1) of a body, which has as many particles as the array has rows.
    fn set_vectors_of(
        &self,
        py: Python<'_>,
        body: usize,
        which: usize,
        values: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let values = vectors(&values);
        self.with(py, |session| {
            let simulation = session.simulation();
            match which {
                0 => simulation.set_positions(body, &values)?,
                _ => simulation.set_velocities(body, &values)?,
            }
            Ok(())
        })
    }

    /// Names; the body, the other as an index in the names; position, normal and force of each contact, nine numbers.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Contacts<'py>> {
        let points = self.detached(py, |state| {
            Ok(state.session.simulation().contact_points()?)
        })?;
        let vectors = bytemuck::cast_slice(&points.vectors).to_vec();
        Ok((
            points.names,
            PyArray1::from_vec(py, points.bodies),
            PyArray1::from_vec(py, points.others),
            rows(py, vectors, 9)?,
        ))
    }

    fn joints(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |session| Ok(session.state().joint_names().to_vec()))
    }

    /// Target position and velocity of each drive of a joint.
    fn drives_of(&self, py: Python<'_>, joint: usize) -> PyResult<Vec<[f32; 2]>> {
        self.with(py, |session| Ok(session.state().drives_of(joint)))
    }

    fn set_drives_of(&self, py: Python<'_>, joint: usize, targets: Vec<[f32; 2]>) -> PyResult<()> {
        self.with(py, |session| {
            Ok(session.simulation().set_drives(joint, &targets)?)
        })
    }

    /// Sets external forces on a body for the following frames.
    fn set_forces_of(
        &self,
        py: Python<'_>,
        body: usize,
        values: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let values = vectors(&values);
        self.with(py, |session| {
            Ok(session.simulation().set_forces(body, &values)?)
        })
    }

    /// Sets external force and torque on a rigid body for the following frames.
    fn set_load(
        &self,
        py: Python<'_>,
        rigid: usize,
        force: [f64; 3],
        torque: [f64; 3],
    ) -> PyResult<()> {
        let [force, torque] = [force, torque].map(DVec3::from);
        self.with(py, |session| {
            Ok(session.simulation().set_load(rigid, force, torque)?)
        })
    }

    fn masses_of<'py>(&self, py: Python<'py>, body: usize) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let masses = self.with(py, |session| Ok(session.state().masses_of(body).to_vec()))?;
        Ok(PyArray1::from_vec(py, masses))
    }

    fn rest_positions_of<'py>(
        &self,
        py: Python<'py>,
        body: usize,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let values = self.with(py, |session| {
            let rests = session.state().rest_positions_of(body);
            Ok(triples(bytemuck::cast_slice(rests)))
        })?;
        rows(py, values, 3)
    }

    /// Triangles of a body, or else its segments.
    fn elements_of<'py>(
        &self,
        py: Python<'py>,
        body: usize,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let elements = self.with(py, |session| Ok(session.state().elements_of(body)))?;
        let segments = elements.first().is_some_and(|e| e[2] == u32::MAX);
        let width = if segments { 2 } else { 3 };
        let corners = elements.iter().flat_map(|e| e[..width].to_vec());
        rows(py, corners.collect(), width)
    }

    fn rigid_motion(&self, py: Python<'_>, body: usize) -> PyResult<Motion> {
        self.with(py, |session| {
            let motion = session.state().rigid_motion(body);
            let velocities = (motion.velocity, motion.angular_velocity);
            Ok((motion.position, motion.rotation, velocities.0, velocities.1))
        })
    }

    fn set_rigid_pose(
        &self,
        py: Python<'_>,
        body: usize,
        position: [f64; 3],
        rotation: [f64; 4],
    ) -> PyResult<()> {
        let rotation = DQuat::from_array(rotation).normalize();
        self.with(py, |session| {
            let simulation = session.simulation();
            Ok(simulation.set_rigid_pose(body, DVec3::from(position), rotation)?)
        })
    }

    fn set_rigid_velocity(
        &self,
        py: Python<'_>,
        body: usize,
        velocity: [f64; 3],
        angular_velocity: [f64; 3],
    ) -> PyResult<()> {
        let [velocity, spin] = [velocity, angular_velocity].map(DVec3::from);
        self.with(py, |session| {
            Ok(session
                .simulation()
                .set_rigid_velocity(body, velocity, spin)?)
        })
    }

    /// Pins particles of a body, which are in order.
    fn pin(&self, py: Python<'_>, body: usize, particles: Vec<u32>) -> PyResult<()> {
        self.detached(py, |state| state.session.pin(body, particles))
    }

    fn pins_of(&self, py: Python<'_>, body: usize) -> PyResult<Vec<u32>> {
        self.with(py, |session| {
            Ok(session.scene().bodies[body].pinned.clone())
        })
    }

    fn held_pins_of(&self, py: Python<'_>, body: usize) -> PyResult<Vec<u32>> {
        self.with(py, |session| Ok(session.state().held_pins_of(body)))
    }

    fn move_pins(
        &self,
        py: Python<'_>,
        body: usize,
        targets: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let targets: Vec<Vec3> = vectors(&targets).into_iter().map(Vec3::from).collect();
        self.with(py, |session| {
            session.simulation().move_pins(body, &targets);
            Ok(())
        })
    }
}
