#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: how fast the fluid turns there, ∇ × v [MM13, eq. 15], and the amount of that, for its
// neighbours.
#include "bindings/fluid/compute_vorticity.glsl"

#include "fluid.glsl"
#include "around.glsl"

vec4 flow;
vec3 curl = vec3(0.0);

void meet(Beside beside) {
    if (beside.volume <= 0.0) return;
    curl += beside.volume * beside.u * beside.u * cross(FETCH(flows, beside.place).xyz - flow.xyz, beside.along);
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    flow = FETCH(flows, s);
    if (here.w > 0.0) look_around(s, here.xyz);
    curl = sum_of_lanes(curl);
    if (turn() != 0) return;
    curl *= params.push;
    curls[s] = vec4(curl, length(curl));
}
