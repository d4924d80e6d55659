// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StartsBuffer { uint starts[]; };
FETCHED_UINT(3, KeysBuffer, keys);
layout(set = 0, binding = 4, scalar) readonly buffer FoundBuffer { FoundPair found[]; };
FETCHED_UVEC4(5, ElementsBuffer, elements);
FETCHED_UVEC4(6, BesideBuffer, beside);
layout(set = 0, binding = 7, scalar) readonly buffer GroupsBuffer { uint groups[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer CornersBuffer { uvec4 corners[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer AroundBuffer { uvec4 around[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer MannersBuffer { uvec4 manners[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer KnownBuffer { FoundPair known[]; };
layout(set = 0, binding = 12, scalar) buffer CountsBuffer { uint counts[]; };
