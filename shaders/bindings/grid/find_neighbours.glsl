// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { GridParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OrderBuffer { uint order[]; };
FETCHED_VEC4(2, SortedPositionBuffer, sorted_position);
layout(set = 0, binding = 3, scalar) writeonly buffer FoundBuffer { uint found[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 5, scalar) buffer OverflowBuffer { uint overflow[]; };
