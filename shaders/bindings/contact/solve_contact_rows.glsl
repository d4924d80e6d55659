// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UINT(1, ActiveContactsBuffer, active_contacts);
layout(set = 0, binding = 2, scalar) readonly buffer FrameBuffer { Frame frame[]; };
FETCHED_UVEC4(3, CoefficientsBuffer, coefficients);
FETCHED_UINT(4, BodyOfBuffer, body_of);
FETCHED_UVEC4(5, CornersBuffer, corners);
FETCHED_VEC4(6, WeightsBuffer, weights);
FETCHED_VEC4(7, NormalsBuffer, normals);
FETCHED_VEC2(8, OpensBuffer, opens);
layout(set = 0, binding = 9, scalar) buffer SlipsBuffer { vec4 slips[]; };
FETCHED_FLOAT(10, PressesBuffer, presses);
FETCHED_FLOAT(11, ShareBuffer, share);
FETCHED_VEC4(12, DisplacementBuffer, displacement);
layout(set = 0, binding = 13, scalar) buffer LambdasBuffer { vec4 lambdas[]; };
layout(set = 0, binding = 14, scalar) writeonly buffer PushesBuffer { vec4 pushes[]; };
layout(set = 0, binding = 15, scalar) readonly buffer StaleBuffer { uint stale[]; };
