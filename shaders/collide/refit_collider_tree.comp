#version 460
#extension GL_GOOGLE_include_directive : require
// One node of a level of the collider tree: the box around its children.
#include "bindings/collide/refit_collider_tree.glsl"

#include "include/tree.glsl"
#include "include/refit.glsl"

void main() {
    const uint node = gl_GlobalInvocationID.x;
    if (node < params.count) join(params.below, params.children, params.below + params.children, node);
}
