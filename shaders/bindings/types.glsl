// Generated from crates/pliant-passes/src/types/common.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define NONE 4294967295u
#define STRETCH 0u
#define SHEAR 1u
#define BEND 2u
#define HINGE 3u
#define VOLUME 4u
#define ELASTIC 5u
#define ATTACH 6u
#define MATERIALS 7u
#define SLICE 32u
#define BEND_NONE 0u
#define BEND_DIHEDRAL 1u
#define BEND_DISTANCE 2u
#define LIST_COUNT 0u
#define LIST_FILL 1u
#define GROUP 16u
#define WORKGROUP 256u
#define PLANE 0u
#define SPHERE 1u
#define BOX 2u
#define CAPSULE 3u
#define CYLINDER 4u
#define MESH 5u
#define AVERAGE 0u
#define MINIMUM 1u
#define MAXIMUM 2u
#define MULTIPLY 3u
#define UNSPECIFIED 4u
#define MOST_CONTACTS 4u
#define STATUS_NONFINITE 0u
#define STATUS_CONTACTS 1u
#define STATUS_OVERFLOW 2u
#define STATUS_TORN 3u
#define STATUS_ACCUMULATOR_OVERFLOW 4u
#define STATUS_PAIRS 5u
#define STATUS_DEFORMABLE_CONTACTS 6u
#define STATUS_RIGID_PAIRS 7u
#define STATUS_BOUND_EXCEEDED 8u
#define STATUS_RIGID_CONTACTS 9u
#define STATUS_WAKES 10u
#define STATUS_ELEMENT_PAIRS 11u
#define STATUS_INTERSECTIONS 12u
#define STATUS_CONTACT_ROWS 13u
#define STATUS_TRUNCATED 14u
#define STATUS_SEARCHES 15u
#define STATUS_DETECTIONS 16u
#define STATUS_ENCLOSED 17u
#define STATUS_WORDS 18u
#define SCAN_BLOCK 1024u
#define POINTS 4u
#define COLORS 31u
#define KINDS 2u
#define KIND_BOXES 0u
#define KIND_OTHERS 1u
#define PAIRS_BY_KIND 0u
#define PAIRS_BY_COLOR 1u
#define PAIRS_BOUND 0u
#define PAIRS_COUNT 1u
#define PAIRS_FILL 2u
#define BEFORE_RESTITUTION 0u
#define AFTER_RESTITUTION 1u
#define COLOR_DISPATCHES 12u
#define SMALL_COLOR 64u
#define COLORING_ROUNDS 24u
#define PROPOSED 2147483648u
#define CLAIMS 4u
#define MOST_RESTITUTION_ROUNDS 32u
#define SPREAD_RESTITUTION_ROUNDS 2u
#define ACCUMULATORS 4u
#define FEATURE_DAMPED 1u
#define FEATURE_ONE_MATERIAL 2u
#define FEATURE_ONE_ITERATION 4u
#define FEATURE_MOMENTUM 8u
#define FEATURE_CORNERS 16u
#define FEATURE_FUSED 32u
#define FEATURE_JACOBI 64u
#define FEATURE_FORCES 128u
#define FEATURE_WIND 256u
#define FEATURE_RESIDUAL 512u
#define FEATURE_ACCUMULATE 1024u
#define FEATURE_BUNDLED 2048u
#define FEATURE_MESHES 4096u
#define FEATURE_GRID_INDICES 8192u
#define FEATURE_COHESION 32768u
#define FEATURE_VORTICITY 65536u
#define FEATURE_COUPLED 131072u
#define FEATURE_FIELDS 262144u
#define FEATURE_FIRST_ROUND 524288u
#define FEATURE_DEFORMING 1048576u
#define NO_SURFACE 3e38
#define NO_HIT 2.0
#define EXPULSION_SPEED 1.0
#define SEARCHED_MOTION 4.0
#define COS_ONE_DEGREE 0.9998477
#define FARTHEST_CELL 1073741800.0
#define MOST_CELLS 63u
#define MOST_SEEN 25000u
#define LEAST_VOLUME 0.3
#define HIDDEN_HEIGHT -1000000000.0

struct Accessor {
    uint offset;
    uint stride;
    uint component;
    uint normalized;
};

struct Mesh {
    uint position;
    uint rest;
    uint matrix;
};

struct Source {
    uint mesh;
    uint vertex;
};

struct BuildBody {
    uint grid;
    uint bend;
};

struct Link {
    uint a;
    uint b;
    float rest;
    uint material;
};

struct Hinge {
    uint a;
    uint b;
    uint c;
    uint d;
    float rest;
    uint material;
};

