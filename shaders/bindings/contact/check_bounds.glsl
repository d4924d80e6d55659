// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) buffer SoughtBuffer { vec4 sought[]; };
FETCHED_VEC4(2, PositionBuffer, position);
FETCHED_VEC4(3, DisplacementBuffer, displacement);
layout(set = 0, binding = 4, scalar) buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 5, scalar) readonly buffer WaysBuffer { vec4 ways[]; };
layout(set = 0, binding = 6, scalar) buffer DetectedBuffer { vec4 detected[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer RenewedBuffer { uint renewed[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer FoundBuffer { uint found[]; };
layout(set = 0, binding = 9, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 10, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
