#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order, by LANES invocations: the diagonal scale w s of density corrections, once a substep. s bounds the
// largest eigenvalue of Σ g gᵀ/|g| over the gradients g of the densities that displace its particle, so that no iteration
// overshoots.
#include "bindings/fluid/scale_density_corrections.glsl"

#include "fluid/kernel.glsl"
#include "fluid/neighbours.glsl"

// The matrix Σ g gᵀ/|g|: its diagonal, and xy, yz, zx.
vec3 diagonal = vec3(0.0);
vec3 off_diagonal = vec3(0.0);

void add(vec3 direction, float size) {
    diagonal += size * direction * direction;
    off_diagonal += size * direction * direction.yzx;
}

vec4 here;
vec3 own_gradient = vec3(0.0);

void visit(Neighbour other) {
    const float size = params.gradient_scale * other.u * other.u;
    if (other.volume > 0.0) add(other.direction, size * abs(here.w));
    own_gradient -= size * abs(other.volume) * other.direction;
}

void main() {
    const uint s = item_index();
    if (s >= params.count) return;
    here = FETCH(sorted_position, s);
    visit_neighbours(s, here.xyz);
    diagonal = sum_of_lanes(diagonal);
    off_diagonal = sum_of_lanes(off_diagonal);
    own_gradient = sum_of_lanes(own_gradient);
    if (lane_index() != 0) return;
    if (here.w > 0.0) {
        own_gradient -= params.boundary_force_scale * sorted_boundary[s].xyz;
        const float size = length(own_gradient);
        add(own_gradient / max(size, TINY), size);
    }
    const float mean = (diagonal.x + diagonal.y + diagonal.z) / 3.0;
    const vec3 deviation = diagonal - mean;
    // No eigenvalue of a symmetric 3 × 3 matrix differs more from their mean.
    const float max_deviation = sqrt(2.0 / 3.0 * (dot(deviation, deviation) + 2.0 * dot(off_diagonal, off_diagonal)));
    correction_scale[s] = velocity[particles[order[s]]].w * (mean + max_deviation);
}
