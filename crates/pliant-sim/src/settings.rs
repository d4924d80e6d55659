//! Settings of a run: those of the command line, else those of the scene.

use glam::DVec3;
use pliant_scene::{Scene, Solver};

/// Resolved settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Frames per simulated second.
    pub fps: f64,
    /// Substeps per frame, at least 1.
    pub substeps: u32,
    /// Iterations per substep, at least 1.
    pub iterations: u32,
    /// Solver of links and lists.
    pub solver: Solver,
    /// Gravity, m/s².
    pub gravity: DVec3,
    /// Wind, m/s; `None` where there is no air.
    pub wind: Option<DVec3>,
    /// Fluid particles below this height are removed, m; `None` removes none.
    pub kill_below: Option<f32>,
    /// Whether resting rigid bodies are put to sleep.
    pub sleeping: bool,
    /// Whether glTF animations repeat.
    pub repeat: bool,
    /// Whether a vertex or a rigid body can be grabbed (the viewer).
    pub interactive: bool,
    /// Whether metrics include residuals.
    pub residuals: bool,
    /// Whether metrics include the forces between bodies and what they touch.
    pub contact_forces: bool,
    /// Vertices to follow: body (index in `Scene::bodies`) and glTF vertex.
    pub probes: Vec<(usize, u32)>,
}

impl Settings {
    /// Settings of the scene, else the defaults of the table of keys.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let said = &scene.settings;
        Self {
            fps: said.fps(),
            substeps: said.substeps(),
            iterations: said.iterations(),
            solver: said.solver(),
            gravity: said.gravity(),
            wind: said.wind.map(|wind| wind.as_dvec3()),
            kill_below: said.kill_below,
            sleeping: said.sleeping(),
            repeat: false,
            interactive: false,
            residuals: false,
            contact_forces: false,
            probes: Vec::new(),
        }
    }

    /// Length of a frame, s.
    #[must_use]
    pub fn dt(&self) -> f64 {
        1.0 / self.fps
    }

    /// Length of a substep, s.
    #[must_use]
    pub fn h(&self) -> f64 {
        self.dt() / f64::from(self.substeps)
    }
}
