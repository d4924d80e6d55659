// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 3, scalar) readonly buffer StirringBuffer { uint stirring[]; };
layout(set = 0, binding = 4, scalar) buffer MarksBuffer { uint marks[]; };
layout(set = 0, binding = 5, scalar) buffer CallsBuffer { uvec3 calls[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer FoundBuffer { uint found[]; };
