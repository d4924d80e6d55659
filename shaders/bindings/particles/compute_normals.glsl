// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer RangesBuffer { uvec2 ranges[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OneRingBuffer { uint one_ring[]; };
layout(set = 0, binding = 2, scalar) readonly buffer TrianglesBuffer { uvec3 triangles[]; };
layout(set = 0, binding = 3, scalar) readonly buffer VerticesBuffer { vec3 vertices[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer NormalsBuffer { vec3 normals[]; };
