// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer GroupsBuffer { uint groups[]; };
FETCHED_VEC4(5, RestBuffer, rest);
FETCHED_VEC4(6, OriginBuffer, origin);
FETCHED_VEC4(7, ReferencesBuffer, references);
FETCHED_VEC4(8, SpreadsBuffer, spreads);
FETCHED_UVEC4(9, AdjacentBuffer, adjacent);
layout(set = 0, binding = 10, scalar) readonly buffer LinkedBuffer { uint linked[]; };
layout(set = 0, binding = 11, scalar) readonly buffer ElementPairsBuffer { uvec2 element_pairs[]; };
layout(set = 0, binding = 12, scalar) buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer FoundBuffer { FoundPair found[]; };
layout(set = 0, binding = 14, scalar) buffer StatusBuffer { uint status[]; };
