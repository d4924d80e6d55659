// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer NeighboursBuffer { uvec3 neighbours[]; };
FETCHED_VEC4(2, SortedPositionBuffer, sorted_position);
layout(set = 0, binding = 3, scalar) readonly buffer SortedBoundaryBuffer { vec4 sorted_boundary[]; };
layout(set = 0, binding = 4, scalar) readonly buffer CorrectionScaleBuffer { float correction_scale[]; };
layout(set = 0, binding = 5, scalar) readonly buffer BoundaryScaleBuffer { float boundary_scale[]; };
layout(set = 0, binding = 6, scalar) buffer PressureBuffer { float pressure[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer PressureChangeBuffer { float pressure_change[]; };
