//! The motion that KHR_physics_rigid_bodies gives a node.

use crate::error::{Error, Result};
use crate::graph::nodes::unit;
use glam::Quat;
use serde::Deserialize;

/// A node with motion is a rigid body.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Motion {
    pub(crate) is_kinematic: bool,
    /// kg; 0 is infinite.
    pub(crate) mass: Option<f32>,
    /// m, in the node's frame.
    pub(crate) center_of_mass: Option<[f32; 3]>,
    /// kg m²; 0 is infinite.
    pub(crate) inertia_diagonal: Option<[f32; 3]>,
    /// From the axes of that to the node's.
    pub(crate) inertia_orientation: Option<[f32; 4]>,
    pub(crate) linear_velocity: Option<[f32; 3]>,
    pub(crate) angular_velocity: Option<[f32; 3]>,
    pub(crate) gravity_factor: f32,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            is_kinematic: false,
            mass: None,
            center_of_mass: None,
            inertia_diagonal: None,
            inertia_orientation: None,
            linear_velocity: None,
            angular_velocity: None,
            gravity_factor: 1.0,
        }
    }
}

impl Motion {
    /// The motion of a node, kinematic if it is `animated`: animations override the simulation.
    pub(crate) fn animated(self, animated: bool) -> Self {
        Self {
            is_kinematic: self.is_kinematic || animated,
            ..self
        }
    }

    /// Whether it is kinematic with a velocity of its own.
    pub(crate) fn moves_by_itself(&self) -> bool {
        let still = |velocity: Option<[f32; 3]>| velocity.is_none_or(|v| v == [0.0; 3]);
        self.is_kinematic && !(still(self.linear_velocity) && still(self.angular_velocity))
    }

    /// Refuses masses and inertias below 0 and values that are not finite.
    pub(crate) fn check(&self, owner: &str) -> Result<()> {
        let negative = |numbers: &[f32]| numbers.iter().any(|n| !(n.is_finite() && *n >= 0.0));
        if self.mass.is_some_and(|mass| negative(&[mass])) {
            return Error::scene(format!(
                "{owner}: its mass must be 0 (infinite) or above, kg"
            ));
        }
        if self.inertia_diagonal.is_some_and(|i| negative(&i)) {
            return Error::scene(format!(
                "{owner}: its inertiaDiagonal must be 0 (infinite) or above, kg m²"
            ));
        }
        let vectors = [
            self.center_of_mass,
            self.linear_velocity,
            self.angular_velocity,
        ];
        let orientation = self.inertia_orientation.map(Quat::from_array);
        let finite = vectors.iter().flatten().flatten().all(|n| n.is_finite());
        let turns = orientation.is_none_or(|q| unit(q).is_some());
        if !(finite && turns && self.gravity_factor.is_finite()) {
            return Error::scene(format!(
                "{owner}: its motion has a number that is not finite"
            ));
        }
        Ok(())
    }
}
