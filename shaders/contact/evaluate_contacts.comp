#version 460
#extension GL_GOOGLE_include_directive : require
// One touch: by how much its parts are open at the start of the substep, how they approach in it, and whether it takes part in the first round: they are
// predicted to be too close, or all but. What they slid adds up to no more than friction could hold. Until they are detected anew, their plane stays. What comes
// fast, or is deep, may bounce.
#include "bindings/contact/evaluate_contacts.glsl"
// With the gap in .w.
// In .w how far friction lets them slip.

#include "activate.glsl"

// What its parts slid from where they were held.
void slip(uint row, vec3 along) {
    const vec4 anchor = anchors[row];
    const vec3 slid = anchor.w * (along - anchor.xyz);
    const vec3 held = slid * min(1.0, slips[row].w / max(length(slid), LEAST_SLIP));
    slips[row].xyz = held;
    if (anchor.w == 0.0 || held != slid) anchors[row] = vec4(along - held, 1.0);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].active_contacts) return;
    const uint row = FETCH(active_contacts, i).x;
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec4 plane = FETCH(normals, row);
    const vec3 normal = plane.xyz;
    const vec3 origin = FETCH(position, ends.x).xyz;
    vec3 between = vec3(0.0);
    float approach = 0.0;
    bool gone = false;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const vec4 x = FETCH(position, ends[k]);
        gone = gone || x.w < 0.0;
        between += u[k] * (x.xyz - origin);
        approach += u[k] * dot(normal, FETCH(displacement, ends[k]).xyz);
    }
    const float start = dot(normal, between);
    slip(row, between - start * normal);
    const float gap = plane.w;
    const float open = gone ? SEPARATION_OF_REMOVED : start - gap;
    // Of what was let go of since it was listed, none.
    press(row, ends, FETCH(near, row).x > 0.0 && open + approach < ACTIVE_MARGIN * gap);
    opens[row] = vec2(open, approach);
    const float fast = frame[0].h * frame[0].rest_speed;
    if (approach < -fast || open < -max(fast, BOUNCE_DEPTH * gap)) found[atomicAdd(state[0].bouncing, 1)] = row;
}
