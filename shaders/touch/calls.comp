#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One invocation: how many workgroups the passes behind it run, so that there are none where nothing is to be done. Once when
// it is known whether pairs are stale, and, if so, again when it is known how many there are.
layout(push_constant, scalar) uniform Params { CallsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) writeonly buffer Calls { uvec3 calls[]; };
layout(set = 0, binding = 3, scalar) buffer Statuses { uint status[]; };

uvec3 workgroups(uint invocations) { return uvec3((invocations + WORKGROUP - 1) / WORKGROUP, 1, 1); }

void before_seeking() {
    const bool seek = stale[0] != 0;
    calls[CALLS_SEEK_ONCE] = workgroups(seek ? 1 : 0);
    calls[CALLS_SEEK_PARTICLES] = workgroups(seek ? params.particles : 0);
    calls[CALLS_SEEK_ELEMENTS] = workgroups(seek ? params.elements : 0);
    calls[CALLS_SEEK_AGAIN] = workgroups(0);
    calls[CALLS_SEEK_PAIRS] = workgroups(0);
    state[0].substeps = seek ? 0.0 : state[0].substeps + 1.0;
    if (seek) state[0].found = 0;
}

void after_seeking() {
    const uint found = state[0].found;
    const uint pairs = min(found, params.capacity);
    state[0].pairs = pairs;
    status[STATUS_PAIRS] = max(status[STATUS_PAIRS], found);
    calls[CALLS_SEEK_AGAIN] = workgroups(found > params.capacity ? params.elements : 0);
    calls[CALLS_SEEK_PAIRS] = workgroups(pairs);
    calls[CALLS_PAIRS] = workgroups(pairs);
    calls[CALLS_PARTICLES] = workgroups(pairs > 0 ? params.particles : 0);
}

void main() {
    if (gl_GlobalInvocationID.x > 0 || params.particles == 0) return;
    if (params.sought == 0) before_seeking();
    else after_seeking();
}
