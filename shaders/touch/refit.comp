#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup, where pairs are sought anew: the boxes of the tree above its elements, level by level.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) coherent buffer Nodes { Bounds nodes[]; };

#include "tree.glsl"
#include "refit.glsl"

void main() {
    if (stale[0] != 0) refit(params.count);
}
