// Generated from crates/pliant-passes/src/types/rigid.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define RIGID_MOVES 0u
#define RIGID_RESTS 1u
#define RIGID_SLEEPS 2u
#define RIGID_DRIVEN 3u
#define DISTURBED_SLOWLY 1u
#define DISTURBED_AT_ONCE 2u
#define HIT_SPEED 8.0
#define JOINT_LINEAR 1u
#define JOINT_HARD 2u
#define JOINT_EQUAL 4u
#define JOINT_DRIVE 8u
#define JOINT_ACCELERATION 16u
#define JOINTS_BEGIN 1u
#define JOINTS_FIRST 2u
#define JOINTS_LAST 4u
#define MOST_EQUATIONS 7u
#define MOST_JOINT_ATTEMPTS 3u
#define MOST_JOINT_ROUNDS 3u
#define JOINT_UPPER_B 1u
#define JOINT_FIRST_A 2u
#define JOINT_FIRST_B 4u
#define JOINT_TOP 8u
#define JOINT_HELD_TWICE 16u
#define MOST_CANDIDATES 24u
#define MOST_BOX_CANDIDATES 8u
#define SIDEWAYS 0.7
#define GRAZING 0.01
#define CROSSING_AHEAD 1.01
#define SLOPING 0.05
#define PASSING_AHEAD 1.25
#define PASSING_STEPS 6u
#define LIMIT_TOLERANCE 1e-5
#define JOINT_CORRECTION_SPEED 3.0
#define LEAST_TWIST_COSINE -0.9
#define LIMIT_MARGIN 0.001
#define LEAST_PIVOT 1e-6
#define LEAST_INVERSE_MASS 4e-6
#define HELD_TWICE_COMPLIANCE 0.03
#define LEAST_IMPULSE 1e-30
#define SEPARATION_LEFT 0.1
#define MOTION_ALLOWANCE 0.1
#define MOVES_ALONG 0.25
#define BLOCK_SWEEPS 8u
#define EDGE_TANGENTS 6u
#define EDGE_BISECTIONS 20u
#define SEGMENT_PRECISION 1e-6
#define EDGE_NORMAL_STEPS 4u
#define FLAT_SLOPE 1e-5
#define LYING_SLOPE 0.005
#define LYING_BEND 0.0001
#define LYING_DISTANCE 10.0
#define LEAVING_STEPS 24u
#define LEAVING_PRECISION 0.1
#define MOST_CORNER_FACES 256u
#define SEPARATION_STEPS 16u
#define SEPARATION_ALLOWANCE 0.0002
#define MERGE_FRACTION 0.001
#define KEPT_DISTANCE 0.02
#define KEPT_ANGLE 0.002
#define KEPT_IF_CURVED 0.01
#define MOST_CORRECTION 0.02

struct Rigid {
    float inverse_mass;
    vec3 inverse_inertia;
    float gravity;
    float keep;
    uint follows;
    float extent;
    uint activity;
    float unit;
    float angular_unit;
};

struct RigidState {
    vec3 position;
    vec3 compensation;
    vec4 rotation;
    vec4 rotation_compensation;
    vec3 velocity;
    vec3 momentum;
};

struct RigidVelocity {
    vec3 linear;
    vec3 angular;
    vec3 angular_impulse;
    float inverse_mass;
    vec3 diagonal;
    vec3 off_diagonal;
};

struct RigidStep {
    vec3 displacement;
    vec3 rotation;
    vec3 angular_impulse;
    float inverse_mass;
    vec3 diagonal;
    vec3 off_diagonal;
};

struct MotionBound {
    vec3 displacement;
    float margin;
    float allowance;
    uint deviation;
    float largest_deviation;
    float wanted;
    uint disturbed;
};

struct RigidCollider {
    uint body;
    uint carried;
    uint cut;
    vec3 offset;
    vec4 rotation;
    vec3 half_size;
};

struct RigidPair {
    uvec2 parts;
    uvec2 bodies;
};

struct Detection {
    vec3 position;
    uint points;
    vec4 rotation;
    float gap;
};

struct ContactAnchor {
    vec3 normal;
    float gap;
    vec3 position;
};

struct Manifold {
    uint points;
    Coefficients coefficients;
    vec3 tangent;
    float twist;
};

struct RigidContact {
    vec3 normal;
    float separation;
    vec3 arm_a;
    vec3 arm_b;
    float lambda;
    float normal_velocity;
};

struct Joint {
    uvec2 bodies;
    vec3 offset_a;
    vec3 offset_b;
    vec4 rotation_a;
    vec4 rotation_b;
    uint first;
    uint rows;
    uint equations;
    uint tree;
    float break_force;
    float break_torque;
};

struct JointRow {
    uint kind;
    uint axes;
    float low;
    float high;
    float stiffness;
    float damping;
    float max_force;
};

struct JointEquation {
    vec3 direction;
    vec3 angular_a;
    vec3 angular_b;
    float delta_lambda;
    vec3 linear;
    vec3 angular;
    uint row;
    uint axis;
};

struct ArticulatedInertia {
    mat3 along;
    mat3 across;
    mat3 about;
    vec3 linear;
    vec3 angular;
    vec3 impulse;
    vec3 angular_impulse;
};

struct JointLoad {
    vec3 force;
    vec3 torque;
    vec3 substep_force;
    float stage_time;
    uint broken;
};

struct JointParams {
    uint first;
    uint count;
    uint flags;
    uint substeps;
};

struct RigidGrip {
    uint body;
    vec3 local;
};

struct RigidLoad {
    vec3 velocity_change;
    vec3 momentum_change;
};

struct BoundMotionParams {
    uint count;
    uint colliders;
    uint first_pose;
    uint last_pose;
    float span;
    uint fields;
    uint first_zone;
};

struct FindPairsParams {
    uint colliders;
    uint capacity;
    uint stage;
};

struct PairParams {
    uint colliders;
    uint capacity;
};

struct ColoringParams {
    uint colliders;
    uint capacity;
    uint round;
};

struct SortPairsParams {
    uint colliders;
    uint capacity;
    uint key;
    uint color_dispatches;
};

struct NarrowPhaseParams {
    uint first_pose;
    uint detects_all;
};

struct ImpactParams {
    uint colliders;
    uint capacity;
    uint stage;
};

struct ColorParams {
    uint color;
    uint color_dispatches;
};

struct RestitutionParams {
    uint color;
    uint color_dispatches;
    uint round;
};

struct StabilizationParams {
    uint color;
    uint color_dispatches;
    uint counts_contacts;
};

struct PredictRigidsParams {
    uint count;
    uint colliders;
    uint first_pose;
    uint fields;
    uint first_zone;
};

struct PoseParams {
    uint colliders;
    uint first_pose;
};

struct RigidVelocityParams {
    uint count;
    float elapsed;
};
