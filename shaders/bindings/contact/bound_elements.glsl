// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
FETCHED_VEC4(4, SoughtBuffer, sought);
layout(set = 0, binding = 5, scalar) writeonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer WaysBuffer { vec4 ways[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer SpeedsBuffer { vec4 speeds[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer CursorBuffer { uint cursor[]; };
FETCHED_UVEC4(10, BesideBuffer, beside);
layout(set = 0, binding = 11, scalar) readonly buffer StrayedBuffer { uint strayed[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer FreshBuffer { uint fresh[]; };
