#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: its velocity change by vorticity confinement [MM13, eq. 16], along N × ω,
// where N is the direction of increasing vorticity.
#include "bindings/fluid/confine_vorticity.glsl"

#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

vec4 own_vorticity;
vec3 gradient = vec3(0.0);

void visit(Neighbour other) {
    if (other.volume <= 0.0) return;
    gradient -= other.volume * other.u * other.u * (FETCH(sorted_vorticity, other.index).w - own_vorticity.w) * other.direction;
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    own_vorticity = FETCH(sorted_vorticity, s);
    if (here.w > 0.0) visit_neighbours(s, here.xyz);
    gradient = sum_of_lanes(gradient);
    if (lane_index() != 0) return;
    gradient *= params.gradient_scale;
    // Where vorticity is uniform, N has no direction; the threshold is far below vorticity over the radius.
    const float threshold = 1e-3 * own_vorticity.w / params.radius;
    const vec3 n = gradient / max(max(length(gradient), threshold), TINY);
    sorted_confinement[s] = sorted_material[s].y * cross(n, own_vorticity.xyz);
}
