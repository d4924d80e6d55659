#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup, where pairs are sought anew: the boxes of the tree above its elements, level by level.
#include "bindings/contact/refit_element_tree.glsl"

#include "tree.glsl"
#include "refit.glsl"

void main() {
    if (stale[0] != 0) refit(params.count);
}
