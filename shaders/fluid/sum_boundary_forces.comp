#version 460
#extension GL_GOOGLE_include_directive : require
// One place: what the change of its pressure puts on the colliders around it, and what its particle and those of other bodies around it give
// each other, where contact forces are wanted.
#include "bindings/fluid/sum_boundary_forces.glsl"

#include "accumulate.glsl"
#include "fluid.glsl"
#include "around.glsl"

uint particle;
uint body;
// Of a change of pressure around the place, kg m/s.
float given;
float own;

void meet(Beside beside) {
    const uint other = body_of[order[beside.place]];
    const float both = own + change[beside.place];
    if (other == body || both == 0.0 || beside.u == 0.0) return;
    const vec3 push = params.push * abs(beside.volume) * both * beside.u * beside.u * beside.along;
    accumulate(particle, params.particles, 1u + params.colliders + other, given * push);
}

void meet_walls(uint s) {
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint c = contacts[slot * params.particles + particle].collider;
        if (c == NONE) break;
        const vec3 part = parts[slot * params.count + s];
        if (own != 0.0 && part != vec3(0.0)) accumulate(particle, params.particles, 1u + c, given * params.steep * own * part);
    }
}

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    particle = particles[order[s]];
    body = body_of[order[s]];
    given = abs(here.w) * params.unit / params.h;
    own = change[s];
    if (here.w > 0.0) meet_walls(s);
    look_around(s, here.xyz);
}
