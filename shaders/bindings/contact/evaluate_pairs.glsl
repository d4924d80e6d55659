// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, CornersBuffer, corners);
FETCHED_UVEC4(2, AroundBuffer, around);
FETCHED_UVEC4(3, MannersBuffer, manners);
FETCHED_VEC4(4, PositionBuffer, position);
FETCHED_VEC4(5, DisplacementBuffer, displacement);
FETCHED_VEC4(6, DetectedBuffer, detected);
layout(set = 0, binding = 7, scalar) readonly buffer StirredBuffer { uint stirred[]; };
layout(set = 0, binding = 8, scalar) readonly buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer WeightsBuffer { vec4 weights[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer NormalsBuffer { vec4 normals[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer ApartBuffer { float apart[]; };
layout(set = 0, binding = 12, scalar) buffer NearBuffer { float near[]; };
layout(set = 0, binding = 13, scalar) buffer RenewedBuffer { uint renewed[]; };
layout(set = 0, binding = 14, scalar) writeonly buffer FoundBuffer { uint found[]; };
layout(set = 0, binding = 15, scalar) writeonly buffer AnchorsBuffer { vec4 anchors[]; };
