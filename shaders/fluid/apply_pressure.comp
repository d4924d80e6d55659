#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: displaces its particle by the pressure changes around it.
// Jacobi also displaces the previous iterate, as in contact/apply_contacts.
#include "bindings/fluid/apply_pressure.glsl"

#include "include/features.glsl"
#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

float own_change;
vec3 correction = vec3(0.0);

void visit(Neighbour other) {
    correction += abs(other.volume) * (own_change + pressure_change[other.index]) * other.u * other.u * other.direction;
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    own_change = pressure_change[s];
    visit_neighbours(s, here.xyz);
    correction = sum_of_lanes(correction);
    if (lane_index() != 0) return;
    correction = abs(here.w) * (params.gradient_scale * correction + params.boundary_force_scale * own_change * sorted_boundary[s].xyz);
    const uint p = particles[order[s]];
    correction *= params.pressure_unit * velocity[p].w;
    const vec3 d = displacement[p].xyz + correction;
    displacement[p].xyz = d;
    if (!JACOBI) return;
    displacement_before[p].xyz += correction;
    current_position[p].xyz = position[p].xyz + d;
}
