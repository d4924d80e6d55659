#version 460
#extension GL_GOOGLE_include_directive : require
// One place, by LANES invocations: how far densities must hold back for its particle's sake, once a substep: w s, s a bound of
// the largest eigenvalue of Σ g gᵀ/|g| over the gradients g by which densities press it. So no iteration goes further than to
// solve them.
#include "bindings/fluid/scale_density_corrections.glsl"

#include "fluid.glsl"
#include "around.glsl"

// Of the matrix Σ g gᵀ/|g|: its diagonal, and xy, yz, zx.
vec3 diagonal = vec3(0.0);
vec3 off = vec3(0.0);

void add(vec3 along, float size) {
    diagonal += size * along * along;
    off += size * along * along.yzx;
}

vec4 here;
vec3 own = vec3(0.0);

void meet(Beside beside) {
    const float size = params.push * beside.u * beside.u;
    if (beside.volume > 0.0) add(beside.along, size * abs(here.w));
    own -= size * abs(beside.volume) * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    here = FETCH(sorted_position, s);
    look_around(s, here.xyz);
    diagonal = sum_of_lanes(diagonal);
    off = sum_of_lanes(off);
    own = sum_of_lanes(own);
    if (turn() != 0) return;
    if (here.w > 0.0) {
        own -= params.steep * walls[s].xyz;
        const float size = length(own);
        add(own / max(size, TINY), size);
    }
    const float mean = (diagonal.x + diagonal.y + diagonal.z) / 3.0;
    const vec3 rest = diagonal - mean;
    // No eigenvalue of a symmetric matrix is farther from their mean.
    const float farthest = sqrt(2.0 / 3.0 * (dot(rest, rest) + 2.0 * dot(off, off)));
    hold[s] = velocity[particles[order[s]]].w * (mean + farthest);
}
