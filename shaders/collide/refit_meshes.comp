#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: computes the boxes of a deforming collider's tree above its leaves.
#include "bindings/collide/refit_meshes.glsl"

#include "include/tree.glsl"
#include "include/refit.glsl"

void main() {
    if (gl_WorkGroupID.x >= params.count) return;
    const uvec2 tree = trees[gl_WorkGroupID.x];
    refit(tree.x, tree.y);
}
