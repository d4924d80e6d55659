// Generated from crates/pliant-kernels/src/couple_types.rs; `PLIANT_BLESS=1 cargo build -p pliant-kernels` writes it anew.

#define WHOLE_SHARE 1024u
#define FINE_PARTS 65536u

struct Coupling {
    vec3 normal;
    float open;
    vec3 arm;
    float parting;
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

struct CoupledSum {
    ivec3 push;
    ivec3 push_fine;
    ivec3 turn;
    ivec3 turn_fine;
    uint share;
};
