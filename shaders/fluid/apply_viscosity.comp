#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: its velocity nears those around it (XSPH viscosity [MM13, eq. 17]), by a share that both of
// two particles have alike, so that momentum is kept; cohesion and vorticity confinement; and its density in the end, for metrics.
#include "bindings/fluid/apply_viscosity.glsl"

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

vec4 here;
vec4 flow;
float weight;
vec3 swirl;
float cohesion;

float filled = 0.0;
vec3 change = vec3(0.0);
vec3 pull = vec3(0.0);

void meet(Beside beside) {
    const float share = beside.u * beside.u * beside.u;
    filled += abs(beside.volume) * share;
    if (beside.volume <= 0.0) return;
    const uint j = beside.place;
    const vec4 other = FETCH(flows, j);
    // Means of viscosity and volume, and of the masses what two of them are moved by.
    const float both = (here.w + beside.volume) / (weight + weights[j]) * share;
    change += both * 0.5 * (flow.w + other.w) * (other.xyz - flow.xyz);
    // What one gets of a swirl the others lose: momentum is kept.
    if (SWIRL) change += both * (swirl - swirls[j]);
    if (COHESION) pull -= min(cohesion, livings[j].x) * beside.volume * draw(beside.u) * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    here = FETCH(sorted_position, s);
    if (here.w <= 0.0) return;
    flow = FETCH(flows, s);
    weight = weights[s];
    if (SWIRL) swirl = swirls[s];
    if (COHESION) cohesion = livings[s].x;
    look_around(s, here.xyz);
    filled = here.w + sum_of_lanes(filled);
    change = sum_of_lanes(change);
    if (COHESION) pull = sum_of_lanes(pull);
    if (turn() != 0) return;
    velocity[particles[order[s]]].xyz += weight * (params.density * change + 2.0 * here.w * pull);
    const vec4 wall = walls[s];
    density[s] = params.density * filled + wall.w - dot(wall.xyz, here.xyz);
}
