// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, RowsBuffer, rows);
layout(set = 0, binding = 2, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 3, scalar) coherent buffer EntriesBuffer { uint entries[]; };
FETCHED_VEC4(4, VelocityBuffer, velocity);
layout(set = 0, binding = 5, scalar) writeonly buffer SplitInverseMassBuffer { float split_inverse_mass[]; };
