// Generated from crates/pliant-passes/src/types/couple.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.

#define WHOLE_SHARE 1024u
#define FINE_PARTS 65536u
#define MOST_POKES 4u

struct Coupling {
    vec3 normal;
    float separation;
    vec3 arm;
    float normal_velocity;
};

struct RigidPush {
    uint body;
    float share;
    vec3 push;
    vec3 turn;
};

struct RigidAttachment {
    uvec4 own;
    vec4 weights;
    uint body;
    vec3 local;
    uint material;
};

struct RigidAttachParams {
    uint colors;
    float keep;
    uint push;
};

struct Patch {
    uvec3 corners;
    uint body;
};

struct Stud {
    vec3 place;
    float radius;
    uint collider;
};

struct Studded {
    uint collider;
    uint first;
    uint count;
    float extent;
};

struct PokeParams {
    uint colors;
    uint studded;
    uint colliders;
    uint first_pose;
    uint bodies;
};

struct CoupledSum {
    ivec3 push;
    ivec3 push_fine;
    ivec3 turn;
    ivec3 turn_fine;
    uint share;
};
