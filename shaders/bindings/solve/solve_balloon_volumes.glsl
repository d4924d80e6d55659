// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer BalloonsBuffer { Balloon balloons[]; };
layout(set = 0, binding = 1, scalar) readonly buffer MaterialsBuffer { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer MembersBuffer { uvec2 members[]; };
layout(set = 0, binding = 3, scalar) readonly buffer GradientBuffer { vec3 gradient[]; };
layout(set = 0, binding = 4, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 5, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 7, scalar) buffer VolumeLambdaBuffer { vec2 volume_lambda[]; };
