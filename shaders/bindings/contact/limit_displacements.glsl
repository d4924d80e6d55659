// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, CornersBuffer, corners);
FETCHED_UVEC4(2, KeysBuffer, keys);
FETCHED_VEC4(3, ClearancesBuffer, clearances);
FETCHED_FLOAT(4, MotionsBuffer, motions);
FETCHED_VEC4(5, PositionBuffer, position);
FETCHED_VEC4(6, DisplacementBuffer, displacement);
layout(set = 0, binding = 7, scalar) readonly buffer PassingBuffer { uint passing[]; };
layout(set = 0, binding = 8, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
FETCHED_VEC4(9, OutwardsBuffer, outwards);
layout(set = 0, binding = 10, scalar) buffer LimitBitsBuffer { uint limit_bits[]; };
layout(set = 0, binding = 11, scalar) buffer DispatchArgumentsBuffer { uvec3 dispatch_arguments[]; };
