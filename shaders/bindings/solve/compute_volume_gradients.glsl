// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer MembersBuffer { uvec2 members[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OneRingStartsBuffer { uint one_ring_starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OneRingBuffer { uvec2 one_ring[]; };
layout(set = 0, binding = 3, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 4, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer GradientBuffer { vec3 gradient[]; };
