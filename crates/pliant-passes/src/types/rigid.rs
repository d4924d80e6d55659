//! Structs of rigid bodies that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};
use crate::types::common::Coefficients;

gpu_constants! {
    /// `JointRow::kind`: about places, not turns.
    JOINT_LINEAR = 1;
    /// Nothing gives way.
    JOINT_HARD = 2;
    /// It holds its numbers at one value.
    JOINT_EQUAL = 4;
    /// It drives.
    JOINT_DRIVE = 8;
    /// A drive whose stiffness and damping are for each kg or kg m² that it moves.
    JOINT_ACCELERATION = 16;
    /// `JointParams::flags`: the first iteration of a substep.
    JOINTS_BEGIN = 1;
    /// The first substep of a frame.
    JOINTS_FIRST = 2;
    /// The last iteration of a frame.
    JOINTS_LAST = 4;
    /// Equations of a joint that are solved at once.
    MOST_EQUATIONS = 6;
    /// `Joint::tree`: the second body, not the first, is the one nearer to the root.
    JOINT_UPPER_B = 1;
    /// No joint before it in its tree is at the first body.
    JOINT_FRESH_A = 2;
    /// None is at the second one.
    JOINT_FRESH_B = 4;
    /// None behind it is at the one nearer to the root.
    JOINT_TOP = 8;
    /// Contact points of a pair of colliders that are collected before the manifold is reduced.
    MOST_CANDIDATES = 24;
    /// Pivots of a joint's equations below this part of the bodies' own inverse mass count as zero: rounding is about 1e-7.
    LEAST_PIVOT: f32 = 1e-6;
    /// Least part of the bodies' own inverse mass that is left with all joints below them.
    LEAST_INVERSE_MASS: f32 = 4e-6;
    /// Smaller sums of normal impulses, kg m, count as zero: divisions by them have no digits.
    LEAST_IMPULSE: f32 = 1e-30;
    /// Gauss–Seidel sweeps over the normal impulses of a manifold.
    BLOCK_SWEEPS = 8;
}

