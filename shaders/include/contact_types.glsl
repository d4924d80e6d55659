// Generated from crates/pliant-passes/src/types/contact.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.

#define CALLS_SEEK_ONCE 0u
#define CALLS_SEEK_PARTICLES 1u
#define CALLS_SEEK_ELEMENTS 2u
#define CALLS_SEEK_NEAR 3u
#define CALLS_SEEK_PARTS 4u
#define CALLS_SEEK_GROUPS 5u
#define CALLS_SEEK_IN_GROUPS 6u
#define CALLS_SEEK_PAIRS 7u
#define CALLS_STIR 17u
#define CALLS_DETECT_PAIRS 8u
#define CALLS_DETECT_PARTICLES 9u
#define CALLS_ACTIVE 10u
#define CALLS_AGAIN_ONCE 18u
#define CALLS_AGAIN_ACTIVE 11u
#define CALLS_AGAIN_PARTICLES 12u
#define CALLS_GUARD_PAIRS 13u
#define CALLS_GUARD_PARTICLES 14u
#define CALLS_PARTICLES 15u
#define CALLS_UNPARTED 16u
#define CALLS_SORT 19u
#define CALLS_KEEP 20u
#define CALLS_DROP 21u
#define CALLS_BOUNCING 22u
#define CALLS_RENEW 23u
#define CALLS_SETTLE 24u
#define CALLS 25u
#define STALE_PAIRS 0u
#define STALE_GUARD 1u
#define STALE_ROUNDS 2u
#define STALE 3u
#define GUARDS 3u
#define CONTACT_SHORT 24u
#define CONTACT_AHEAD 4u
#define POINT_TRIANGLE 0u
#define EDGE_EDGE 1u
#define STRAND_EDGE 2u
#define CONTACT_MARGIN 0.2
#define LEAST_GAP 0.2
#define NO_PAIR 1e30
#define BOUND_AHEAD 4.0
#define BOUND_LEAST 0.02
#define BOUND_MOVING 4.0
#define BOUND_MOST 0.2
#define BOUND_EXCEEDED -1.0
#define INTERSECTING_GAP 1e-5
#define INTERSECTING_MARGIN 0.05
#define LEAST_DISTANCE 0.001
#define IMPACT_STEPS 8u
#define TRUNCATION_STEPS 16u
#define UNLIMITED_APPROACH 0.6
#define SEARCH_BOUND_MOVING 4.0
#define SEARCH_BOUND_MOST 0.3
#define RESTART_BOUND 0.4
#define RESTART_SUBSTEPS 16.0
#define DETECTION_BOUND 0.1
#define FREE_DISTANCE 0.4
#define FREE_LIMIT 0.625
#define ACTIVATION_GAP 0.5
#define ACTIVE_MARGIN 0.02
#define BOUNCE_DEPTH 0.05
#define LEAST_SLIP 1e-30
#define SEPARATION_OF_REMOVED 1e30
#define MANY_PARTICLES 6u
#define RIDGE 0.1
#define FACING_ROUNDING 0.001

struct ContactBody {
    float half_thickness;
    float slack;
    uint itself;
    uint first;
    Filter filters;
    uint bulk;
};

struct ContactState {
    vec3 drift;
    float substeps;
    float elapsed;
    uint straying;
    uint whole;
    uint stirring;
    uint listed;
    uint renewed;
    uint anew;
    uint stirred;
    uint stamp;
    uint groups;
    uint near;
    uint unparted;
    uint vacant;
    uint unparting;
    uint parts;
    uint found;
    uint pairs;
    uint paired;
    uint active_contacts;
    uint bouncing;
    uint told;
};

struct Pair {
    uvec4 corners;
    uvec4 around;
    uint kind;
    float gap;
    float reach;
    uint owns;
};

struct FoundPair {
    uint element;
    uint key;
    float gap;
    float reach;
};

struct DeformableContactParams {
    uint count;
    uint capacity;
    uint colliders;
    uint elements;
    float together;
    uint round;
};

struct CallsParams {
    uint particles;
    uint elements;
    uint capacity;
    uint room;
    uint done;
    float passed;
};