struct Limit {
    uint a;
    uint b;
    float max_length;
    uint material;
};

struct Volume {
    uint a;
    uint b;
    uint c;
    uint d;
    float rest;
    uint material;
};

struct Triangle {
    uint a;
    uint b;
    uint c;
    vec2 inverse_b;
    vec2 inverse_c;
    float area;
    uint material;
};

struct Tetrahedron {
    uint a;
    uint b;
    uint c;
    uint d;
    vec3 inverse_b;
    vec3 inverse_c;
    vec3 inverse_d;
    float volume;
    uint material;
};

struct Attachment {
    uvec4 own;
    uvec4 other;
    vec4 own_weights;
    vec4 other_weights;
    uint node;
    vec3 local;
    vec3 offset;
    vec3 target_displacement;
    uint on_surface;
    uvec3 vertices;
    vec3 vertex_weights;
    float extra_compliance;
    uint material;
};

struct Material {
    float compliance;
    float damping;
    float stiffness;
    float poisson;
};

struct LinkEnd {
    uint other;
    float rest;
};

struct Balloon {
    uint first;
    uint count;
    float volume;
    uint material;
};

struct Coefficients {
    float friction;
    float static_friction;
    float restitution;
    uint combine;
};

struct Filter {
    uint systems;
    uint collides_with;
    uint ignores;
};

struct Body {
    float drag_factor;
    float half_thickness;
    Coefficients coefficients;
    Filter filters;
    float damping;
    float air_normal;
    float air_tangent;
};

struct Motion {
    vec3 center;
    vec3 velocity;
    vec3 angular_velocity;
};

struct Frame {
    vec3 gravity;
    float h;
    float rest_speed;
    uint grabbed;
    vec3 target;
    float grab_compliance;
    vec3 wind;
    uint again;
};

struct Collider {
    uint shape;
    uint double_sided;
    uint convex;
    vec3 size;
    uint faces;
    uint first_face;
    uint first_box;
    Coefficients coefficients;
    Filter filters;
    uint rigid;
    uint first_motion;
};

struct Pose {
    vec4 rotation;
    vec3 translation;
    vec3 scale;
};

struct Face {
    vec3 a;
    vec3 b;
    vec3 c;
    vec3 normal;
    vec3 normal_bc;
    vec3 normal_ca;
    vec3 normal_ab;
    vec3 normal_a;
    vec3 normal_b;
    vec3 normal_c;
    uint tested;
};

struct Bounds {
    vec3 low;
    vec3 high;
};

struct ColliderContact {
    vec3 normal;
    float lambda;
    vec3 tangent;
    uint collider;
};

struct Accumulator {
    uint other;
    vec3 impulse;
};

struct Pin {
    uint particle;
    uint matrix;
    vec3 local;
    uint vertex;
};

struct Edge {
    uint a;
    uint b;
    float tear_length;
};

struct Watch {
    uint particle;
    uint first;
    uint links;
    uint corners;
};

struct EmbeddedVertex {
    uint vertex;
    uvec4 nodes;
    vec4 weights;
};

struct CountParams {
    uint count;
};

struct FillParams {
    uint count;
    uint stage;
};

struct SortParams {
    uint count;
    uint limit;
};

struct GridParams {
    uint count;
    uint stage;
    uint buckets;
    uint capacity;
    float reach;
    vec3 size;
    vec3 inverse;
};

struct EndsParams {
    uint count;
    uint stage;
    uint stride;
    uint ends;
};

struct PinParams {
    uint count;
    uint first_matrix;
};

struct AnchorParams {
    uint count;
    uint first_matrix;
    uint matrices;
    uint first_vertex;
};

struct ColliderContactParams {
    uint count;
    uint slots;
    uint colliders;
    uint whole_colliders;
    uint first_pose;
};

struct ContactActivationParams {
    uint count;
    uint slots;
    uint colliders;
    uint first_pose;
    uint begins;
};

struct ContactSolveParams {
    uint count;
    uint slots;
    uint colliders;
    uint first_pose;
    uint momentum;
};

struct ContactVelocityParams {
    uint count;
    uint slots;
    uint colliders;
    uint first_pose;
    uint counts_contacts;
};

struct ColliderBoxParams {
    uint count;
    uint sets;
};

struct ColliderTreeParams {
    uint count;
    uint below;
    uint children;
};

struct SolveParams {
    uint first;
    uint count;
    uint first_correction;
    float keep_lambda;
    float keep_lambda_before;
    float relaxation;
    float lone_relaxation;
    float omega;
};

struct ReadoutParams {
    uint count;
    uint restart;
    uint slots;
    uint particles;
    uint deformable_contacts;
};
