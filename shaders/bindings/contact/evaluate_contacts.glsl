// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, CornersBuffer, corners);
FETCHED_UVEC4(2, AroundBuffer, around);
FETCHED_UVEC4(3, KeysBuffer, keys);
FETCHED_VEC4(4, ClearancesBuffer, clearances);
layout(set = 0, binding = 5, scalar) buffer SlipsBuffer { vec4 slips[]; };
FETCHED_FLOAT(6, MotionsBuffer, motions);
FETCHED_UINT(7, MovedBuffer, moved);
FETCHED_VEC4(8, PositionBuffer, position);
FETCHED_VEC4(9, DisplacementBuffer, displacement);
layout(set = 0, binding = 10, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 11, scalar) readonly buffer PassingBuffer { uint passing[]; };
layout(set = 0, binding = 12, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
FETCHED_VEC4(13, OutwardsBuffer, outwards);
layout(set = 0, binding = 14, scalar) buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 15, scalar) writeonly buffer FoundBuffer { ContactRow found[]; };
layout(set = 0, binding = 16, scalar) buffer StatusBuffer { uint status[]; };
