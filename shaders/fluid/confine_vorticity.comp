#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: what vorticity confinement would add to its velocity [MM13, eq. 16]: along N × ω, N pointing
// to where it turns faster.
#include "bindings/fluid/confine_vorticity.glsl"

#include "fluid.glsl"
#include "around.glsl"

vec4 own;
vec3 rise = vec3(0.0);

void meet(Beside beside) {
    if (beside.volume <= 0.0) return;
    rise -= beside.volume * beside.u * beside.u * (FETCH(curls, beside.place).w - own.w) * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    own = FETCH(curls, s);
    if (here.w > 0.0) look_around(s, here.xyz);
    rise = sum_of_lanes(rise);
    if (turn() != 0) return;
    rise *= params.push;
    // Where it turns alike all around there is no way to go; the bound is far below any curl over the kernel.
    const float least = 1e-3 * own.w / params.radius;
    const vec3 way = rise / max(max(length(rise), least), TINY);
    swirls[s] = livings[s].y * cross(way, own.xyz);
}