gpu_struct! {
    /// A body that does not deform, in the frame of its principal axes around its centre of mass; or something that stands or
    /// follows a collider's poses.
    struct Rigid {
        /// 1/kg; 0 where nothing moves it.
        inverse_mass: f32,
        /// About its axes, 1/(kg m²); 0 where nothing turns it.
        inverse_inertia: [f32; 3],
        /// How many times gravity pulls.
        gravity: f32,
        /// Velocity kept over a substep, exp(−c·h).
        keep: f32,
        /// The collider whose poses it follows, or NONE.
        follows: u32,
        /// From its centre to the farthest point of its colliders, m.
        extent: f32,
        /// 1 where it rests, and is left alone until something meets it.
        asleep: u32,
        /// In which pushes of particles are added up, kg m: a power of 2.
        unit: f32,
        /// In which what turns it is, kg m²: a power of 2.
        turn_unit: f32,
    }

    /// A rigid body between substeps.
    struct RigidState {
        /// Of its centre of mass, m.
        position: [f32; 3],
        /// What that dropped by rounding, m.
        compensation: [f32; 3],
        /// Unit quaternion.
        rotation: [f32; 4],
        /// What that dropped by rounding.
        slack: [f32; 4],
        /// m/s.
        velocity: [f32; 3],
        /// Angular momentum about its centre, world, kg m²/s; of a body that nothing turns its angular velocity, rad/s.
        momentum: [f32; 3],
    }

    /// A rigid body in a substep.
    struct RigidStep {
        /// How far its centre has moved, m.
        displacement: [f32; 3],
        /// How far it has turned, as a rotation vector, rad.
        turned: [f32; 3],
        /// What pushed it round, kg m².
        angular_impulse: [f32; 3],
        /// 1/kg.
        inverse_mass: f32,
        /// Inverse inertia in the world at the substep's middle: xx, yy, zz.
        diagonal: [f32; 3],
        /// Its yz, zx, xy.
        off_diagonal: [f32; 3],
    }

    /// How far a rigid body may go until pairs have to be sought again.
    struct RigidReach {
        /// m.
        margin: f32,
        /// How far it has come since they were, m.
        travel: f32,
        /// What `margin` should have been where that was more, m.
        wanted: f32,
        /// 1 where it sleeps, and something met or pushed it.
        woken: u32,
    }

    /// Whose a collider is.
    struct RigidPart {
        /// The rigid body.
        body: u32,
        /// 1 where its poses come from that body.
        carried: u32,
        /// 1 where others meet pieces of it, which come later.
        cut: u32,
        /// Its place in that body's frame, m.
        offset: [f32; 3],
        /// Its turn there.
        turn: [f32; 4],
        /// Half of its box along its own axes, m.
        half_size: [f32; 3],
    }

    /// Two colliders that may meet in a frame; the first one's body is free.
    struct RigidPair {
        /// Colliders.
        parts: [u32; 2],
        /// Their rigid bodies.
        bodies: [u32; 2],
    }

    /// How a pair of colliders meets in a substep.
    struct Manifold {
        /// How many places.
        points: u32,
        /// Friction and bounce of the two.
        coefficients: Coefficients,
        /// λ of friction, world.
        tangent: [f32; 3],
        /// λ of friction about the normal.
        twist: f32,
    }

    /// A place where a pair of colliders meets: C = open + n·(motion of the first there − that of the second) ≥ 0.
    struct RigidContact {
        /// From the second to the first, world.
        normal: [f32; 3],
        /// C at the substep's start, m.
        separation: f32,
        /// From the centre of the first one's body, m.
        arm_a: [f32; 3],
        /// From that of the second one's, m.
        arm_b: [f32; 3],
        /// λₙ ≥ 0 of this substep.
        lambda: f32,
        /// How fast they part there before anything but a bounce pushes, m/s.
        normal_velocity: f32,
    }

    /// A joint: the frame of the connected node, whose place and turn are measured, and that of the joint's own node.
    struct Joint {
        /// Their rigid bodies.
        bodies: [u32; 2],
        /// Their places in those bodies' frames, m.
        offset_a: [f32; 3],
        /// The own one's.
        offset_b: [f32; 3],
        /// Their turns there.
        turn_a: [f32; 4],
        /// The own one's.
        turn_b: [f32; 4],
        /// Its first row.
        first: u32,
        /// How many rows.
        rows: u32,
        /// How many equations its rows are that hold their numbers.
        equations: u32,
        /// How it lies in its tree: bits.
        tree: u32,
        /// The force that breaks it, N.
        break_force: f32,
        /// The torque that breaks it, N·m.
        break_torque: f32,
    }

    /// A limit or drive of a joint.
    struct JointRow {
        /// `JOINT_…` bits.
        kind: u32,
        /// A bit for each axis.
        axes: u32,
        /// Lower bound of a limit, position that a drive goes for, m or rad.
        low: f32,
        /// Upper bound, m or rad; of a drive velocity, m/s or rad/s.
        high: f32,
        /// N/m or N·m/rad.
        stiffness: f32,
        /// N·s/m or N·m·s/rad.
        damping: f32,
        /// The most that it pushes with, N or N·m.
        most: f32,
    }

    /// An equation of a joint, solved but for what joints nearer to the root do.
    struct JointEquation {
        /// Along which λ pushes the first body, and the second one back; 0 if it turns them.
        direction: [f32; 3],
        /// About which it turns the first.
        angular_a: [f32; 3],
        /// About which it turns the second back.
        angular_b: [f32; 3],
        /// What λ changes by if they do nothing, kg m or kg m².
        delta_lambda: f32,
        /// What a push of theirs on the upper body takes from that.
        linear: [f32; 3],
        /// What a turn of theirs does.
        angular: [f32; 3],
        /// Its row.
        row: u32,
        /// Its axis.
        axis: u32,
    }

    /// A body with all that hangs on it, as one, while a forest of joints is solved.
    struct RigidFold {
        /// How a push moves it, 1/kg.
        along: [[f32; 3]; 3],
        /// How what turns it moves it, 1/(kg m).
        across: [[f32; 3]; 3],
        /// How that turns it, 1/(kg m²).
        about: [[f32; 3]; 3],
        /// How what hangs on it moves it, m.
        linear: [f32; 3],
        /// How that turns it, rad.
        angular: [f32; 3],
        /// What joints pushed it by on the way back, kg m.
        impulse: [f32; 3],
        /// What turned it, kg m².
        angular_impulse: [f32; 3],
    }

    /// What a joint carries.
    struct JointLoad {
        /// Σ λ of the frame's substeps along the world's axes, on the connected body, kg m.
        force: [f32; 3],
        /// About the place of its frame, kg m².
        torque: [f32; 3],
        /// λ of forces so far in the substep, kg m.
        substep_force: [f32; 3],
        /// At which part of the substep its forces are directed.
        stage_time: f32,
        /// 1 where it is broken.
        broken: u32,
    }

    /// Push constants of `rigid/solve_joints`.
    struct JointParams {
        /// The first tree of the forest.
        first: u32,
        /// How many trees it has.
        count: u32,
        /// `JOINTS_…` bits.
        flags: u32,
        /// Substeps of a frame.
        substeps: u32,
    }

    /// What the mouse holds a rigid body by.
    struct RigidGrip {
        /// The body, or NONE.
        body: u32,
        /// The place, in the body's frame, m.
        local: [f32; 3],
    }

    /// Push constants of the passes of rigid bodies.
    struct RigidParams {
        /// How many rigid bodies.
        count: u32,
        /// How many colliders.
        parts: u32,
        /// Pairs that there is room for.
        capacity: u32,
        /// Colliders: poses of a substep's start lie so many before those of its end.
        colliders: u32,
        /// First pose of this substep's end.
        first_pose: u32,
        /// `rigid/bound_motion`: first pose of the frame's end.
        last_pose: u32,
        /// `rigid/find_collider_pairs`: 0 counts, 1 fills. `rigid/remove_stabilization_velocity`: 1 counts contacts.
        flag: u32,
        /// Length of a frame, s.
        span: f32,
        /// How many gravity fields.
        fields: u32,
        /// First pose of their zones at this substep's start.
        first_zone: u32,
    }
}
