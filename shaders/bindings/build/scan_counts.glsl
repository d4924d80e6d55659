// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer SumsBuffer { uint sums[]; };
layout(set = 0, binding = 2, scalar) writeonly buffer StartsBuffer { uint starts[]; };
