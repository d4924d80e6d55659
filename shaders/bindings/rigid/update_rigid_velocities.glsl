// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { RigidVelocityParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StartBuffer { RigidState start[]; };
layout(set = 0, binding = 3, scalar) readonly buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 4, scalar) buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 5, scalar) buffer MotionBoundsBuffer { MotionBound motion_bounds[]; };
layout(set = 0, binding = 6, scalar) buffer StatusBuffer { uint status[]; };
