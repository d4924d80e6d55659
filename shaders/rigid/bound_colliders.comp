#version 460
#extension GL_GOOGLE_include_directive : require
// One leaf of the collider tree: a box that holds a collider during the whole frame.
#include "bindings/rigid/bound_colliders.glsl"

#include "math.glsl"
#include "rigid.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.parts) return;
    const RigidCollider part = parts[order[i]];
    const RigidState state = states[part.body];
    const vec4 turn = quaternion_product(state.rotation, part.rotation);
    const vec3 center = state.position + rotate(state.rotation, part.offset);
    const vec3 x = abs(rotate(turn, vec3(part.half_size.x, 0.0, 0.0)));
    const vec3 y = abs(rotate(turn, vec3(0.0, part.half_size.y, 0.0)));
    const vec3 z = abs(rotate(turn, vec3(0.0, 0.0, part.half_size.z)));
    const vec3 size = x + y + z + motion_bounds[part.body].margin;
    nodes[i] = Bounds(center - size, center + size);
}
