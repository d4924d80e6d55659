// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UINT(1, ActiveContactsBuffer, active_contacts);
FETCHED_UVEC4(2, CornersBuffer, corners);
FETCHED_VEC4(3, WeightsBuffer, weights);
FETCHED_VEC4(4, NormalsBuffer, normals);
FETCHED_VEC2(5, OpensBuffer, opens);
FETCHED_VEC4(6, LambdasBuffer, lambdas);
FETCHED_VEC4(7, DisplacementBuffer, displacement);
FETCHED_FLOAT(8, NearBuffer, near);
layout(set = 0, binding = 9, scalar) buffer PressesBuffer { float presses[]; };
layout(set = 0, binding = 10, scalar) buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 11, scalar) buffer ChangedBuffer { uint changed[]; };
