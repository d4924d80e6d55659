// Generated from crates/pliant-passes/src/types/deforming.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define LEAST_BEND 0.0001
#define FIT_REGULARIZATION 0.0001

struct DeformingVertex {
    vec3 position;
    uint first_influence;
    uint last_influence;
    uint first_delta;
    uint last_delta;
};

struct Influence {
    uint matrix;
    float weight;
};

struct MorphDelta {
    uint target;
    vec3 displacement;
};

struct DeformingFace {
    uvec3 corners;
    uint face;
    uint node;
    uint collider;
    uint open;
    uint owned;
    uint two_sided;
};

struct DeformingCorner {
    uint vertex;
    uint first;
    uint last;
};

struct FaceMotion {
    vec3 a;
    vec3 b;
    vec3 c;
};

struct SurfaceMotion {
    vec3 linear;
    vec3 angular;
};

struct CarriedJoint {
    uint body;
    uint matrix;
};

struct CarryParams {
    uint count;
    uint first_matrix;
    uint matrices;
    uint first_local;
    uint locals;
    uint ended;
};

struct DeformParams {
    uint count;
    uint first_vertex;
    uint first_matrix;
    uint matrices;
    uint first_weight;
    uint weights;
};

struct DeformFacesParams {
    uint count;
    uint first_vertex;
};
