#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of boxes: at most POINTS contact points of this substep, with their separations.
#include "bindings/rigid/collide_boxes.glsl"

#define FOUND MOST_BOX_CANDIDATES
#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/friction.glsl"
#include "rigid/collision/candidates.glsl"
#include "rigid/collision/boxes.glsl"
#include "rigid/collision/manifold.glsl"

// Relative to `origin`.
Cuboid cuboid(uint part, vec3 origin) {
    const RigidCollider own = parts[part];
    const RigidState state = states[own.body];
    const vec3 center = (state.position - origin) + rotate(state.rotation, own.offset);
    const vec4 q = quaternion_product(state.rotation, own.rotation);
    const mat3 axes = mat3(rotate(q, vec3(1.0, 0.0, 0.0)), rotate(q, vec3(0.0, 1.0, 0.0)), rotate(q, vec3(0.0, 0.0, 1.0)));
    return Cuboid(center, axes, colliders[part].size);
}

void main() {
    const uint k = gl_GlobalInvocationID.x;
    if (k >= kind_starts[1]) return;
    const uint i = ordered[k];
    load_manifold(i);
    if (must_detect(i)) {
        margin = detection_margin();
        collide_cuboids(cuboid(pair.parts.x, first.position), cuboid(pair.parts.y, first.position), 1e-5 * size);
        store_detection(i);
    }
    store_manifold(i);
}
