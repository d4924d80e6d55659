//! Joints of KHR_physics_rigid_bodies and OMI_physics_joint: what two nodes may do to each other.

/// Two nodes whose frames, where they are in their bodies at t = 0, are held and driven against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The node that has the joint, in `Scene::nodes`; limits and drives are along its axes.
    pub node: usize,
    /// The node that it is connected to; it is what is measured.
    pub connected: usize,
    /// What carries the two, in this order.
    pub carriers: [Carrier; 2],
    /// What keeps them together.
    pub limits: Vec<Limit>,
    /// What moves them.
    pub drives: Vec<Drive>,
    /// Whether the two bodies meet each other.
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
    /// Nothing: it stays.
    World,
}

/// Whether a limit or drive is about places or about turns.
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
    /// Infinite where there is none.
    pub min: f32,
    /// Infinite where there is none.
    pub max: f32,
    /// Beyond the bounds, N/m or N·m/rad; infinite where nothing gives way.
    pub stiffness: f32,
    /// Beyond the bounds, N·s/m or N·m·s/rad.
    pub damping: f32,
}

/// A spring and damper along or about an axis: stiffness·(position − where it is) + damping·(velocity − how fast it goes).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drive {
    /// What it moves.
    pub freedom: Freedom,
    /// Whether stiffness and damping are for each kg (or kg·m²) that it moves.
    pub acceleration: bool,
    /// 0 to 2.
    pub axis: usize,
    /// The most that it pushes with, N or N·m; infinite where it has no bound.
    pub max_force: f32,
    /// m or rad.
    pub position: f32,
    /// m/s or rad/s.
    pub velocity: f32,
    /// N/m or N·m/rad.
    pub stiffness: f32,
    /// N·s/m or N·m·s/rad.
    pub damping: f32,
}
