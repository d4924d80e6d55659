#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: vorticity ∇ × v [MM13, eq. 15] and its magnitude.
#include "bindings/fluid/compute_vorticity.glsl"

#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

vec4 own_velocity;
vec3 vorticity = vec3(0.0);

void visit(Neighbour other) {
    if (other.volume <= 0.0) return;
    vorticity += other.volume * other.u * other.u * cross(FETCH(sorted_velocity, other.index).xyz - own_velocity.xyz, other.direction);
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    own_velocity = FETCH(sorted_velocity, s);
    if (here.w > 0.0) visit_neighbours(s, here.xyz);
    vorticity = sum_of_lanes(vorticity);
    if (lane_index() != 0) return;
    vorticity *= params.gradient_scale;
    sorted_vorticity[s] = vec4(vorticity, length(vorticity));
}
