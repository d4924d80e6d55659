// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(2, CornersBuffer, corners);
FETCHED_UVEC4(3, MannersBuffer, manners);
FETCHED_VEC4(4, PositionBuffer, position);
FETCHED_VEC4(5, DisplacementBuffer, displacement);
FETCHED_FLOAT(6, ApartBuffer, apart);
layout(set = 0, binding = 7, scalar) writeonly buffer LimitBuffer { float limit[]; };
layout(set = 0, binding = 8, scalar) buffer LeastBuffer { uint least[]; };
