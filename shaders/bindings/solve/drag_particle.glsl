// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 3, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 4, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 5, scalar) buffer LambdaBuffer { vec4 lambda[]; };
