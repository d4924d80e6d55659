#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: the boxes of the tree of colliders above its leaves.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) coherent buffer Nodes { Bounds nodes[]; };

#include "tree.glsl"
#include "refit.glsl"

void main() { refit(params.parts); }
