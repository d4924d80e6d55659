#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of colliders that are not both boxes: at most POINTS contact points of this substep, with their separations.
#include "bindings/rigid/collide_shapes.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/rotation.glsl"
#include "include/friction.glsl"
#include "rigid/collision/candidates.glsl"
#include "rigid/collision/segments.glsl"
#include "rigid/collision/separating_axis.glsl"
#include "rigid/collision/probe.glsl"
#include "rigid/collision/manifold.glsl"
#include "rigid/collision/fit_surface.glsl"

// The pose of a collider relative to `origin`.
Pose pose_of(uint part, vec3 origin) {
    const RigidCollider own = parts[part];
    const RigidState state = states[own.body];
    const vec3 center = (state.position - origin) + rotate(state.rotation, own.offset);
    return Pose(quaternion_product(state.rotation, own.rotation), center, poses[params.first_pose + part].scale);
}

void find(uvec2 parts_of, Pose first, Pose second) {
    const Collider one = posed(colliders[parts_of.x], first);
    const Collider other = posed(colliders[parts_of.y], second);
    const bool round_one = one.shape == SPHERE || one.shape == CAPSULE;
    const bool round_other = other.shape == SPHERE || other.shape == CAPSULE;
    const vec2 radii = vec2(length(parts[parts_of.x].half_size), length(parts[parts_of.y].half_size));
    const float allowance = SEPARATION_ALLOWANCE * min(radii.x, radii.y);
    const float enough = margin + allowance;
    const Axis axis = axis_between(one, first, other, second, axis_known, touched ? -enough : 3e38, enough, allowance);
    axis_known = axis.direction;
    if (axis.separation > enough) {
        separated_by = axis.separation - allowance;
        return;
    }
    // Beyond this along the axis nothing of the one is within the margin of the other.
    vec2 ends = vec2(3e38);
    if (axis.direction != vec3(0.0)) {
        if (one.shape != PLANE) ends.x = dot(axis.direction, farthest_in_world(one, first, -axis.direction) - first.translation) - axis.separation + enough;
        if (other.shape != PLANE) ends.y = dot(axis.direction, second.translation - farthest_in_world(other, second, axis.direction)) - axis.separation + enough;
    }
    for (uint turn = 0; turn < 2; ++turn) {
        Probe probe = Probe(one, first, other, second, radii.y, 1.0, min(radii.x, radii.y), MERGE_FRACTION * size, unrotate(first.rotation, axis.direction), ends.x);
        if (turn == 1) probe = Probe(other, second, one, first, radii.x, -1.0, min(radii.x, radii.y), MERGE_FRACTION * size, unrotate(second.rotation, -axis.direction), ends.y);
        // For a round shape its core suffices.
        const bool wanted = turn == 0 ? round_one || !round_other : !round_one;
        if (wanted && probe.one.shape != PLANE) try_segments(probe);
    }
}

void main() {
    const uint k = kind_starts[1] + gl_GlobalInvocationID.x;
    if (k >= kind_starts[2]) return;
    const uint i = ordered[k];
    load_manifold(i);
    const bool deforms = DEFORMING && colliders[pair.parts.y].first_motion != 0;
    if (deforms || must_detect(i)) {
        margin = detection_margin();
        load_axis(i);
        find(pair.parts, pose_of(pair.parts.x, first.position), pose_of(pair.parts.y, first.position));
        store_detection(i);
    }
    if (deforms) fit_surface(i, pose_of(pair.parts.y, first.position));
    store_manifold(i);
}
