#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: its particle goes where the changes of pressure around it push it. With Jacobi it had gone
// there an iteration ago, too, as in contact/apply_contacts.
#include "bindings/fluid/apply_pressure.glsl"

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

float own;
vec3 push = vec3(0.0);

void meet(Beside beside) {
    push += abs(beside.volume) * (own + change[beside.place]) * beside.u * beside.u * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    own = change[s];
    look_around(s, here.xyz);
    push = sum_of_lanes(push);
    if (turn() != 0) return;
    push = abs(here.w) * (params.push * push + params.steep * own * walls[s].xyz);
    const uint p = particles[order[s]];
    push *= params.unit * velocity[p].w;
    const vec3 d = displacement[p].xyz + push;
    displacement[p].xyz = d;
    if (!JACOBI) return;
    displacement_before[p].xyz += push;
    current_position[p].xyz = position[p].xyz + d;
}
