// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { PairParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer OldStartsBuffer { uint old_starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OldPairsBuffer { RigidPair old_pairs[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OldSlipsBuffer { vec4 old_slips[]; };
layout(set = 0, binding = 3, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer FoundBuffer { RigidPair found[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer ColorsBuffer { uint colors[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
