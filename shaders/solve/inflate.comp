#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle of a balloon: d += w g Δλ. In Jacobi it goes into the displacement before, too, so that Chebyshev's momentum
// does not carry it on: x − x̃ stays Σ w ∇C λ. FORCES: what it is pushed by, g λ.
layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Members { uvec2 members[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Gradients { vec3 gradient[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Inflations { vec2 inflation[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 5, scalar) buffer Before { vec4 before[]; };
layout(set = 0, binding = 6, scalar) buffer Places { vec4 place[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Pushes { vec3 push[]; };

#include "features.glsl"

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const uint i = members[at].x;
    const vec2 lambda = inflation[members[at].y];
    if (FORCES) {
        push[params.push + at] = lambda.x * gradient[at];
        return;
    }
    const vec3 d = (velocity[i].w * lambda.y) * gradient[at];
    moved[i].xyz += d;
    if (JACOBI) {
        before[i].xyz += d;
        place[i].xyz += d;
    }
}
