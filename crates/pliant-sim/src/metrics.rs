//! What a run reports: the header line and a line for each frame (docs/metrics.md), minus the program's own fields.

use serde::Serialize;
use std::collections::BTreeMap;

/// What a simulation is, for the header line and `pliant info`.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct Summary {
    /// Subgroup size that passes run with.
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

/// What a body is.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct BodySummary {
    /// Its node's name.
    pub name: String,
    /// `cloth`, `rope`, …
    pub kind: &'static str,
    /// How many particles.
    pub particles: u32,
    /// How many of them are pinned.
    pub pinned: u32,
    /// Total mass, kg, pins included.
    pub mass: f64,
    /// Constraints by type: `stretch`, `shear`, `bend`.
    pub constraints: BTreeMap<&'static str, u32>,
}

/// One frame line, minus `ms`.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct FrameMetrics {
    /// 0 is the start.
    pub frame: u64,
    /// Simulated time, s.
    pub time: f64,
    /// A body each.
    pub bodies: Vec<BodyMetrics>,
    /// A probe each, in the order they were asked for.
    pub probes: Vec<ProbeMetrics>,
    /// A joint each, in the scene's order; absent in frame 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointMetrics>,
    /// A trigger each, in the scene's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<TriggerMetrics>,
    /// What has come into triggers and gone out of them in the frame, in the order of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TriggerEvent>,
    /// Contacts that push at the frame's end.
    pub contacts: u64,
    /// The same by what meets what.
    pub contacts_by_kind: ContactCounts,
    /// Edges of surfaces that go through triangles of others or of their own, as often as they do; absent where none touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersections: Option<u64>,
    /// Rigid bodies that sleep; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleeping: Option<u64>,
    /// Deepest overlap of any body with a collider's true surface, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_penetration: Option<f64>,
    /// A pair each that touched in the frame; absent in frame 0, and without `Settings::contact_forces`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contact_forces: Vec<ContactForce>,
    /// What did not fit.
    pub overflow: Overflow,
    /// Values that are not finite.
    pub nonfinite: u64,
}

/// What a joint carries.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct JointMetrics {
    /// The name of the node that has it.
    pub name: String,
    /// The force that its node puts on the connected one, mean over the frame's substeps, N.
    pub force: [f64; 3],
    /// The torque, about the connected node's place, N·m.
    pub torque: [f64; 3],
    /// Whether it is broken.
    pub broken: bool,
}

/// What is in a trigger at a frame's end.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct TriggerMetrics {
    /// Its node's name.
    pub name: String,
    /// How many bodies and colliders are in it, if only in part.
    pub inside: u64,
    /// Their names.
    pub bodies: Vec<String>,
    /// How many have come in so far.
    pub entered: u64,
    /// How many have gone out.
    pub left: u64,
    /// Particles that are in it.
    pub particles: u64,
}

/// Something comes into a trigger, or goes out.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct TriggerEvent {
    /// The end of the substep in which it did, s.
    pub time: f64,
    /// `enter` or `leave`.
    pub event: &'static str,
    /// The name of the trigger's node.
    pub trigger: String,
    /// The name of the body, or of the collider's node.
    pub body: String,
}

/// Contacts that push at a frame's end, by kind.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct ContactCounts {
    /// Of particles with colliders.
    pub collider: u64,
    /// Of parts of bodies' surfaces with each other.
    pub deformable: u64,
    /// Of rigid bodies with colliders and each other, a place each.
    pub rigid: u64,
}

/// What a body does to something that it touches.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct ContactForce {
    /// The body's name.
    pub a: String,
    /// The name of the collider's node.
    pub b: String,
    /// The force that `a` puts on `b`, mean over the frame's substeps, bounces included, N.
    pub force: [f64; 3],
}

/// A body in a frame; SI units, world axes.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct BodyMetrics {
    /// Its node's name.
    pub name: String,
    /// Centre of mass, m.
    pub com: [f64; 3],
    /// Velocity of the centre of mass, m/s.
    pub velocity: [f64; 3],
    /// kg·m/s.
    pub momentum: [f64; 3],
    /// About the world origin, kg·m²/s.
    pub angular_momentum: [f64; 3],
    /// J.
    pub kinetic_energy: f64,
    /// −Σ m g·x, J.
    pub potential_energy: f64,
    /// Σ ½ α λ²/h⁴, J.
    pub elastic_energy: f64,
    /// Smallest and largest corner, m.
    pub aabb: [[f64; 3]; 2],
    /// Largest l/l₀ − 1 over stretch links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_strain: Option<f64>,
    /// Mean of l/l₀ − 1 over stretch links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_strain: Option<f64>,
    /// What a closed body encloses, m³.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// World rotation of a rigid body's node, x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    /// Of a rigid body, rad/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<[f64; 3]>,
    /// What a balloon pushes outwards with, from the multiplier of its volume: λ/h², Pa.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<f64>,
    /// The force that the body puts on its pins, mean over the frame's substeps, N.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin_force: Option<[f64; 3]>,
    /// What it is tied to; absent in frame 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentMetrics>,
    /// How far the last substep is from solved; absent in frame 0, and without `Settings::residuals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residual: Option<Residual>,
    /// Deepest overlap with a collider's true surface, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_penetration: Option<f64>,
    /// Of a fluid; absent in frame 0.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub fluid: Option<FluidMetrics>,
    /// Particles that tearing has added so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tears: Option<u32>,
}

/// What is told of a fluid.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct FluidMetrics {
    /// max(0, ρ/ρ₀ − 1) over its particles.
    pub density_error: Densities,
    /// How many neighbours its particles have.
    pub neighbours: Neighbourhood,
    /// Particles that wait to come out of its emitter.
    pub pending: u64,
    /// Particles that were taken away, because they were too low.
    pub removed: u64,
    /// Particles outside of every tank: those, and what has no collider beneath.
    pub leaked: u64,
}

/// Over the particles of a fluid.
#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
pub struct Densities {
    /// Mean.
    pub mean: f64,
    /// Largest.
    pub max: f64,
}

/// Over the particles of a fluid.
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

/// All attachments of a body to one node.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct AttachmentMetrics {
    /// The node's name.
    pub to: String,
    /// The force that the body puts on it, mean over the frame's substeps, N.
    pub force: [f64; 3],
}

/// A probed vertex in a frame.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct ProbeMetrics {
    /// The body's name.
    pub name: String,
    /// glTF vertex index.
    pub index: u32,
    /// m.
    pub position: [f64; 3],
    /// m/s.
    pub velocity: [f64; 3],
    /// Force of constraints and contacts on the vertex, mean over the frame's substeps, N; absent in frame 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<[f64; 3]>,
}

/// What a distance link carries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tension {
    /// Its ends, counted over all bodies.
    pub particles: [u32; 2],
    /// Its length at rest, m.
    pub rest: f64,
    /// N; negative where it pushes.
    pub tension: f64,
}

/// Things that did not fit their lists in this frame.
#[derive(Debug, Clone, Copy, Default, Serialize, PartialEq, Eq)]
pub struct Overflow {
    /// Colliders near a particle beyond its contact slots.
    pub contacts: u64,
    /// Neighbours of fluids' particles beyond what a list may hold.
    pub neighbours: u64,
    /// Constraint slots.
    pub slots: u64,
    /// Pushes that contact forces lack.
    pub forces: u64,
}

impl BodyMetrics {
    /// A body of which no more is known than where it is.
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
