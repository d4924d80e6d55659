//! Twins of `shaders/couple/`.

mod attach;
mod bounce;
mod gather;
mod r#move;
mod poke;
mod press;
mod settle;
mod solve;

pub(crate) use attach::attach;
pub(crate) use bounce::bounce;
pub(crate) use gather::gather;
pub(crate) use r#move::r#move;
pub(crate) use poke::poke;
pub(crate) use press::press;
pub(crate) use settle::settle;
pub(crate) use solve::solve;

use crate::types::{CoupledSum, FINE_PARTS, Rigid, RigidStep, WHOLE_SHARE};
use glam::{IVec3, Mat3, Vec3};

/// A rigid body where a particle meets it: what of it falls to that place; twin of `shaders/include/coupled.glsl`.
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    w: f32,
    inverse: Mat3,
}

impl Copy {
    fn new(w: f32, inverse: Mat3, share: u32) -> Self {
        let copies = (share as f32 / WHOLE_SHARE as f32).max(1.0);
        Self {
            w: copies * w,
            inverse: copies * inverse,
        }
    }

    /// The body alone.
    pub(crate) fn whole(step: &RigidStep) -> Self {
        Self {
            w: step.inverse_mass,
            inverse: step.inverse_inertia(),
        }
    }

    pub(crate) fn yields(self, arm: Vec3, direction: Vec3) -> f32 {
        let twist = arm.cross(direction);
        self.w + twist.dot(self.inverse * twist)
    }

    fn gives(self, arm: Vec3, push: Vec3) -> Vec3 {
        self.w * push + (self.inverse * arm.cross(push)).cross(arm)
    }
}

impl CoupledSum {
    /// What pushes the body, kg m, and what turns it, kg m²; twin of `shaders/include/sums.glsl`.
    fn take(&mut self, rigid: &Rigid) -> [Vec3; 2] {
        let units = |whole: [i32; 3], fine: [i32; 3]| {
            IVec3::from(whole).as_vec3() + IVec3::from(fine).as_vec3() / FINE_PARTS as f32
        };
        let push = units(self.push, self.push_fine) * rigid.unit;
        let turn = units(self.turn, self.turn_fine) * rigid.turn_unit;
        *self = Self {
            share: self.share,
            ..Self::default()
        };
        [push, turn]
    }
}
