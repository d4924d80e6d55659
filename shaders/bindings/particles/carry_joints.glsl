// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CarryParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer JointsBuffer { CarriedJoint joints[]; };
layout(set = 0, binding = 1, scalar) readonly buffer LocalsBuffer { vec4 locals[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 3, scalar) readonly buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer MatricesBuffer { vec4 matrices[]; };
