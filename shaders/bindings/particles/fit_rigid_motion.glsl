// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 1, scalar) readonly buffer FirstsBuffer { uint firsts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer MotionBuffer { Motion motion[]; };
