// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticlesBuffer { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer NeighboursBuffer { uvec3 neighbours[]; };
FETCHED_VEC4(4, SortedPositionBuffer, sorted_position);
layout(set = 0, binding = 5, scalar) readonly buffer SortedBoundaryBuffer { vec4 sorted_boundary[]; };
layout(set = 0, binding = 6, scalar) readonly buffer PressureChangeBuffer { float pressure_change[]; };
layout(set = 0, binding = 7, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 8, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 9, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 10, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 11, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
