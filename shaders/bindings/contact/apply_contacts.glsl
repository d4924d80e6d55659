// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EntriesBuffer { uint entries[]; };
FETCHED_UVEC4(2, RowsBuffer, rows);
FETCHED_VEC4(3, PushesBuffer, pushes);
FETCHED_VEC4(4, VelocityBuffer, velocity);
FETCHED_VEC4(5, PositionBuffer, position);
layout(set = 0, binding = 6, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 7, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 8, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer SplitInverseMassBuffer { float split_inverse_mass[]; };
