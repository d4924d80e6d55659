#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: its density, and what its pressure changes by, so that it is not too dense: C = ρ/ρ₀ − 1 ≤ 0,
// p ≥ 0 [MM13]. Pressures add up over the iterations of a substep; λ = −p V h². They are multiples of `unit`/h².
#include "bindings/fluid/solve_densities.glsl"

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

// What is filled of the kernel, what holds the density back, and how it changes with its own particle's way.
float filled = 0.0;
float held = 0.0;
vec3 own = vec3(0.0);

void meet(Beside beside) {
    const float size = abs(beside.volume) * beside.u * beside.u;
    filled += size * beside.u;
    held += hold[beside.place] * size;
    own -= size * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    if (here.w > 0.0) look_around(s, here.xyz);
    filled = here.w + sum_of_lanes(filled);
    held = sum_of_lanes(held);
    own = sum_of_lanes(own);
    if (turn() != 0) return;
    const vec4 wall = walls[s];
    own = params.push * own - params.steep * wall.xyz;
    held = params.push * held + hold[s] * length(own) + (COUPLED ? back[s] : 0.0);
    const float open = params.density * filled + wall.w - dot(wall.xyz, here.xyz) - 1.0;
    const float rise = params.relaxation * open / ((held + params.give * hold[s]) * here.w * params.unit + TINY);
    const float before = params.keep * pressure[s];
    const float after = here.w > 0.0 ? max(0.0, before + rise) : 0.0;
    pressure[s] = after;
    change[s] = after - before;
}
