#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: where bodies that overlapped were pushed apart, they lose the velocity that this alone would give them. What
// slid although friction could hold it is kept in mind.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 4, scalar) readonly buffer ColorStarts { uint color_starts[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Manifolds { Manifold manifolds[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Contacts { RigidContact contacts[]; };
layout(set = 0, binding = 7, scalar) coherent buffer States { RigidState states[]; };
layout(set = 0, binding = 8, scalar) buffer Statuses { uint status[]; };
layout(set = 0, binding = 9, scalar) buffer Slips { vec4 slips[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "speeds.glsl"

void solve(uint pair) {
    const uint points = manifolds[pair].points;
    if (points == 0) {
        slips[pair] = vec4(0.0);
        return;
    }
    take_ends(pairs[pair].bodies);
    for (uint i = 0; i < points; ++i) {
        take_point(i, contacts[POINTS * pair + i]);
        lambda[i] = contacts[POINTS * pair + i].lambda;
    }
    slips[pair] = slipped(points, manifolds[pair].coefficients, frame[0].h, slips[pair]);
    uint pushing = 0;
    bool wrong = false;
    for (uint i = 0; i < points; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        // How fast they may part: as they did before anything pushed.
        const float excess = open[i] - max(contact.parting, 0.0);
        // What rounding makes comes and goes: to take it would press the two together, and friction would grow.
        wrong = wrong || (contact.lambda > 0.0 && excess > 0.1 * frame[0].rest_speed);
        pushing += contact.lambda > 0.0 ? 1 : 0;
        open[i] = -excess;
        lambda[i] = 0.0;
        normals[i] = contact.lambda > 0.0 ? -normals[i] : vec3(0.0);
    }
    if (params.flag != 0) atomicAdd(status[STATUS_RIGID_CONTACTS], pushing);
    if (!wrong) return;
    press(points);
    keep_ends(pairs[pair].bodies);
}

#define THERE_AND_BACK false
#include "colors.glsl"
