// Generated from crates/pliant-passes/src/types/contact.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define DISPATCH_SEARCH_ONCE 0u
#define DISPATCH_SEARCH_ELEMENTS 1u
#define DISPATCH_SEARCH_LEAVES 2u
#define DISPATCH_CANDIDATES 3u
#define DISPATCH_PARTICLES 4u
#define DISPATCH_TRUNCATED_CANDIDATES 5u
#define DISPATCH_TRUNCATED_PARTICLES 6u
#define DISPATCH_AGAIN_ONCE 7u
#define DISPATCH_AGAIN_ELEMENTS 8u
#define DISPATCH_AGAIN_LEAVES 9u
#define DISPATCH_AGAIN_PARTICLES 10u
#define DISPATCHES 11u
#define SUBSTEP_START 0u
#define AFTER_SOLVE 1u
#define AFTER_TRUNCATION 2u
#define POINT_TRIANGLE 0u
#define EDGE_EDGE 1u
#define STRAND_EDGE 2u
#define ROW 5u
#define CONTACT_MARGIN 0.2
#define ACTIVE_MARGIN 0.02
#define MOVED_MARGIN 0.05
#define SUBSTEPS_AHEAD 4.0
#define MEAN_RATE 0.25
#define ALLOWANCE_AT_START 0.9
#define ALLOWANCE_MOVING 2.0
#define LEAST_GAP 0.2
#define LEAST_BAND 0.005
#define COORDINATE_ROUNDING 4.8e-7
#define INTERSECTING_MARGIN 0.05
#define IMPACT_STEPS 8u
#define TRUNCATION_STEPS 16u
#define LEAST_FRACTION 0.05
#define TRUNCATION_ROUNDS 3u
#define BOUNCE_DEPTH 0.05
#define LEAST_SLIP 1e-30
#define UNBOUNDED 1e30
#define RIDGE 0.1
#define FLUID_BULK 4u
#define COLLIDER_BULK 3u
#define SOFT_BULK 2u
#define MOST_BULK 5u
#define FACING_ROUNDING 0.001

struct ContactBody {
    float half_thickness;
    float allowance;
    uint itself;
    uint first;
    Filter filters;
    uint bulk;
};

struct ColliderCorner {
    uint collider;
    uint face;
    uint corner;
    vec3 local;
    vec3 outward;
};

struct ContactState {
    uint known;
    uint stale;
    uint searching;
    uint element_pairs;
    uint found;
    uint candidates;
    uint contacts;
};

struct FoundPair {
    uint element;
    uint key;
    float gap;
    float reach;
};

struct Pair {
    uvec4 corners;
    uvec4 around;
    uint kind;
    float gap;
    float reach;
    uint owns;
};

struct ContactRow {
    uint element;
    uint key;
    uint candidate;
    float gap;
    uvec4 corners;
    vec4 weights;
    vec3 normal;
    float open;
    vec3 slip;
    float approach;
};

struct DeformableContactParams {
    uint count;
    uint elements;
    uint element_pairs;
    uint candidates;
    uint contacts;
    uint colliders;
    uint stage;
    uint last_round;
    uint counts_contacts;
    uint first_corner;
};

struct ColliderCornerParams {
    uint count;
    uint first_corner;
    uint first_pose;
    uint colliders;
    float h;
};
