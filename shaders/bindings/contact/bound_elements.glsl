// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
FETCHED_VEC4(4, PositionBuffer, position);
FETCHED_VEC4(5, MeansBuffer, means);
FETCHED_VEC4(6, DisplacementBuffer, displacement);
layout(set = 0, binding = 7, scalar) writeonly buffer ReferencesBuffer { vec4 references[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer TrajectoriesBuffer { vec4 trajectories[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer MotionsBuffer { float motions[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer SpreadsBuffer { vec4 spreads[]; };
layout(set = 0, binding = 12, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 13, scalar) readonly buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 14, scalar) readonly buffer KeysBuffer { uvec4 keys[]; };
layout(set = 0, binding = 15, scalar) writeonly buffer OldStartsBuffer { uvec2 old_starts[]; };
layout(set = 0, binding = 16, scalar) writeonly buffer OldSlipsBuffer { uvec4 old_slips[]; };
