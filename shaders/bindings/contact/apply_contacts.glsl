// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EndsBuffer { uint ends[]; };
layout(set = 0, binding = 2, scalar) readonly buffer EntriesBuffer { uint entries[]; };
FETCHED_VEC4(3, WeightsBuffer, weights);
FETCHED_VEC4(4, PushesBuffer, pushes);
FETCHED_VEC4(5, VelocityBuffer, velocity);
FETCHED_VEC4(6, PositionBuffer, position);
layout(set = 0, binding = 7, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 8, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 9, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 10, scalar) buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 11, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_VEC4(12, DetectedBuffer, detected);
FETCHED_FLOAT(13, FreeBuffer, free);
