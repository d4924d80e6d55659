// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer GripBuffer { RigidGrip grip[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 3, scalar) buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 4, scalar) buffer LambdaBuffer { vec4 lambda[]; };
