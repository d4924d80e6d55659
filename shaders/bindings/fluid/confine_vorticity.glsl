// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer NeighboursBuffer { uvec3 neighbours[]; };
FETCHED_VEC4(2, SortedPositionBuffer, sorted_position);
FETCHED_VEC4(3, SortedVorticityBuffer, sorted_vorticity);
layout(set = 0, binding = 4, scalar) readonly buffer SortedMaterialBuffer { vec2 sorted_material[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer SortedConfinementBuffer { vec3 sorted_confinement[]; };
