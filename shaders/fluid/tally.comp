#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: what the change of its pressure puts on the colliders around it, where contact forces are wanted.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Places { vec4 places[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Contacts { Contact contacts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Parts { vec3 parts[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Changes { float change[]; };
layout(set = 0, binding = 6, scalar) buffer Tallies { Tally tallies[]; };
layout(set = 0, binding = 7, scalar) buffer Statuses { uint status[]; };

#include "tally.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count || places[s].w <= 0.0) return;
    const uint p = particles[order[s]];
    const float push = places[s].w * params.unit * params.steep * change[s] / params.h;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint c = contacts[slot * params.particles + p].collider;
        if (c == NONE) break;
        const vec3 part = parts[slot * params.count + s];
        if (push != 0.0 && part != vec3(0.0)) tally(p, params.particles, 1u + c, push * part);
    }
}
