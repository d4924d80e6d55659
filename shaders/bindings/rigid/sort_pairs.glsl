// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SortPairsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ColorsBuffer { uint colors[]; };
layout(set = 0, binding = 4, scalar) readonly buffer OffsetsBuffer { uint offsets[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer OrderedBuffer { uint ordered[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer KeyStartsBuffer { uint key_starts[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
