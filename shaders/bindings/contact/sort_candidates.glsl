// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 2, scalar) coherent buffer ListedBuffer { FoundPair listed[]; };
FETCHED_UVEC4(3, ElementsBuffer, elements);
FETCHED_UVEC4(4, AdjacentBuffer, adjacent);
layout(set = 0, binding = 5, scalar) readonly buffer GroupsBuffer { uint groups[]; };
FETCHED_VEC4(6, ReferencesBuffer, references);
FETCHED_VEC4(7, TrajectoriesBuffer, trajectories);
layout(set = 0, binding = 8, scalar) readonly buffer OldStartsBuffer { uvec2 old_starts[]; };
layout(set = 0, binding = 9, scalar) readonly buffer OldSlipsBuffer { uvec4 old_slips[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer CornersBuffer { uvec4 corners[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer AroundBuffer { uvec4 around[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer KeysBuffer { uvec4 keys[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer ClearancesBuffer { vec4 clearances[]; };
layout(set = 0, binding = 14, scalar) writeonly buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 15, scalar) writeonly buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
