// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EntriesBuffer { uvec3 entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer RestBuffer { vec4 rest[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer BodiesBuffer { BuildBody bodies[]; };
layout(set = 0, binding = 5, scalar) readonly buffer HingeStartsBuffer { uint hinge_starts[]; };
layout(set = 0, binding = 6, scalar) buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer HingesBuffer { Hinge hinges[]; };
