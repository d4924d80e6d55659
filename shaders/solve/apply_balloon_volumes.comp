#version 460
#extension GL_GOOGLE_include_directive : require
// One particle of a balloon: d += w g Δλ. Jacobi also adds it to the previous displacement, so that Chebyshev's momentum
// does not amplify it: x − x̃ stays Σ w ∇C λ. FORCES: writes the force g λ instead.
#include "bindings/solve/apply_balloon_volumes.glsl"

#include "include/features.glsl"

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const uint i = members[at].x;
    const vec2 lambda = volume_lambda[members[at].y];
    if (FORCES) {
        correction[params.first_correction + at] = lambda.x * gradient[at];
        return;
    }
    const vec3 d = (velocity[i].w * lambda.y) * gradient[at];
    displacement[i].xyz += d;
    if (JACOBI) {
        displacement_before[i].xyz += d;
        current_position[i].xyz += d;
    }
}
