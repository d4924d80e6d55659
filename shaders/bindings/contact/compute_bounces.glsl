// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer FrameBuffer { Frame frame[]; };
FETCHED_UVEC4(2, CoefficientsBuffer, coefficients);
FETCHED_UINT(3, BodyOfBuffer, body_of);
FETCHED_UVEC4(4, RowsBuffer, rows);
FETCHED_VEC4(5, LambdasBuffer, lambdas);
FETCHED_FLOAT(6, SplitInverseMassBuffer, split_inverse_mass);
FETCHED_VEC4(7, DisplacementBuffer, displacement);
FETCHED_VEC4(8, VelocityBuffer, velocity);
layout(set = 0, binding = 9, scalar) writeonly buffer PushesBuffer { vec4 pushes[]; };
layout(set = 0, binding = 10, scalar) buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 11, scalar) buffer StatusBuffer { uint status[]; };
