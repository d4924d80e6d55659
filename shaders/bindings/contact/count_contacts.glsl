// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { TouchState state[]; };
FETCHED_UINT(1, TouchingBuffer, touching);
FETCHED_VEC4(2, LambdasBuffer, lambdas);
layout(set = 0, binding = 3, scalar) buffer StatusBuffer { uint status[]; };
