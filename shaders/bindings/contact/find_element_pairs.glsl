// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, ElementsBuffer, elements);
layout(set = 0, binding = 2, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer FoundBuffer { uvec2 found[]; };
layout(set = 0, binding = 6, scalar) buffer StatusBuffer { uint status[]; };
