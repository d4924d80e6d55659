// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
FETCHED_UVEC4(0, LinksBuffer, links);
layout(set = 0, binding = 1, scalar) readonly buffer MaterialsBuffer { Material materials[]; };
FETCHED_VEC4(2, PositionBuffer, position);
layout(set = 0, binding = 3, scalar) coherent buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 4, scalar) buffer LambdaBuffer { float lambda[]; };
layout(set = 0, binding = 5, scalar) readonly buffer RangesBuffer { uvec3 ranges[]; };
