#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: scales its inverse mass by s. s is the largest eigenvalue of Σ n nᵀ over its links, plus one for each corner
// of another constraint, which bounds what those add. Every row of a Jacobi step then has a spectrum of at most 1
// (docs/method.md §8). Writes w·s to displacement.w, and (current position, w·s) for the neighbours.

#include "bindings/solve/split_masses.glsl"

#include "include/features.glsl"

// Largest eigenvalue of the symmetric matrix with this diagonal and these (xy, yz, zx): the trigonometric solution.
float largest_eigenvalue(vec3 diagonal, vec3 off_diagonal) {
    const float mean = (diagonal.x + diagonal.y + diagonal.z) / 3.0;
    const vec3 d = diagonal - mean;
    const float p = sqrt((dot(d, d) + 2.0 * dot(off_diagonal, off_diagonal)) / 6.0);
    if (p <= 1e-6 * mean) return mean;
    const float det = d.x * (d.y * d.z - off_diagonal.y * off_diagonal.y) - off_diagonal.x * (off_diagonal.x * d.z - off_diagonal.y * off_diagonal.z) + off_diagonal.z * (off_diagonal.x * off_diagonal.y - d.y * off_diagonal.z);
    const float c = clamp(det / (2.0 * p * p * p), -1.0, 1.0);
    return mean + 2.0 * p * cos(acos(c) / 3.0);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 x = position[i].xyz + displacement[i].xyz;
    const uint first = slices[i / SLICE] + i % SLICE;
    vec3 diagonal = vec3(0.0);
    vec3 off_diagonal = vec3(0.0);
    for (uint at = first; at < slices[i / SLICE + 1]; at += SLICE) {
        const uint other = slots[at].other & 0x3FFFFFFFu;
        const vec3 d = x - (position[other].xyz + displacement[other].xyz);
        const float l2 = dot(d, d);
        const float scale = l2 > 0.0 ? 1.0 / l2 : 0.0;
        diagonal += scale * d * d;
        off_diagonal += scale * d * d.yzx;
    }
    float corners = 0.0;
    if (CORNERS) corners = float(corner_starts[i + 1] - corner_starts[i]);
    const float ws = displacement[i].w * max(1.0, largest_eigenvalue(diagonal, off_diagonal) + corners);
    displacement[i].w = ws;
    current_position[i] = vec4(x, ws);
}
