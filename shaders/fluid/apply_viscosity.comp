#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: XSPH viscosity [MM13, eq. 17], cohesion and vorticity confinement. The factors
// of a pair are symmetric, so that momentum is conserved. Writes the density at the end of the substep, for metrics.
#include "bindings/fluid/apply_viscosity.glsl"

#include "include/features.glsl"
#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

vec4 here;
vec4 own_velocity;
float inverse_mass;
vec3 confinement;
float cohesion;

float kernel_sum = 0.0;
vec3 change = vec3(0.0);
vec3 cohesion_sum = vec3(0.0);

void visit(Neighbour other) {
    const float kernel = other.u * other.u * other.u;
    kernel_sum += abs(other.volume) * kernel;
    if (other.volume <= 0.0) return;
    const uint j = other.index;
    const vec4 velocity_j = FETCH(sorted_velocity, j);
    // Means of viscosity, volume and inverse mass are the same for both particles.
    const float pair_weight = (here.w + other.volume) / (inverse_mass + sorted_inverse_mass[j]) * kernel;
    change += pair_weight * 0.5 * (own_velocity.w + velocity_j.w) * (velocity_j.xyz - own_velocity.xyz);
    // Neighbours lose what the point gains, so that momentum is conserved.
    if (VORTICITY) change += pair_weight * (confinement - sorted_confinement[j]);
    if (COHESION) cohesion_sum -= min(cohesion, sorted_material[j].x) * other.volume * cohesion_kernel(other.u) * other.direction;
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    here = FETCH(sorted_position, s);
    if (here.w <= 0.0) return;
    own_velocity = FETCH(sorted_velocity, s);
    inverse_mass = sorted_inverse_mass[s];
    if (VORTICITY) confinement = sorted_confinement[s];
    if (COHESION) cohesion = sorted_material[s].x;
    visit_neighbours(s, here.xyz);
    kernel_sum = here.w + sum_of_lanes(kernel_sum);
    change = sum_of_lanes(change);
    if (COHESION) cohesion_sum = sum_of_lanes(cohesion_sum);
    if (lane_index() != 0) return;
    velocity[particles[order[s]]].xyz += inverse_mass * (params.kernel_scale * change + 2.0 * here.w * cohesion_sum);
    const vec4 boundary = sorted_boundary[s];
    density[s] = params.kernel_scale * kernel_sum + boundary.w - dot(boundary.xyz, here.xyz);
}
