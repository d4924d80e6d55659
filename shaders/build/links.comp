#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: candidates for the distance links that start at it or bend over it. The lower particle
// of a link owns it; a pair may be found more than once, build/unique keeps one.
#define COS_ONE_DEGREE 0.9998477

layout(push_constant, scalar) uniform Params { FillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uvec3 entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Rests { vec4 rest[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Bodies { BuildBody bodies[]; };
layout(set = 0, binding = 5, scalar) readonly buffer CandidateStarts { uint candidate_starts[]; };
layout(set = 0, binding = 6, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Candidates { uvec3 candidates[]; };

#include "half_edges.glsl"

void add(uint a, uint b, uint kind) {
    const uint owner = min(a, b);
    const uint rank = atomicAdd(cursor[owner], 1);
    if (params.fill != 0) candidates[candidate_starts[owner] + rank] = uvec3(max(a, b), kind, 0);
}

void add_edge(uint v, uint other, uvec2 run, BuildBody body) {
    const bool diagonal = is_diagonal(v, other, run);
    add(v, other, diagonal ? SHEAR : STRETCH);
    const uint p = entries[run.x].y;
    if (run.y - run.x != 2 || p == NONE) return;
    const uint q = entries[run.x + 1].y;
    if (body.grid != 0 && diagonal) add(p, q, SHEAR);
    if (body.bend == BEND_DISTANCE && !diagonal && !in_quad(v, other, p) && !in_quad(v, other, q)) add(p, q, BEND);
}

// Links the far ends of the edge v–other and every later edge of v that goes straight on.
void add_straight(uint v, uint other, uvec2 run) {
    const vec3 incoming = normalize(rest[v].xyz - rest[other].xyz);
    uint previous = other;
    for (uint k = run.y; k < starts[v + 1]; ++k) {
        const uint far = entries[k].x;
        if (far == previous) continue;
        previous = far;
        const bool straight = dot(incoming, normalize(rest[far].xyz - rest[v].xyz)) > COS_ONE_DEGREE;
        if (straight && !is_diagonal(v, other, run) && !is_diagonal(v, far)) add(other, far, BEND);
    }
}

void main() {
    const uint v = gl_GlobalInvocationID.x;
    if (v >= params.count) return;
    const BuildBody body = bodies[body_of[v]];
    uint k = starts[v];
    for (uint trip = starts[v]; trip < starts[v + 1]; ++trip) {
        if (k >= starts[v + 1]) break;
        const uint other = entries[k].x;
        uint end = k + 1;
        for (; end < starts[v + 1]; ++end) if (entries[end].x != other) break;
        if (v < other) add_edge(v, other, uvec2(k, end), body);
        if (body.bend == BEND_DISTANCE) add_straight(v, other, uvec2(k, end));
        k = end;
    }
}
