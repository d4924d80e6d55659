// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer LoadsBuffer { RigidLoad loads[]; };
layout(set = 0, binding = 1, scalar) buffer StatesBuffer { RigidState states[]; };
