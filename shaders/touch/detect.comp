#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: whether its parts meet on their way through this substep, and the plane that they must not pass. It is the one
// across their nearest points when they first touch [BMF03, §6.2], found by steps that cannot miss that.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pairs { Pair pairs[]; };
FETCHED_VEC4(2, Positions, position);
FETCHED_VEC4(3, Moved, moved);
layout(set = 0, binding = 4, scalar) buffer Touches { Touch touches[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Pushes { vec3 pushes[]; };

#include "touch.glsl"
#include "ways.glsl"

#define STEPS 8

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    const Pair pair = pairs[i];
    load_ways(pair.corners);
    const float most = closing(pair.kind);
    const float touching = 1.01 * pair.gap;
    float time = 0.0;
    Nearest met = nearest_at(pair.kind, time);
    float apart = length(met.apart);
    // A fluid's particle that is gone has a negative mass: nothing meets it, and without a distance nothing is held.
    vec4 masses;
    [[unroll]] for (uint k = 0; k < 4; ++k) masses[k] = FETCH(position, pair.corners[k]).w;
    const bool gone = any(lessThan(masses, vec4(0.0)));
    const float apart_at_start = gone ? 0.0 : apart;
    for (uint step = 0; step < STEPS; ++step) {
        if (apart <= touching || (1.0 - time) * most <= apart - touching) break;
        time += (apart - pair.gap) / most;
        met = nearest_at(pair.kind, time);
        apart = length(met.apart);
    }
    pushes[i] = vec3(0.0);
    // Constraints may move parts about as far again as their velocities did. Ends of edges are points of some triangle.
    const bool near = !gone && apart - pair.gap <= most + 0.2 * pair.gap && (pair.kind != EDGE_EDGE || met.inside);
    const vec3 normal = apart > 0.0 ? met.apart / apart : across(pair.kind, at_start);
    float start = 0.0;
    float approach = 0.0;
    for (uint k = 0; k < 4; ++k) {
        start += met.weights[k] * dot(normal, at_start[k]);
        approach += met.weights[k] * dot(normal, way[k]);
    }
    // Pairs that were sought anew are others than before.
    const bool held = state[0].substeps > 0.0 && touches[i].lambda > 0.0;
    const vec3 slip = held ? touches[i].slip : vec3(0.0);
    touches[i] = Touch(met.weights, normal, start - pair.gap, approach, apart_at_start, 0.0, vec3(0.0), near ? 1 : 0, 0, slip);
}
