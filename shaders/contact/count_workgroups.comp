#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation: how many workgroups the passes behind it run, so that there are none where nothing is to be done: once it is
// known whether pairs or touches are stale, and, if so, how many elements are near each other, how many pairs they make, and how many of these
// touch; whether another round is needed, and whether the guard has to look. A frame in which lists do not fit is simulated again, with room for them; until then there
// are none.
#include "bindings/contact/count_workgroups.glsl"

uvec3 workgroups(uint invocations) { return uvec3((invocations + WORKGROUP - 1) / WORKGROUP, 1, 1); }

void before_seeking() {
    const bool seek = stale[STALE_PAIRS] != 0;
    const bool guard = stale[STALE_GUARD] != 0;
    // Where many stir, it is quicker not to list their pairs.
    const bool anew = seek || state[0].told != 0 || MANY_PARTICLES * state[0].stirring > params.particles;
    const bool some = !anew && state[0].stirring > 0;
    // Where many stray, it is quicker not to keep what is known; where all go together, how far has to be known anew.
    const bool whole = MANY_PARTICLES * state[0].straying > params.particles || state[0].drift != vec3(0.0);
    const bool around = seek && !whole;
    calls[CALLS_SEEK_ONCE] = workgroups(seek ? 1 : 0);
    calls[CALLS_SEEK_PARTICLES] = workgroups(seek ? params.particles : 0);
    calls[CALLS_SEEK_ELEMENTS] = workgroups(seek ? params.elements : 0);
    calls[CALLS_SEEK_GROUPS] = workgroups(seek ? (params.elements + 7) / 8 : 0);
    calls[CALLS_SEEK_IN_GROUPS] = workgroups(0);
    calls[CALLS_SEEK_NEAR] = workgroups(0);
    calls[CALLS_SEEK_PARTS] = workgroups(0);
    calls[CALLS_SEEK_PAIRS] = workgroups(0);
    calls[CALLS_KEEP] = workgroups(around ? state[0].pairs : 0);
    calls[CALLS_DROP] = workgroups(around ? min(state[0].unparted, params.room) : 0);
    calls[CALLS_SORT] = workgroups(0);
    calls[CALLS_GUARD_PAIRS] = workgroups(guard ? state[0].pairs : 0);
    calls[CALLS_GUARD_PARTICLES] = workgroups(guard ? params.particles : 0);
    calls[CALLS_STIR] = workgroups(some ? state[0].stirring : 0);
    calls[CALLS_RENEW] = workgroups(some ? params.particles : 0);
    calls[CALLS_DETECT_PAIRS] = workgroups(anew ? state[0].pairs : 0);
    calls[CALLS_DETECT_PARTICLES] = workgroups(anew ? params.particles : 0);
    if (anew) state[0].active_contacts = 0;
    state[0].straying = 0;
    state[0].whole = whole ? 1 : 0;
    state[0].listed = some ? state[0].stirring : 0;
    state[0].stirring = 0;
    state[0].renewed = 0;
    state[0].stirred = 0;
    state[0].bouncing = 0;
    state[0].anew = anew ? 1 : 0;
    state[0].told = 0;
    ++state[0].stamp;
    state[0].elapsed = state[0].substeps + params.passed;
    state[0].substeps = seek ? 0.0 : state[0].elapsed;
    if (seek) {
        state[0].groups = 0;
        state[0].near = 0;
        if (whole) state[0].unparted = 0;
        state[0].vacant = 0;
        state[0].unparting = 0;
        state[0].parts = 0;
        state[0].found = 0;
    }
}

void groups_near_each_other() {
    calls[CALLS_SEEK_IN_GROUPS] = workgroups(8 * min(state[0].groups, params.room / 2));
}

void near_each_other() {
    const uint near = max(state[0].near, 2 * state[0].groups);
    calls[CALLS_SEEK_NEAR] = workgroups(min(state[0].near, params.room));
    status[STATUS_ELEMENT_PAIRS] = max(status[STATUS_ELEMENT_PAIRS], near);
}

void parts_near_each_other() {
    calls[CALLS_SEEK_PARTS] = workgroups(min(state[0].parts, params.room));
    if (state[0].unparting > state[0].vacant) state[0].unparted += state[0].unparting - state[0].vacant;
    calls[CALLS_UNPARTED] = workgroups(min(state[0].unparted, params.room));
    status[STATUS_ELEMENT_PAIRS] = max(status[STATUS_ELEMENT_PAIRS], max(state[0].parts, state[0].unparted));
}

void after_seeking() {
    const uint found = state[0].found;
    const uint near = max(max(state[0].near, state[0].parts), max(state[0].unparted, 2 * state[0].groups));
    const bool fit = found <= params.capacity && near <= params.room;
    const uint pairs = fit ? found : 0;
    // Where there are none any more, particles learn so once.
    const bool any = found > 0 || state[0].pairs > 0;
    state[0].pairs = pairs;
    status[STATUS_PAIRS] = max(status[STATUS_PAIRS], found);
    calls[CALLS_SEEK_PAIRS] = workgroups(pairs);
    calls[CALLS_DETECT_PAIRS] = workgroups(pairs);
    calls[CALLS_GUARD_PAIRS] = workgroups(stale[STALE_GUARD] != 0 ? pairs : 0);
    calls[CALLS_PARTICLES] = workgroups(any ? params.particles : 0);
    state[0].paired = any ? 1 : 0;
}

void active_contacts() {
    calls[CALLS_ACTIVE] = workgroups(state[0].active_contacts);
    if (state[0].anew == 0) calls[CALLS_DETECT_PARTICLES] = workgroups(state[0].renewed);
}

void before_round(uint round) {
    calls[CALLS_BOUNCING] = workgroups(state[0].bouncing);
    calls[CALLS_SETTLE] = workgroups(state[0].bouncing > 0 ? params.particles : 0);
    const bool again = stale[STALE_ROUNDS] >= round;
    calls[CALLS_AGAIN_ONCE] = workgroups(again ? 1 : 0);
    calls[CALLS_AGAIN_ACTIVE] = workgroups(again ? state[0].active_contacts : 0);
    calls[CALLS_AGAIN_PARTICLES] = workgroups(again ? params.particles : 0);
}

void main() {
    if (gl_GlobalInvocationID.x > 0 || params.particles == 0) return;
    const bool seeking = params.done > 0 && params.done < 5;
    if (seeking && stale[STALE_PAIRS] == 0) return;
    if (params.done == 0) before_seeking();
    else if (params.done == 1) groups_near_each_other();
    else if (params.done == 2) near_each_other();
    else if (params.done == 3) parts_near_each_other();
    else if (params.done == 4) after_seeking();
    else if (params.done == 5) active_contacts();
    else before_round(params.done - 5);
}
