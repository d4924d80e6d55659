// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer MembersBuffer { uvec2 members[]; };
layout(set = 0, binding = 1, scalar) readonly buffer GradientBuffer { vec3 gradient[]; };
layout(set = 0, binding = 2, scalar) readonly buffer VolumeLambdaBuffer { vec2 volume_lambda[]; };
layout(set = 0, binding = 3, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 5, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 6, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer CorrectionBuffer { vec3 correction[]; };
