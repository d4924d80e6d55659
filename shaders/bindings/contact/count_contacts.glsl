// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UINT(1, ActiveContactsBuffer, active_contacts);
FETCHED_VEC4(2, LambdasBuffer, lambdas);
layout(set = 0, binding = 3, scalar) buffer StatusBuffer { uint status[]; };
