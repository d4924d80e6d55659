// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, RowsBuffer, rows);
layout(set = 0, binding = 2, scalar) buffer CursorBuffer { uint cursor[]; };
layout(set = 0, binding = 3, scalar) writeonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 4, scalar) readonly buffer StartsBuffer { uint starts[]; };
