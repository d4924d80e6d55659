// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 1, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer KnownBuffer { FoundPair known[]; };
layout(set = 0, binding = 3, scalar) readonly buffer FreshBuffer { uint fresh[]; };
layout(set = 0, binding = 4, scalar) readonly buffer NearBuffer { float near[]; };
layout(set = 0, binding = 5, scalar) buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer FoundBuffer { FoundPair found[]; };
