//! Rigid bodies: motion, mass properties and joints.

pub(crate) mod draft;
pub(crate) mod inertia;
pub(crate) mod joint;
pub(crate) mod motion;
pub(crate) mod omi_joint;
pub(crate) mod read_joints;
pub(crate) mod rigid;
