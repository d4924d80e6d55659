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
