// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ElementsBuffer { uvec3 elements[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) buffer CursorBuffer { uint cursor[]; };
layout(set = 0, binding = 3, scalar) writeonly buffer EntriesBuffer { uvec3 entries[]; };
