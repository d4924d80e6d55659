// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) writeonly buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
layout(set = 0, binding = 2, scalar) buffer StatusBuffer { uint status[]; };
