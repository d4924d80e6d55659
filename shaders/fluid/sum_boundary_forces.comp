#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: accumulates the impulses of its pressure change, where contact forces are requested. These act on
// colliders, and between its particle and particles of other bodies.
#include "bindings/fluid/sum_boundary_forces.glsl"

#include "include/accumulate.glsl"
#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

uint particle;
uint body;
// Impulse per pressure change around the point, kg m/s.
float impulse_scale;
float own_change;

void visit(Neighbour other) {
    const uint other_body = body_of[order[other.index]];
    const float pair_change = own_change + pressure_change[other.index];
    if (other_body == body || pair_change == 0.0 || other.u == 0.0) return;
    const vec3 gradient = params.gradient_scale * abs(other.volume) * pair_change * other.u * other.u * other.direction;
    accumulate(particle, params.particles, 1u + params.colliders + other_body, impulse_scale * gradient);
}

void accumulate_boundary(uint s) {
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint c = contacts[slot * params.particles + particle].collider;
        if (c == NONE) break;
        const vec3 part = boundary_gradient[slot * params.count + s];
        if (own_change != 0.0 && part != vec3(0.0)) accumulate(particle, params.particles, 1u + c, impulse_scale * params.boundary_force_scale * own_change * part);
    }
}

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    particle = particles[order[s]];
    body = body_of[order[s]];
    impulse_scale = abs(here.w) * params.pressure_unit / params.h;
    own_change = pressure_change[s];
    if (here.w > 0.0) accumulate_boundary(s);
    visit_neighbours(s, here.xyz);
}
