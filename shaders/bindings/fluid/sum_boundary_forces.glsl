// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticlesBuffer { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer NeighboursBuffer { uvec3 neighbours[]; };
FETCHED_VEC4(5, SortedPositionBuffer, sorted_position);
layout(set = 0, binding = 6, scalar) readonly buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer BoundaryGradientBuffer { vec3 boundary_gradient[]; };
layout(set = 0, binding = 8, scalar) readonly buffer PressureChangeBuffer { float pressure_change[]; };
layout(set = 0, binding = 9, scalar) buffer AccumulatorsBuffer { Accumulator accumulators[]; };
layout(set = 0, binding = 10, scalar) buffer StatusBuffer { uint status[]; };
