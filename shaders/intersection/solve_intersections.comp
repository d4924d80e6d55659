#version 460
#extension GL_GOOGLE_include_directive : require
// One edge–triangle intersection: C = (Σ weight x)·normal − wanted ≥ 0 in displacements, or no relative velocity along the normal
// in velocities. It writes the push on the particles of both.
#include "bindings/intersection/solve_intersections.glsl"

#include "include/features.glsl"
#include "include/edge_triangle.glsl"
#include "intersection/constraint.glsl"
#include "intersection/direction.glsl"

// Σ weight x of displacements or velocities.
vec3 mean(Intersection intersection, Pull pull) {
    vec3 sum = vec3(0.0);
    [[unroll]] for (uint k = 0; k < 5; ++k) {
        const uint particle = particle_of(intersection, k);
        sum += weight_of(pull, k) * (params.velocities != 0 ? velocity[particle].xyz : displacement[particle].xyz);
    }
    return sum;
}

// Moves both at least as far from each other as wanted; returns the impulse of this iteration.
vec3 solve(Intersection intersection, inout Pull pull) {
    const float w = yielding(intersection, pull);
    if (pull.wanted == 0.0 || w == 0.0) return vec3(0.0);
    const float moved = dot(pull.normal, mean(intersection, pull));
    const float lambda = max(pull.lambda + (pull.wanted - moved) / w, 0.0);
    const float change = lambda - pull.lambda;
    pull.lambda = lambda;
    return change * pull.normal;
}

// Removes the relative velocity along the direction.
vec3 damp(Intersection intersection, Pull pull) {
    if (pull.lambda == 0.0) return vec3(0.0);
    const float leaving = dot(pull.normal, mean(intersection, pull));
    return -(leaving / yielding(intersection, pull)) * pull.normal;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    // 1 + their number; 0 without a plan.
    if (i + 1 >= passing[0]) return;
    const Intersection intersection = intersections[i];
    if (params.velocities != 0) {
        pushes[i] = damp(intersection, pulls[i]);
        return;
    }
    Pull pull;
    if (FIRST_ROUND) pull = pull_of(intersection);
    else pull = pulls[i];
    pushes[i] = solve(intersection, pull);
    pulls[i] = pull;
}
