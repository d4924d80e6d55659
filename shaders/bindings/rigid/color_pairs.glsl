// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) coherent buffer ClaimsBuffer { uint claims[]; };
layout(set = 0, binding = 4, scalar) coherent buffer TakenBuffer { uint taken[]; };
layout(set = 0, binding = 5, scalar) coherent buffer ColorsBuffer { uint colors[]; };
layout(set = 0, binding = 6, scalar) coherent buffer SharesBuffer { uint shares[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer OrderedBuffer { uint ordered[]; };
layout(set = 0, binding = 8, scalar) coherent buffer ColorStartsBuffer { uint color_starts[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer CallsBuffer { uvec3 calls[]; };
