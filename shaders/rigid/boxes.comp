#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair of boxes: where they can meet in this substep, at most POINTS places, and how far apart they are there.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Parts { RigidPart parts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 5, scalar) readonly buffer KindStarts { uint kind_starts[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Manifolds { Manifold manifolds[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer Contacts { RigidContact contacts[]; };

// As many as two faces have in common.
#define FOUND 8
#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "meetings.glsl"
#include "boxes.glsl"
#include "manifold.glsl"

// Seen from `origin`.
Cuboid cuboid(uint part, vec3 origin) {
    const RigidPart own = parts[part];
    const RigidState state = states[own.body];
    const vec3 center = (state.position - origin) + rotate(state.rotation, own.offset);
    const vec4 q = turned_by(state.rotation, own.turn);
    const mat3 axes = mat3(rotate(q, vec3(1.0, 0.0, 0.0)), rotate(q, vec3(0.0, 1.0, 0.0)), rotate(q, vec3(0.0, 0.0, 1.0)));
    return Cuboid(center, axes, colliders[part].size);
}

void main() {
    const uint k = gl_GlobalInvocationID.x;
    if (k >= kind_starts[1]) return;
    const RigidPair pair = pairs[ordered[k]];
    const vec3 origin = states[pair.bodies.x].position;
    const float size = min(size_of(pair.parts.x), size_of(pair.parts.y));
    reach = reach_of(pair, size);
    meet_boxes(cuboid(pair.parts.x, origin), cuboid(pair.parts.y, origin), 1e-5 * size);
    keep_meetings(ordered[k], pair, size);
}
