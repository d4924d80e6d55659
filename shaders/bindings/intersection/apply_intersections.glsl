// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { IntersectionParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PullsBuffer { Pull pulls[]; };
layout(set = 0, binding = 3, scalar) readonly buffer PushesBuffer { vec3 pushes[]; };
layout(set = 0, binding = 4, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 5, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 7, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 8, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
