#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup refits the bounding volume hierarchy (BVH) above the boxes of the elements, level by level.
#include "bindings/contact/refit_elements.glsl"

#include "include/tree.glsl"
#include "include/refit.glsl"

void main() { refit(0, params.count); }
