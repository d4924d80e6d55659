#version 460
#extension GL_GOOGLE_include_directive : require
// One leaf of the collider tree: a box that holds a collider during the whole frame.
#include "bindings/collide/bound_colliders.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/motion_bound.glsl"

// Half of the box around a collider that is turned like this, along the world's axes.
vec3 half_box(vec3 half_size, vec4 turn) {
    const vec3 x = abs(rotate(turn, vec3(half_size.x, 0.0, 0.0)));
    const vec3 y = abs(rotate(turn, vec3(0.0, half_size.y, 0.0)));
    const vec3 z = abs(rotate(turn, vec3(0.0, 0.0, half_size.z)));
    return x + y + z;
}

// The box of a collider that a rigid body carries. A body that leaves it has the frame simulated again.
Bounds carried_box(RigidCollider part) {
    const RigidState state = states[part.body];
    const vec3 center = state.position + rotate(state.rotation, part.offset);
    const vec3 size = half_box(part.half_size, quaternion_product(state.rotation, part.rotation)) + farthest(motion_bounds[part.body]);
    return Bounds(center - size, center + size);
}

// The box around all poses of a collider in the frame.
Bounds posed_box(uint collider, vec3 half_size) {
    Bounds all;
    for (uint set = 0; set < params.sets; ++set) {
        const Pose pose = poses[set * params.count + collider];
        const vec3 size = half_box(half_size, pose.rotation);
        all.low = set == 0 ? pose.translation - size : min(all.low, pose.translation - size);
        all.high = set == 0 ? pose.translation + size : max(all.high, pose.translation + size);
    }
    return all;
}

void main() {
    const uint leaf = gl_GlobalInvocationID.x;
    if (leaf >= params.count) return;
    const uint collider = order[leaf];
    const RigidCollider part = parts[collider];
    if (colliders[collider].first_motion != 0) nodes[leaf] = deforming_boxes[collider];
    else if (part.carried != 0) nodes[leaf] = carried_box(part);
    else nodes[leaf] = posed_box(collider, part.half_size);
}
