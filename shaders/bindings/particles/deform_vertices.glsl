// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer DeformingVerticesBuffer { DeformingVertex deforming_vertices[]; };
layout(set = 0, binding = 1, scalar) readonly buffer InfluencesBuffer { Influence influences[]; };
layout(set = 0, binding = 2, scalar) readonly buffer DeltasBuffer { MorphDelta deltas[]; };
layout(set = 0, binding = 3, scalar) readonly buffer MatricesBuffer { vec4 matrices[]; };
layout(set = 0, binding = 4, scalar) readonly buffer MorphWeightsBuffer { float morph_weights[]; };
layout(set = 0, binding = 5, scalar) buffer VerticesBuffer { vec3 vertices[]; };
layout(set = 0, binding = 6, scalar) buffer VertexMotionsBuffer { vec3 vertex_motions[]; };
