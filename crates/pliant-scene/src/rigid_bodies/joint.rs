//! Joints between two nodes.

/// A joint between two nodes: limits and drives on the relative motion of two joint frames, fixed in their bodies at
/// t = 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The node that has the joint, in `Scene::nodes`; limits and drives are along its axes.
    pub node: usize,
    /// The connected node, whose motion relative to `node` is measured.
    pub connected: usize,
    /// What each of the two nodes moves with, in this order.
    pub carriers: [Carrier; 2],
    /// Bounds of the relative motion.
    pub limits: Vec<Limit>,
    /// Motors and springs.
    pub drives: Vec<Drive>,
    /// Whether the two bodies collide with each other.
    pub collides: bool,
    /// The force that breaks it, N.
    pub break_force: Option<f32>,
    /// The torque that breaks it, N·m.
    pub break_torque: Option<f32>,
}

/// What a joint's node moves with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// A body in `Scene::rigids`.
    Rigid(usize),
    /// A collider in `Scene::colliders` that an animation moves.
    Collider(usize),
    /// Nothing: it is fixed in the world.
    World,
}

/// Whether a limit or drive acts on translation or on rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freedom {
    /// m and N.
    Linear,
    /// rad and N·m.
    Angular,
}

/// A distance or angle that must stay within bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// What it bounds.
    pub freedom: Freedom,
    /// Over which axes: a signed number along or about one, a distance or angle over more.
    pub axes: [bool; 3],
    /// m or rad; infinite for no bound.
    pub min: f32,
    /// m or rad; infinite for no bound.
    pub max: f32,
    /// Beyond the bounds, N/m or N·m/rad; infinite for a hard limit.
    pub stiffness: f32,
    /// Beyond the bounds, N·s/m or N·m·s/rad.
    pub damping: f32,
}

/// A spring and damper along or about an axis: stiffness·(`position` − actual position) + damping·(`velocity` − actual
/// velocity).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drive {
    /// What it acts on.
    pub freedom: Freedom,
    /// Whether stiffness and damping are multiplied by the effective mass (kg or kg·m²).
    pub acceleration: bool,
    /// X, Y or Z: 0 to 2.
    pub axis: usize,
    /// Largest force or torque, N or N·m; infinite for no bound.
    pub max_force: f32,
    /// Target, m or rad.
    pub position: f32,
    /// Target, m/s or rad/s.
    pub velocity: f32,
    /// N/m or N·m/rad.
    pub stiffness: f32,
    /// N·s/m or N·m·s/rad.
    pub damping: f32,
}
