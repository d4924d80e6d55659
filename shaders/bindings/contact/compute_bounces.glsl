// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BouncingBuffer { uint bouncing[]; };
layout(set = 0, binding = 2, scalar) readonly buffer FrameBuffer { Frame frame[]; };
FETCHED_UVEC4(3, CoefficientsBuffer, coefficients);
FETCHED_UINT(4, BodyOfBuffer, body_of);
FETCHED_UVEC4(5, CornersBuffer, corners);
FETCHED_VEC4(6, WeightsBuffer, weights);
FETCHED_VEC4(7, NormalsBuffer, normals);
FETCHED_VEC2(8, OpensBuffer, opens);
FETCHED_VEC4(9, LambdasBuffer, lambdas);
FETCHED_FLOAT(10, ShareBuffer, share);
FETCHED_VEC4(11, VelocityBuffer, velocity);
layout(set = 0, binding = 12, scalar) writeonly buffer PushesBuffer { vec4 pushes[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer PressesBuffer { float presses[]; };
layout(set = 0, binding = 14, scalar) buffer BouncedBuffer { uint bounced[]; };
