// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_VEC4(1, ReferencesBuffer, references);
FETCHED_VEC4(2, TrajectoriesBuffer, trajectories);
FETCHED_VEC4(3, PositionBuffer, position);
layout(set = 0, binding = 4, scalar) buffer MeansBuffer { vec4 means[]; };
layout(set = 0, binding = 5, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 6, scalar) buffer LimitBitsBuffer { uint limit_bits[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer MotionsBuffer { float motions[]; };
layout(set = 0, binding = 8, scalar) buffer AnchorsBuffer { vec4 anchors[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer MovedBuffer { uint moved[]; };
layout(set = 0, binding = 10, scalar) buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
layout(set = 0, binding = 11, scalar) buffer StatusBuffer { uint status[]; };
