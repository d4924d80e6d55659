// Generated from crates/pliant-passes/src/types/fluid.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

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
    float keep_pressure;
    float relaxation;
    float regularization;
    float pressure_unit;
    float radius;
    float inverse_radius;
    float kernel_scale;
    float gradient_scale;
    float half_space_weight;
    float boundary_force_scale;
    float rest_closeness;
    float h;
    vec3 origin;
};

struct Birth {
    uint particle;
    uint substep;
    vec3 position;
    vec3 velocity;
};

struct EmitParams {
    uint count;
    uint substep;
};

struct RemoveParams {
    uint count;
    float level;
};
