#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: computes the boxes of the collider tree above its leaves.
#include "bindings/rigid/refit_collider_tree.glsl"

#include "tree.glsl"
#include "refit.glsl"

void main() { refit(params.parts); }
