// Generated from crates/pliant-passes/src/types/intersection.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define NEAR_INTERSECTION 1u
#define LATELY 2u
#define OUT_OF 4u
#define OUT_OF_ALL 1073741823u
#define INTERSECTION_SPEED 20u
#define INTERSECTION_CORNERS 8u
#define FLATTEST 0.1

struct Intersection {
    uvec2 edge;
    uvec3 triangle;
    uvec2 wings;
    uint back;
};

struct Pull {
    float along;
    vec3 inside;
    vec3 normal;
    float wanted;
    float lambda;
};

struct IntersectionParams {
    uint count;
    uint velocities;
};
