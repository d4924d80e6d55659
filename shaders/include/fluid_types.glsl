// Generated from crates/pliant-passes/src/types/fluid.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.

#define PARKED 10000.0
#define PARKED_SPACING 4.25
#define TINY 1e-9

struct Fluid {
    float viscosity;
    float cohesion;
    float vorticity;
};

struct FluidParams {
    uint count;
    uint particles;
    uint slots;
    uint colliders;
    uint first_pose;
    float keep;
    float relaxation;
    float give;
    float unit;
    float radius;
    float density;
    float push;
    float wall;
    float steep;
    float rest;
    float h;
    vec3 origin;
};

struct Birth {
    uint particle;
    uint substep;
    vec3 place;
    vec3 velocity;
};

struct EmitParams {
    uint count;
    uint substep;
};

struct KillParams {
    uint count;
    float level;
};
