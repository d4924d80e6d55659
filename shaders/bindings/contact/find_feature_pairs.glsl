// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StaleBuffer { uint stale[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer GroupsBuffer { uint groups[]; };
FETCHED_VEC4(5, SoughtBuffer, sought);
FETCHED_VEC4(6, SpeedsBuffer, speeds);
layout(set = 0, binding = 7, scalar) readonly buffer NearsBuffer { uvec2 nears[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer FoundBuffer { uint found[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer FoundUnpartedBuffer { uvec2 found_unparted[]; };
layout(set = 0, binding = 10, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 11, scalar) readonly buffer VacantBuffer { uint vacant[]; };
