//! Structs of what goes between particles and rigid bodies that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// What a share of 1 counts for in `CoupledSum::share`.
    WHOLE_SHARE = 1024;
    /// Fine parts of a unit of pushes.
    FINE_PARTS = 65536;
    /// Studs that poke a patch in an iteration.
    MOST_POKES = 4;
}

gpu_struct! {
    /// Where a particle meets a collider of a free rigid body; one for each of its contact slots.
    struct Coupling {
        /// Away from it, world.
        normal: [f32; 3],
        /// How far the particle is from touching it, m.
        separation: f32,
        /// From the body's centre of mass to the particle, m.
        arm: [f32; 3],
        /// How fast they part before anything pushes, m/s.
        normal_velocity: f32,
    }

    /// What a particle does to a rigid body at a collider of it.
    struct RigidPush {
        /// The rigid body, or NONE.
        body: u32,
        /// What the body has to share out because of it; 0 where it does not press.
        share: f32,
        /// What pushes the body here, kg m.
        push: [f32; 3],
        /// About its centre of mass, kg m².
        turn: [f32; 3],
    }

    /// A mean of particles that is held to a place of a free rigid body.
    struct RigidAttachment {
        /// Particles, or NONE.
        own: [u32; 4],
        /// Their weights, which add up to 1.
        weights: [f32; 4],
        /// The rigid body.
        body: u32,
        /// In its frame, m.
        local: [f32; 3],
        /// In the material pool.
        material: u32,
    }

    /// Push constants of `couple/solve_rigid_attachments`.
    struct RigidAttachParams {
        /// How many colours.
        colors: u32,
        /// What is kept of λ: 0 in the first iteration of a substep, then 1.
        keep: f32,
        /// Place of the first one's push.
        push: u32,
    }

    /// A triangle of a surface that is large for what meets it.
    struct Patch {
        /// Particles.
        corners: [u32; 3],
        /// Their body.
        body: u32,
    }

    /// A ball at a corner of a collider, on an edge, or inside of what is round.
    struct Stud {
        /// In the collider's frame, scaled as its pose says, m.
        place: [f32; 3],
        /// m; 0 where the collider is sharp.
        radius: f32,
        /// The collider.
        collider: u32,
    }

    /// All studs of a collider.
    struct Studded {
        /// The collider.
        collider: u32,
        /// The first one.
        first: u32,
        /// How many.
        count: u32,
        /// From the collider's origin to the farthest end of one, m.
        extent: f32,
    }

    /// Push constants of `couple/solve_vertex_face_contacts`.
    struct PokeParams {
        /// Colours of patches.
        colors: u32,
        /// How many colliders have studs.
        studded: u32,
        /// How many colliders.
        colliders: u32,
        /// First pose of this substep.
        first_pose: u32,
        /// How many rigid bodies.
        bodies: u32,
    }

    /// What all particles do to a rigid body, added up in whole numbers, so that their order does not matter.
    struct CoupledSum {
        /// In `Rigid::unit`.
        push: [i32; 3],
        /// What that leaves, in parts of a unit.
        push_fine: [i32; 3],
        /// In `Rigid::turn_unit`.
        turn: [i32; 3],
        /// What that leaves, in parts of a unit.
        turn_fine: [i32; 3],
        /// Σ shares, in 1/WHOLE_SHARE.
        share: u32,
    }
}
