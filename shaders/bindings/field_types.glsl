// Generated from crates/pliant-passes/src/types/field.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define FIELD_DIRECTIONAL 0u
#define FIELD_NEAREST 1u
#define FIELD_DISC 2u
#define FIELD_TORUS 3u
#define FIELD_LINE 4u
#define FIELD_REPLACES 1u
#define FIELD_STOPS 2u
#define FIELD_STOPS_WORLD 4u
#define FIELD_STEPS 8u

struct Field {
    uint kind;
    uint flags;
    float gravity;
    float unit_distance;
    vec3 direction;
    float radius;
    uint source;
    uint volumes;
    uint first_point;
    uint points;
    uint carrier;
};

struct PredictParams {
    uint count;
    uint fields;
    uint first_zone;
};
