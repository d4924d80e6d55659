// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 5, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 6, scalar) buffer SoughtBuffer { vec4 sought[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer FilledBuffer { uint filled[]; };
layout(set = 0, binding = 9, scalar) buffer WaysBuffer { vec4 ways[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer StrayedBuffer { uint strayed[]; };
