#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One invocation: how many workgroups the passes behind it run, so that there are none where nothing is to be done: once it is
// known whether pairs are stale, and, if so, how many elements are near each other, and how many pairs they make. A frame in which
// these do not fit is simulated again, with room for them; until then there are none.
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
    calls[CALLS_SEEK_GROUPS] = workgroups(seek ? (params.elements + 7) / 8 : 0);
    calls[CALLS_SEEK_IN_GROUPS] = workgroups(0);
    calls[CALLS_SEEK_NEAR] = workgroups(0);
    calls[CALLS_SEEK_PAIRS] = workgroups(0);
    state[0].touching = 0;
    state[0].substeps = seek ? 0.0 : state[0].substeps + 1.0;
    if (seek) {
        state[0].groups = 0;
        state[0].near = 0;
        state[0].found = 0;
    }
}

void groups_near_each_other() {
    calls[CALLS_SEEK_IN_GROUPS] = workgroups(8 * min(state[0].groups, params.room / 2));
}

void near_each_other() {
    const uint near = max(state[0].near, 2 * state[0].groups);
    const uvec3 each = workgroups(min(state[0].near, params.room));
    calls[CALLS_SEEK_NEAR] = each;
    calls[CALLS_NEAR] = each;
    status[STATUS_NEAR] = max(status[STATUS_NEAR], near);
}

void after_seeking() {
    const uint found = state[0].found;
    const bool fit = found <= params.capacity && max(state[0].near, 2 * state[0].groups) <= params.room;
    const uint pairs = fit ? found : 0;
    // Where there are none any more, particles learn so once.
    const bool any = found > 0 || state[0].pairs > 0;
    state[0].pairs = pairs;
    status[STATUS_PAIRS] = max(status[STATUS_PAIRS], found);
    calls[CALLS_SEEK_PAIRS] = workgroups(pairs);
    calls[CALLS_PAIRS] = workgroups(pairs);
    calls[CALLS_PARTICLES] = workgroups(any ? params.particles : 0);
}

void touching() { calls[CALLS_TOUCHING] = workgroups(state[0].touching); }

void main() {
    if (gl_GlobalInvocationID.x > 0 || params.particles == 0) return;
    const bool sought = params.sought > 0 && params.sought < 4;
    if (sought && stale[0] == 0) return;
    if (params.sought == 0) before_seeking();
    else if (params.sought == 1) groups_near_each_other();
    else if (params.sought == 2) near_each_other();
    else if (params.sought == 3) after_seeking();
    else touching();
}
