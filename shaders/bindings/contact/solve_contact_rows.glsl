// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer FrameBuffer { Frame frame[]; };
FETCHED_UVEC4(2, CoefficientsBuffer, coefficients);
FETCHED_UINT(3, BodyOfBuffer, body_of);
FETCHED_UVEC4(4, RowsBuffer, rows);
FETCHED_FLOAT(5, SplitInverseMassBuffer, split_inverse_mass);
FETCHED_VEC4(6, DisplacementBuffer, displacement);
layout(set = 0, binding = 7, scalar) buffer LambdasBuffer { vec4 lambdas[]; };
layout(set = 0, binding = 8, scalar) buffer PushesBuffer { vec4 pushes[]; };
