// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) coherent buffer NodesBuffer { Bounds nodes[]; };
