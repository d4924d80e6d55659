//! What a run reports: the header line and a line for each frame (docs/metrics.md), without the fields that the program adds.

pub(crate) mod measure;
pub(crate) mod residual;

use serde::Serialize;
use std::collections::BTreeMap;

/// Bodies and settings of a simulation, for the header line and `pliant info`.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct Summary {
    /// Subgroup size of the passes.
    pub subgroup: u32,
    /// Lanes that share a particle in the Jacobi solver, 1 with Gauss-Seidel.
    pub lanes: u32,
    /// Lanes that share a particle of a fluid, 1 without fluids.
    pub fluid_lanes: u32,
    /// Length of a frame, s.
    pub dt: f64,
    /// Substeps a frame.
    pub substeps: u32,
    /// Iterations a substep.
    pub iterations: u32,
    /// `jacobi` or `gauss-seidel`.
    pub solver: &'static str,
    /// Colours of the Gauss-Seidel solver by constraint type, empty with Jacobi.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub colors: BTreeMap<&'static str, u32>,
    /// The bodies, in the order of every frame line.
    pub bodies: Vec<BodySummary>,
}

/// Kind, size and constraints of a body.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct BodySummary {
    /// Its node's name.
    pub name: String,
    /// `cloth`, `rope`, …
    pub kind: &'static str,
    /// Number of particles.
    pub particles: u32,
    /// Number of pinned particles.
    pub pinned: u32,
    /// Total mass, kg, pins included.
    pub mass: f64,
    /// Constraints by type: `stretch`, `shear`, `bend`.
    pub constraints: BTreeMap<&'static str, u32>,
}

/// One frame line, without `ms`.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct FrameMetrics {
    /// 0 is the start.
    pub frame: u64,
    /// Simulated time, s.
    pub time: f64,
    /// One entry for each body.
    pub bodies: Vec<BodyMetrics>,
    /// One entry for each probe, in the order in which they were given.
    pub probes: Vec<ProbeMetrics>,
    /// One entry for each joint, in the scene's order; absent in frame 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointMetrics>,
    /// One entry for each trigger, in the scene's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<TriggerMetrics>,
    /// Bodies and colliders that entered or left triggers in the frame, sorted by time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TriggerEvent>,
    /// Number of contacts that push at the frame's end.
    pub contacts: u64,
    /// The same, by kind.
    pub contacts_by_kind: ContactCounts,
    /// Edge–triangle intersections between deformable surfaces, 0 in a valid state; absent where no surfaces can collide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersections: Option<u64>,
    /// Displacements that were truncated in the frame, so that surfaces do not intersect: particles, summed over the substeps.
    /// Absent where no surfaces can collide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<u64>,
    /// Particles that a deforming collider enclosed, summed over the substeps of the frame; absent where none deforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enclosed: Option<u64>,
    /// Searches for contacts of deformable bodies in the frame: at most two a substep, where something moves fast. Absent where no
    /// surfaces can collide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searches: Option<u64>,
    /// Pairs of rigid bodies' colliders whose contact points were detected in the frame: once each, and again where they move against
    /// each other. Absent in a scene without rigid bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detections: Option<u64>,
    /// Number of sleeping rigid bodies; absent in a scene without rigid bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleeping: Option<u64>,
    /// Deepest overlap of any body with a collider's true surface, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_penetration: Option<f64>,
    /// One entry for each pair that touched in the frame; absent in frame 0, and without `Settings::contact_forces`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contact_forces: Vec<ContactForce>,
    /// What did not fit its list.
    pub overflow: Overflow,
    /// Number of values that are not finite.
    pub nonfinite: u64,
}

/// Load of a joint.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct JointMetrics {
    /// Name of its node.
    pub name: String,
    /// Force of its node on the connected one, mean over the frame's substeps, N.
    pub force: [f64; 3],
    /// Torque about the connected node's position, N·m.
    pub torque: [f64; 3],
    /// Whether it is broken.
    pub broken: bool,
}

/// Contents of a trigger at a frame's end.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct TriggerMetrics {
    /// Its node's name.
    pub name: String,
    /// Number of bodies and colliders that are at least partly in it.
    pub inside: u64,
    /// Their names.
    pub bodies: Vec<String>,
    /// Number that have entered so far.
    pub entered: u64,
    /// Number that have left so far.
    pub left: u64,
    /// Number of particles in it.
    pub particles: u64,
}

/// A body or collider enters or leaves a trigger.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct TriggerEvent {
    /// End of the substep in which it did, s.
    pub time: f64,
    /// `enter` or `leave`.
    pub event: &'static str,
    /// Name of the trigger's node.
    pub trigger: String,
    /// Name of the body, or of the collider's node.
    pub body: String,
}

/// Contacts that push at a frame's end, by kind.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct ContactCounts {
    /// Contacts of particles with colliders.
    pub collider: u64,
    /// Contacts between features of deformable surfaces.
    pub deformable: u64,
    /// Contact points of rigid bodies with colliders and with each other.
    pub rigid: u64,
}

