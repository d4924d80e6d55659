// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer EntriesBuffer { uint entries[]; };
FETCHED_UVEC4(4, RowsBuffer, rows);
FETCHED_VEC4(5, LambdasBuffer, lambdas);
FETCHED_VEC4(6, PushesBuffer, pushes);
layout(set = 0, binding = 7, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 8, scalar) buffer AccumulatorsBuffer { Accumulator accumulators[]; };
layout(set = 0, binding = 9, scalar) buffer StatusBuffer { uint status[]; };
