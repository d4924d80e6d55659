//! Structs of rigid bodies that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};
use crate::types::common::Coefficients;

gpu_constants! {
    /// `Rigid::activity`: it has moved within the time after which a body rests.
    RIGID_MOVES = 0;
    /// It rests.
    RIGID_RESTS = 1;
    /// It sleeps: it has no inverse mass and no weight until something disturbs it.
    RIGID_SLEEPS = 2;
    /// Something drives it: the mouse, a drive, or an animated body that it touches, itself or through others.
    RIGID_DRIVEN = 3;
    /// `MotionBound::disturbed`: a body that moves slowly touches it.
    DISTURBED_SLOWLY = 1;
    /// Something hits or pushes it, so that it and what it touches must move in this frame.
    DISTURBED_AT_ONCE = 2;
    /// Multiple of the speed of rest beyond which a contact that closes, or that changes a body's velocity in a substep, is a hit.
    /// Bodies that only tremble are slower, and so many bodies can rest on each other.
    HIT_SPEED: f32 = 8.0;
    /// `JointRow::kind`: the row measures distances, not angles.
    JOINT_LINEAR = 1;
    /// No compliance.
    JOINT_HARD = 2;
    /// An equality: the value is fixed.
    JOINT_EQUAL = 4;
    /// A drive.
    JOINT_DRIVE = 8;
    /// A drive whose stiffness and damping are per effective mass, kg or kg m².
    JOINT_ACCELERATION = 16;
    /// `JointParams::flags`: the first iteration of a substep.
    JOINTS_BEGIN = 1;
    /// The first substep of a frame.
    JOINTS_FIRST = 2;
    /// The last iteration of a frame.
    JOINTS_LAST = 4;
    /// Equations of a joint that are solved together, at most.
    MOST_EQUATIONS = 7;
    /// Times that a tree of joints is solved again, since a limit or a drive would leave the bounds of its λ.
    MOST_JOINT_ATTEMPTS = 3;
    /// Times that a tree of joints is solved in an iteration, since the last time exceeded a limit that was not among the equations.
    MOST_JOINT_ROUNDS = 3;
    /// `Joint::tree`: the second body, not the first, is nearer to the root.
    JOINT_UPPER_B = 1;
    /// This is the first joint of its tree at the first body.
    JOINT_FIRST_A = 2;
    /// This is the first joint of its tree at the second body.
    JOINT_FIRST_B = 4;
    /// This is the last joint of its tree at the body nearer to the root.
    JOINT_TOP = 8;
    /// Its tree hangs on several static bodies.
    JOINT_HELD_TWICE = 16;
    /// Contact points of a pair of colliders that are collected before the manifold is reduced.
    MOST_CANDIDATES = 24;
    /// The same of a pair of boxes: two faces overlap in a polygon of at most so many corners.
    MOST_BOX_CANDIDATES = 8;
    /// A corner or an edge that does not overlap the other shape is no contact if the distance to it falls along an edge or into a face of
    /// its own by more than this, in m a metre: other points there are nearer, and it would stop a body that slides past.
    SIDEWAYS: f32 = 0.7;
    /// A body passes an edge or a corner if it overlaps it by less than this part of the radius around the smaller collider.
    GRAZING: f32 = 0.01;
    /// How far the line from a body's middle to one of its points is followed to see whether it crosses a mesh with holes, in parts of its
    /// length: the point may be on the mesh.
    CROSSING_AHEAD: f32 = 1.01;
    /// Sine of the angle below which a displacement is along a surface, and not towards it.
    SLOPING: f32 = 0.05;
    /// How far a point is followed to see whether it passes an edge, in displacements of a substep. With 1, a point that ends a substep just
    /// before the edge would stop there.
    PASSING_AHEAD: f32 = 1.25;
    /// Bisections of that displacement for where it is nearest to the other shape.
    PASSING_STEPS = 6;
    /// A limit of a joint counts as exceeded beyond this, m or rad.
    LIMIT_TOLERANCE: f32 = 1e-5;
    /// Speed at which an error of a hard row at the substep's start returns to zero, m/s or rad/s. What bodies move within the substep is
    /// corrected at once.
    JOINT_CORRECTION_SPEED: f32 = 3.0;
    /// The twist about an axis counts as undefined where the cosine of the angle between that axis in both bodies is at most this.
    LEAST_TWIST_COSINE: f32 = -0.9;
    /// A limit that is nearer than this, m or rad, is among the equations: other joints may drive its joint into it.
    LIMIT_MARGIN: f32 = 1e-3;
    /// Pivots of a joint's equations below this part of the bodies' own inverse mass count as zero: rounding is about 1e-7.
    LEAST_PIVOT: f32 = 1e-6;
    /// Least part of the bodies' own inverse mass that is left with all joints below them.
    LEAST_INVERSE_MASS: f32 = 4e-6;
    /// Compliance of the joints of a tree that hangs on several static bodies, as a part of the inverse mass of each equation: a chain that
    /// is pulled straight between both has no direct way to close an error, and would move far sideways.
    HELD_TWICE_COMPLIANCE: f32 = 0.03;
    /// Smaller sums of normal impulses, kg m, count as zero: divisions by them have no digits.
    LEAST_IMPULSE: f32 = 1e-30;
    /// Part of the speed of rest by which bodies that overlapped may separate. Rounding errors vary in sign: to remove them would press
    /// bodies together and increase friction.
    SEPARATION_LEFT: f32 = 0.1;
    /// Part of a body's extent that it may deviate from its expected trajectory in a frame, before its pairs are incomplete and the frame is repeated. With
    /// a tenth, one frame in twenty of a settling heap of 2,000 boxes is; with a fiftieth, every third.
    MOTION_ALLOWANCE: f32 = 0.1;
    /// A body moves along with those around it while velocities differ by less than this part of its own. Else what stops one of them
    /// would stop it, too.
    MOVES_ALONG: f32 = 0.25;
    /// Gauss–Seidel sweeps over the normal impulses of a manifold.
    BLOCK_SWEEPS = 8;
    /// Steps along an edge to where tangents of its distance to another shape meet, before the bisections.
    EDGE_TANGENTS = 6;
    /// Bisections along an edge to its point nearest to another shape.
    EDGE_BISECTIONS = 20;
    /// Fraction of its length to which the minimum of the distance along an edge is found.
    SEGMENT_PRECISION: f32 = 1e-6;
    /// Steps to the normal of two edges that touch.
    EDGE_NORMAL_STEPS = 4;
    /// Slopes of a distance below this, relative to the length of an edge, count as flat.
    FLAT_SLOPE: f32 = 1e-5;
    /// An edge can lie on a face where the slope of the distance to it is below this, relative to the length of the edge. It is more than a
    /// body rotates before its contact points are detected again.
    LYING_SLOPE: f32 = 5e-3;
    /// It lies on the face up to where the slope changes by this, relative to the length of the edge.
    LYING_BEND: f32 = 1e-4;
    /// On both sides of the minimum of the distance, an edge is sampled this far away for whether it lies on a face, as a multiple of the
    /// distance within which contact points merge.
    LYING_DISTANCE: f32 = 10.0;
    /// Bisections along an edge to where it leaves a face on which it lies.
    LEAVING_STEPS = 24;
    /// How precisely that place is found, as a fraction of the distance within which contact points merge.
    LEAVING_PRECISION: f32 = 0.1;
    /// Most faces of a mesh whose farthest corner along a direction is found by trying all.
    MOST_CORNER_FACES = 256;
    /// Steps of the search for a separating axis.
    SEPARATION_STEPS = 16;
    /// Fraction of the smaller radius of two shapes by which they must be separate beyond the margin, for rounding.
    SEPARATION_ALLOWANCE: f32 = 2e-4;
    /// Fraction of a shape's size within which two candidates merge.
    MERGE_FRACTION: f32 = 1e-3;
    /// A pair keeps its contact points while its bodies move against each other by less than this fraction of the smaller
    /// collider's size since they were detected,
    KEPT_DISTANCE: f32 = 0.02;
    /// and rotate by less than this angle, rad.
    KEPT_ANGLE: f32 = 2e-3;
    /// Part of both where a collider is curved: its contact points must roll on.
    KEPT_IF_CURVED: f32 = 0.01;
    /// Fraction of a shape's size by which a substep corrects an overlap at most.
    MOST_CORRECTION: f32 = 0.02;
}