/// Force of a body on something that it touches.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct ContactForce {
    /// The body's name.
    pub a: String,
    /// The name of the collider's node.
    pub b: String,
    /// Force of `a` on `b`, mean over the frame's substeps, including restitution, N.
    pub force: [f64; 3],
}

/// A body in a frame, in SI units and world axes.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct BodyMetrics {
    /// Its node's name.
    pub name: String,
    /// Centre of mass, m.
    pub com: [f64; 3],
    /// Velocity of the centre of mass, m/s.
    pub velocity: [f64; 3],
    /// Linear momentum, kg·m/s.
    pub momentum: [f64; 3],
    /// Angular momentum about the world origin, kg·m²/s.
    pub angular_momentum: [f64; 3],
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
    /// Potential energy −Σ m g·x, J.
    pub potential_energy: f64,
    /// Elastic energy Σ ½ α λ²/h⁴, J.
    pub elastic_energy: f64,
    /// Smallest and largest corner of the bounding box, m.
    pub aabb: [[f64; 3]; 2],
    /// Largest l/l₀ − 1 over stretch links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_strain: Option<f64>,
    /// Mean of l/l₀ − 1 over stretch links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_strain: Option<f64>,
    /// Volume that a closed body encloses, m³.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// World rotation of a rigid body's node, x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    /// Angular velocity of a rigid body, rad/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<[f64; 3]>,
    /// Excess pressure of a balloon, from the multiplier of its volume constraint: λ/h², Pa.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<f64>,
    /// Force of the body on its pins, mean over the frame's substeps, N.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin_force: Option<[f64; 3]>,
    /// Attachments, one entry for each node; absent in frame 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentMetrics>,
    /// Residual of the last substep; absent in frame 0, and without `Settings::residuals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residual: Option<Residual>,
    /// Deepest overlap with a collider's true surface, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_penetration: Option<f64>,
    /// Metrics of a fluid; absent in frame 0.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub fluid: Option<FluidMetrics>,
    /// Number of particles that tearing has added so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tears: Option<u32>,
}

/// Metrics of a fluid.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct FluidMetrics {
    /// max(0, ρ/ρ₀ − 1) over its particles.
    pub density_error: Densities,
    /// Number of neighbours of its particles.
    pub neighbours: Neighbourhood,
    /// Particles that its emitter has not emitted yet.
    pub pending: u64,
    /// Particles that were removed below `pliant_kill_below`.
    pub removed: u64,
    /// Particles outside of every tank: removed ones, and those with no collider below them.
    pub leaked: u64,
}

/// A density error over the particles of a fluid.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct Densities {
    /// Mean.
    pub mean: f64,
    /// Largest.
    pub max: f64,
}

/// Number of neighbours over the particles of a fluid.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct Neighbourhood {
    /// Mean.
    pub mean: f64,
    /// Largest.
    pub max: u32,
}

/// Norms of the equations that a substep solves \[MMC16, eqs 8, 9\], over all particles and rows of a body.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct Residual {
    /// ‖M(x − x̃) − ∇Cᵀλ‖, kg·m.
    pub primal: f64,
    /// ‖C + α̃λ‖, each row in its own unit.
    pub dual: f64,
}

/// Force of all attachments of a body to one node.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct AttachmentMetrics {
    /// The node's name.
    pub to: String,
    /// Force of the body on the node, mean over the frame's substeps, N.
    pub force: [f64; 3],
}

/// A probed vertex in a frame.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct ProbeMetrics {
    /// The body's name.
    pub name: String,
    /// Position, m.
    pub index: u32,
    /// Velocity, m/s.
    pub position: [f64; 3],
    /// m/s.
    pub velocity: [f64; 3],
    /// Force of constraints and contacts on the vertex, mean over the frame's substeps, N; absent in frame 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<[f64; 3]>,
}

/// Tension of a distance link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tension {
    /// Its two particles, counted over all bodies.
    pub particles: [u32; 2],
    /// Rest length, m.
    pub rest: f64,
    /// Tension, N; negative where the link pushes.
    pub tension: f64,
}

/// Entries that did not fit their lists in this frame.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct Overflow {
    /// Colliders near a particle beyond its contact slots.
    pub contacts: u64,
    /// Neighbours of fluid particles beyond the largest list.
    pub neighbours: u64,
    /// Constraint slots that were missing.
    pub slots: u64,
    /// Contact impulses that are missing from `contact_forces`.
    pub forces: u64,
}

impl BodyMetrics {
    /// Metrics of a body of which only the centre of mass is known.
    pub(crate) fn still(name: &str, com: [f64; 3]) -> Self {
        Self {
            name: name.to_owned(),
            com,
            velocity: [0.0; 3],
            momentum: [0.0; 3],
            angular_momentum: [0.0; 3],
            kinetic_energy: 0.0,
            potential_energy: 0.0,
            elastic_energy: 0.0,
            aabb: [com; 2],
            max_strain: None,
            mean_strain: None,
            volume: None,
            rotation: None,
            angular_velocity: None,
            pressure: None,
            pin_force: None,
            attachments: Vec::new(),
            residual: None,
            tears: None,
            fluid: None,
            max_penetration: None,
        }
    }
}
