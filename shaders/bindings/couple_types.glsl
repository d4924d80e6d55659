// Generated from crates/pliant-passes/src/types/couple.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define WEIGHT_ONE 1024u
#define FINE_PARTS 65536u
#define MOST_VERTEX_FACES 4u

struct Coupling {
    vec3 normal;
    float separation;
    vec3 arm;
    float normal_velocity;
};

struct RigidImpulse {
    uint body;
    float weight;
    vec3 impulse;
    vec3 angular_impulse;
};

struct RigidAttachment {
    uvec4 own;
    vec4 weights;
    uint body;
    vec3 local;
    uint material;
};

struct RigidAttachParams {
    uint first_color;
    uint colors;
    float keep;
    uint first_correction;
};

struct LargeTriangle {
    uvec3 corners;
    uint body;
};

struct SamplePoint {
    vec3 position;
    float radius;
    uint collider;
};

struct VertexFaceParams {
    uint count;
    uint colliders;
    uint first_pose;
    uint first_color;
    uint colors;
};

struct CoupledSum {
    ivec3 impulse;
    ivec3 impulse_fine;
    ivec3 angular_impulse;
    ivec3 angular_impulse_fine;
    uint weight;
};
