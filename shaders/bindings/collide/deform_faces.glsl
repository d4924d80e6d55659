// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { DeformFacesParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer DeformingFacesBuffer { DeformingFace deforming_faces[]; };
layout(set = 0, binding = 1, scalar) readonly buffer CornersBuffer { DeformingCorner corners[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OneRingBuffer { uint one_ring[]; };
layout(set = 0, binding = 3, scalar) readonly buffer VerticesBuffer { vec3 vertices[]; };
layout(set = 0, binding = 4, scalar) readonly buffer VertexMotionsBuffer { vec3 vertex_motions[]; };
layout(set = 0, binding = 5, scalar) buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 6, scalar) buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 7, scalar) buffer FaceMotionsBuffer { FaceMotion face_motions[]; };
layout(set = 0, binding = 8, scalar) buffer LargestMotionsBuffer { uint largest_motions[]; };
