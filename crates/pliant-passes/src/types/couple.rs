//! Structs of contacts and attachments of particles and rigid bodies that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// `CoupledSum::weight` of a mass-splitting weight of 1.
    WEIGHT_ONE = 1024;
    /// Fine units in a unit of impulse.
    FINE_PARTS = 65536;
    /// Sample points that contact a large triangle in an iteration, at most.
    MOST_VERTEX_FACES = 4;
}

gpu_struct! {
    /// Contact of a particle with a collider of a free rigid body; one for each of its contact slots.
    struct Coupling {
        /// Outward from the collider, world.
        normal: [f32; 3],
        /// Separation, m.
        separation: f32,
        /// From the body's centre of mass to the particle, m.
        arm: [f32; 3],
        /// Normal velocity before any contact impulse, m/s.
        normal_velocity: f32,
    }

    /// Impulse of a particle on a rigid body at one of its contact slots.
    struct RigidImpulse {
        /// The rigid body, or NONE.
        body: u32,
        /// Mass-splitting weight of the contact; 0 where it is inactive.
        weight: f32,
        /// Impulse on the body, kg m.
        impulse: [f32; 3],
        /// Angular impulse about its centre of mass, kg m².
        angular_impulse: [f32; 3],
    }

    /// A mean of particles that is attached to a point of a free rigid body.
    struct RigidAttachment {
        /// Particles, or NONE.
        own: [u32; 4],
        /// Their weights, which add up to 1.
        weights: [f32; 4],
        /// The rigid body.
        body: u32,
        /// The point in the body's frame, m.
        local: [f32; 3],
        /// Index in the material pool.
        material: u32,
    }

    /// Push constants of `couple/solve_rigid_attachments`.
    struct RigidAttachParams {
        /// First colour that the dispatch solves.
        first_color: u32,
        /// Number of colours that it solves.
        colors: u32,
        /// Fraction of λ to keep: 0 in the first iteration of a substep, then 1.
        keep: f32,
        /// Index of the first attachment's correction.
        first_correction: u32,
    }

    /// A triangle of a surface that is large relative to colliders.
    struct LargeTriangle {
        /// Particles.
        corners: [u32; 3],
        /// Their body.
        body: u32,
    }

    /// A sample point of a collider: a ball at a corner, on an edge or inside a round shape.
    struct SamplePoint {
        /// Position in the collider's frame at the scale of its pose, m.
        position: [f32; 3],
        /// Radius, m; 0 where the collider is sharp.
        radius: f32,
        /// The collider.
        collider: u32,
    }

    /// Push constants of `couple/find_vertex_faces` and `couple/solve_vertex_face_contacts`.
    struct VertexFaceParams {
        /// Number of large triangles.
        count: u32,
        /// Number of colliders.
        colliders: u32,
        /// First pose of this substep.
        first_pose: u32,
        /// First colour that the dispatch solves.
        first_color: u32,
        /// Number of colours that it solves.
        colors: u32,
    }

    /// Sum of all impulses of particles on a rigid body, in whole numbers, so that their order does not matter.
    struct CoupledSum {
        /// Impulse in `Rigid::unit`.
        impulse: [i32; 3],
        /// Its remainder in fine units.
        impulse_fine: [i32; 3],
        /// Angular impulse in `Rigid::angular_unit`.
        angular_impulse: [i32; 3],
        /// Its remainder in fine units.
        angular_impulse_fine: [i32; 3],
        /// Σ mass-splitting weights, in 1/WEIGHT_ONE.
        weight: u32,
    }
}
