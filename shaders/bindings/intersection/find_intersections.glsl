// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer GroupsBuffer { uint groups[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ElementPairsBuffer { uvec2 element_pairs[]; };
FETCHED_VEC4(4, PositionBuffer, position);
layout(set = 0, binding = 5, scalar) writeonly buffer FoundBuffer { uvec3 found[]; };
layout(set = 0, binding = 6, scalar) buffer StatusBuffer { uint status[]; };
