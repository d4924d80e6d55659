// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) buffer SoughtBuffer { vec4 sought[]; };
layout(set = 0, binding = 2, scalar) readonly buffer WaysBuffer { vec4 ways[]; };
FETCHED_VEC4(3, PositionBuffer, position);
FETCHED_VEC4(4, DisplacementBuffer, displacement);
FETCHED_VEC4(5, DetectedBuffer, detected);
FETCHED_FLOAT(6, FreeBuffer, free);
layout(set = 0, binding = 7, scalar) buffer StaleBuffer { uint stale[]; };
