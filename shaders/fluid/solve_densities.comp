#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: its density and its pressure change, for C = ρ/ρ₀ − 1 ≤ 0, p ≥ 0 [MM13].
// Pressures accumulate over the iterations of a substep; λ = −p V h². Pressures are in multiples of `unit`/h².
#include "bindings/fluid/solve_densities.glsl"

#include "include/features.glsl"
#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

// The filled fraction of the kernel, the denominator of the correction, and the gradient at the own particle.
float kernel_sum = 0.0;
float denominator = 0.0;
vec3 own_gradient = vec3(0.0);

void visit(Neighbour other) {
    const float size = abs(other.volume) * other.u * other.u;
    kernel_sum += size * other.u;
    denominator += correction_scale[other.index] * size;
    own_gradient -= size * other.direction;
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    const vec4 here = FETCH(sorted_position, s);
    if (here.w > 0.0) visit_neighbours(s, here.xyz);
    kernel_sum = here.w + sum_of_lanes(kernel_sum);
    denominator = sum_of_lanes(denominator);
    own_gradient = sum_of_lanes(own_gradient);
    if (lane_index() != 0) return;
    const vec4 boundary = sorted_boundary[s];
    own_gradient = params.gradient_scale * own_gradient - params.boundary_force_scale * boundary.xyz;
    denominator = params.gradient_scale * denominator + correction_scale[s] * length(own_gradient) + (COUPLED ? boundary_scale[s] : 0.0);
    const float C = params.kernel_scale * kernel_sum + boundary.w - dot(boundary.xyz, here.xyz) - 1.0;
    const float step = params.relaxation * C / ((denominator + params.regularization * correction_scale[s]) * here.w * params.pressure_unit + TINY);
    const float before = params.keep_pressure * pressure[s];
    const float after = here.w > 0.0 ? max(0.0, before + step) : 0.0;
    pressure[s] = after;
    pressure_change[s] = after - before;
}
