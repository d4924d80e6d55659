#version 460
#extension GL_GOOGLE_include_directive : require
// One particle of a balloon: ∂V/∂x = (1/6) Σ (a − x) × (b − x) over its triangles (x, a, b).
// This equals (1/6) Σ a × b where the triangles form a closed one-ring [MHHR07, §4.4], and is accurate far from the origin.
#include "bindings/solve/compute_volume_gradients.glsl"

// The vector from one particle to another.
vec3 between(uint from, uint to) {
    return (position[to].xyz - position[from].xyz) + (displacement[to].xyz - displacement[from].xyz);
}

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const uint i = members[at].x;
    const uint last = one_ring_starts[i + 1];
    vec3 sum = vec3(0.0);
    for (uint k = one_ring_starts[i]; k < last; ++k) sum += cross(between(i, one_ring[k].x), between(i, one_ring[k].y));
    gradient[at] = sum / 6.0;
}