gpu_struct! {
    /// A rigid body, in the frame of its principal axes around its centre of mass. It may be static or follow the poses of a
    /// collider.
    struct Rigid {
        /// Inverse mass, 1/kg; 0 where it cannot move.
        inverse_mass: f32,
        /// Inverse inertia about its axes, 1/(kg m²); 0 where it cannot rotate.
        inverse_inertia: [f32; 3],
        /// Factor of gravity.
        gravity: f32,
        /// Fraction of the velocity after the damping of a substep, exp(−c·h).
        keep: f32,
        /// The collider whose poses it follows, or NONE.
        follows: u32,
        /// Distance from its centre to the farthest point of its colliders, m.
        extent: f32,
        /// `RIGID_…`: whether it moves, rests or sleeps.
        activity: u32,
        /// Unit of summed impulses of particles, kg m: a power of 2.
        unit: f32,
        /// Unit of summed angular impulses, kg m²: a power of 2.
        angular_unit: f32,
    }

    /// A rigid body between substeps.
    struct RigidState {
        /// Position of its centre of mass, m.
        position: [f32; 3],
        /// Rounding error of the position (Kahan), m.
        compensation: [f32; 3],
        /// Unit quaternion.
        rotation: [f32; 4],
        /// Rounding error of the rotation (Kahan).
        rotation_compensation: [f32; 4],
        /// Velocity of its centre of mass, m/s.
        velocity: [f32; 3],
        /// Angular momentum about its centre, world, kg m²/s. For a body that cannot rotate, its angular velocity, rad/s.
        momentum: [f32; 3],
    }

    /// A rigid body's velocity, while contacts change it.
    struct RigidVelocity {
        /// Velocity of its centre, m/s.
        linear: [f32; 3],
        /// Angular velocity, rad/s.
        angular: [f32; 3],
        /// Sum of angular impulses, kg m²/s.
        angular_impulse: [f32; 3],
        /// Inverse mass, 1/kg.
        inverse_mass: f32,
        /// Inverse inertia in the world: xx, yy, zz.
        diagonal: [f32; 3],
        /// Its yz, zx, xy.
        off_diagonal: [f32; 3],
    }

    /// A rigid body in a substep.
    struct RigidStep {
        /// Displacement of its centre, m.
        displacement: [f32; 3],
        /// Rotation since the start of the substep, as a rotation vector, rad.
        rotation: [f32; 3],
        /// Sum of angular impulses, times the substep, kg m².
        angular_impulse: [f32; 3],
        /// Inverse mass, 1/kg.
        inverse_mass: f32,
        /// Inverse inertia in the world at the middle of the substep: xx, yy, zz.
        diagonal: [f32; 3],
        /// Its yz, zx, xy.
        off_diagonal: [f32; 3],
    }

    /// Bound of a rigid body's motion in a frame: pairs are complete while it moves no further. A body that moves along with those around
    /// it is expected on the trajectory of its velocity, and any other one anywhere around its start.
    struct MotionBound {
        /// Displacement in the frame by its velocity, m.
        displacement: [f32; 3],
        /// How far it may be from its start, where it is not expected on that trajectory, m.
        margin: f32,
        /// How far gravity and rotation may take its points from that trajectory, with an allowance, m.
        allowance: f32,
        /// Distance from that trajectory, beyond `allowance`, that follows from the last frame and from bodies near it, m: the upper 11 bits of a float,
        /// rounded up.
        deviation: u32,
        /// Largest distance of its points from that trajectory in this frame, m.
        largest_deviation: f32,
        /// The bound that the last exceeded one should have had, m.
        wanted: f32,
        /// Where it sleeps and something disturbed it, `DISTURBED_…`; else 0.
        disturbed: u32,
    }

    /// A collider as part of a rigid body.
    struct RigidCollider {
        /// The rigid body.
        body: u32,
        /// 1 where its poses follow the body.
        carried: u32,
        /// 1 where its pieces collide instead, which come later.
        cut: u32,
        /// Its position in the body's frame, m.
        offset: [f32; 3],
        /// Its rotation in the body's frame.
        rotation: [f32; 4],
        /// Half extents of its box along its own axes, m.
        half_size: [f32; 3],
    }

    /// Two colliders that may collide in a frame; the first one's body is free.
    struct RigidPair {
        /// Colliders.
        parts: [u32; 2],
        /// Their rigid bodies.
        bodies: [u32; 2],
    }

    /// A pair of colliders when its contact points were detected.
    struct Detection {
        /// Position of the first body in the second one's frame, m.
        position: [f32; 3],
        /// Number of contact points.
        points: u32,
        /// Rotation of the first body in the second one's frame.
        rotation: [f32; 4],
        /// Lower bound of the distance of the colliders if they have no contact point, m.
        gap: f32,
    }

    /// A contact point in the frames of its bodies.
    struct ContactAnchor {
        /// From the second to the first, in the second one's frame.
        normal: [f32; 3],
        /// Separation at detection, m.
        gap: f32,
        /// Position in the first one's frame, m.
        position: [f32; 3],
    }

    /// The contact of a pair of colliders in a substep.
    struct Manifold {
        /// Number of contact points.
        points: u32,
        /// Friction and restitution of the pair.
        coefficients: Coefficients,
        /// λ of friction, world.
        tangent: [f32; 3],
        /// λ of friction about the normal.
        twist: f32,
    }

    /// A contact point of a pair of colliders: C = separation + n·(motion of the first there − that of the second) ≥ 0.
    struct RigidContact {
        /// From the second to the first, world.
        normal: [f32; 3],
        /// C at the start of the substep, m.
        separation: f32,
        /// From the centre of the first body, m.
        arm_a: [f32; 3],
        /// From the centre of the second body, m.
        arm_b: [f32; 3],
        /// λₙ ≥ 0 of this substep.
        lambda: f32,
        /// Normal velocity before any contact impulse but restitution, m/s.
        normal_velocity: f32,
    }

    /// A joint: the frame of the connected node, whose pose is measured, and that of the joint's own node.
    struct Joint {
        /// Their rigid bodies.
        bodies: [u32; 2],
        /// Position of the connected node's frame in its body's frame, m.
        offset_a: [f32; 3],
        /// Position of the own frame, m.
        offset_b: [f32; 3],
        /// Rotation of the connected node's frame in its body's frame.
        rotation_a: [f32; 4],
        /// Rotation of the own frame.
        rotation_b: [f32; 4],
        /// Its first row.
        first: u32,
        /// Number of rows.
        rows: u32,
        /// Number of equations of its equality rows.
        equations: u32,
        /// Its position in its tree: `JOINT_…` bits.
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
        /// One bit for each axis.
        axes: u32,
        /// Lower bound of a limit, or target position of a drive, m or rad.
        low: f32,
        /// Upper bound of a limit, m or rad, or target velocity of a drive, m/s or rad/s.
        high: f32,
        /// Stiffness, N/m or N·m/rad.
        stiffness: f32,
        /// Damping, N·s/m or N·m·s/rad.
        damping: f32,
        /// Largest force or torque, N or N·m.
        max_force: f32,
    }

    /// An equation of a joint, reduced: solved but for the impulses of joints nearer to the root.
    struct JointEquation {
        /// Jacobian: direction of λ on the first body, opposite on the second; 0 for an angular row.
        direction: [f32; 3],
        /// Angular Jacobian of the first body.
        angular_a: [f32; 3],
        /// Angular Jacobian of the second body, opposite.
        angular_b: [f32; 3],
        /// Change of λ without these impulses, kg m or kg m².
        delta_lambda: f32,
        /// Response of λ to their impulse on the upper body.
        linear: [f32; 3],
        /// Response of λ to their angular impulse.
        angular: [f32; 3],
        /// Its row.
        row: u32,
        /// Its axis.
        axis: u32,
    }

    /// Articulated inertia of a body while a forest of joints is solved.
    struct ArticulatedInertia {
        /// Inverse mass block, 1/kg.
        along: [[f32; 3]; 3],
        /// Coupling of angular impulse and displacement, 1/(kg m).
        across: [[f32; 3]; 3],
        /// Inverse inertia block, 1/(kg m²).
        about: [[f32; 3]; 3],
        /// Displacement by the reduced joints, m.
        linear: [f32; 3],
        /// Rotation by the reduced joints, rad.
        angular: [f32; 3],
        /// Impulse of back-substituted joints, kg m.
        impulse: [f32; 3],
        /// Their angular impulse, kg m².
        angular_impulse: [f32; 3],
    }

    /// Force and torque of a joint.
    struct JointLoad {
        /// Σ λ of the frame's substeps along the world's axes, on the connected body, kg m.
        force: [f32; 3],
        /// Moment about the origin of its frame, kg m².
        torque: [f32; 3],
        /// Σ λ of forces so far in the substep, kg m.
        substep_force: [f32; 3],
        /// Fraction of the substep at which its forces are directed.
        stage_time: f32,
        /// 1 where it is broken.
        broken: u32,
    }

    /// Push constants of `rigid/solve_joints`.
    struct JointParams {
        /// The first tree of the forest.
        first: u32,
        /// Number of trees.
        count: u32,
        /// `JOINTS_…` bits.
        flags: u32,
        /// Substeps of a frame.
        substeps: u32,
    }

    /// The point of a rigid body that the mouse grabs.
    struct RigidGrip {
        /// The body, or NONE.
        body: u32,
        /// The point in the body's frame, m.
        local: [f32; 3],
    }

    /// External force and torque on a rigid body, as what they change in a substep.
    struct RigidLoad {
        /// Change of the velocity of its centre of mass, m/s.
        velocity_change: [f32; 3],
        /// Change of its angular momentum, world, kg m²/s.
        momentum_change: [f32; 3],
    }

    /// Push constants of `rigid/bound_motion`.
    struct BoundMotionParams {
        /// Number of rigid bodies.
        count: u32,
        /// Number of colliders: poses at the start of a substep lie so many before those at its end.
        colliders: u32,
        /// First pose of the end of the first substep.
        first_pose: u32,
        /// First pose of the end of the frame.
        last_pose: u32,
        /// Length of a frame, s.
        span: f32,
        /// Number of gravity fields.
        fields: u32,
        /// First pose of their zones at the start of the frame.
        first_zone: u32,
    }

    /// Push constants of `rigid/find_collider_pairs`.
    struct FindPairsParams {
        /// Number of colliders.
        colliders: u32,
        /// Capacity of the list of pairs.
        capacity: u32,
        /// PAIRS_BOUND, PAIRS_COUNT or PAIRS_FILL.
        stage: u32,
    }

    /// Push constants of passes over all pairs.
    struct PairParams {
        /// Number of colliders.
        colliders: u32,
        /// Capacity of the list of pairs.
        capacity: u32,
    }

    /// Push constants of the passes that colour pairs.
    struct ColoringParams {
        /// Number of colliders.
        colliders: u32,
        /// Capacity of the list of pairs.
        capacity: u32,
        /// The round.
        round: u32,
    }

    /// Push constants of `rigid/count_pairs` and `rigid/sort_pairs`.
    struct SortPairsParams {
        /// Number of colliders.
        colliders: u32,
        /// Capacity of the list of pairs.
        capacity: u32,
        /// PAIRS_BY_KIND or PAIRS_BY_COLOR.
        key: u32,
        /// Number of colours that have a dispatch of their own where they are large.
        color_dispatches: u32,
    }

    /// Push constants of the narrow phase.
    struct NarrowPhaseParams {
        /// First pose of the end of this substep.
        first_pose: u32,
        /// 1 detects contact points of all pairs; 0 of those whose bodies moved against each other.
        detects_all: u32,
    }

    /// Push constants of `rigid/measure_impacts`.
    struct ImpactParams {
        /// Number of colliders.
        colliders: u32,
        /// Capacity of the list of pairs.
        capacity: u32,
        /// BEFORE_RESTITUTION or AFTER_RESTITUTION.
        stage: u32,
    }

    /// Push constants of the passes that solve contacts, colour by colour.
    struct ColorParams {
        /// The colour to solve.
        color: u32,
        /// Number of colours that have a dispatch of their own where they are large.
        color_dispatches: u32,
    }

    /// Push constants of `rigid/apply_restitution`.
    struct RestitutionParams {
        /// The colour to solve.
        color: u32,
        /// Number of colours that have a dispatch of their own where they are large.
        color_dispatches: u32,
        /// The round.
        round: u32,
    }

    /// Push constants of `rigid/remove_stabilization_velocity`.
    struct StabilizationParams {
        /// The colour to solve.
        color: u32,
        /// Number of colours that have a dispatch of their own where they are large.
        color_dispatches: u32,
        /// 1 counts active contact points.
        counts_contacts: u32,
    }

    /// Push constants of `rigid/predict_rigids`.
    struct PredictRigidsParams {
        /// Number of rigid bodies.
        count: u32,
        /// Number of colliders: poses at the start of a substep lie so many before those at its end.
        colliders: u32,
        /// First pose of the end of this substep.
        first_pose: u32,
        /// Number of gravity fields.
        fields: u32,
        /// First pose of their zones at the start of this substep.
        first_zone: u32,
    }

    /// Push constants of `rigid/pose_colliders`.
    struct PoseParams {
        /// Number of colliders: poses at the start of a substep lie so many before those at its end.
        colliders: u32,
        /// First pose of the end of this substep.
        first_pose: u32,
    }

    /// Push constants of `rigid/update_rigid_velocities`.
    struct RigidVelocityParams {
        /// Number of rigid bodies.
        count: u32,
        /// Part of the frame that has passed at the end of this substep.
        elapsed: f32,
    }
}
