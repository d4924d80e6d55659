// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer EndsBuffer { uint ends[]; };
layout(set = 0, binding = 4, scalar) readonly buffer EntriesBuffer { uint entries[]; };
FETCHED_UVEC4(5, CornersBuffer, corners);
FETCHED_UVEC4(6, MannersBuffer, manners);
FETCHED_VEC4(7, WeightsBuffer, weights);
FETCHED_VEC4(8, NormalsBuffer, normals);
FETCHED_VEC4(9, LambdasBuffer, lambdas);
FETCHED_VEC4(10, PushesBuffer, pushes);
layout(set = 0, binding = 11, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 12, scalar) buffer AccumulatorsBuffer { Accumulator accumulators[]; };
layout(set = 0, binding = 13, scalar) buffer StatusBuffer { uint status[]; };
FETCHED_FLOAT(14, PressesBuffer, presses);
layout(set = 0, binding = 15, scalar) buffer BouncedBuffer { uint bounced[]; };
