// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SortPairsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ColorsBuffer { uint colors[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer CountsBuffer { uint counts[]; };
