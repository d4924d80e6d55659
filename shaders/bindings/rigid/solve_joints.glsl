// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { JointParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer JointsBuffer { Joint joints[]; };
layout(set = 0, binding = 2, scalar) readonly buffer RowsBuffer { JointRow rows[]; };
layout(set = 0, binding = 3, scalar) readonly buffer TreeStartsBuffer { uint tree_starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 5, scalar) buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 6, scalar) buffer LambdasBuffer { vec3 lambdas[]; };
layout(set = 0, binding = 7, scalar) buffer LoadsBuffer { JointLoad loads[]; };
layout(set = 0, binding = 8, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 9, scalar) buffer EquationsBuffer { JointEquation equations[]; };
layout(set = 0, binding = 10, scalar) buffer ArticulatedBuffer { ArticulatedInertia articulated[]; };
