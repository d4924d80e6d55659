// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EndsBuffer { uint ends[]; };
layout(set = 0, binding = 2, scalar) coherent buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 3, scalar) buffer RenewedBuffer { uint renewed[]; };
