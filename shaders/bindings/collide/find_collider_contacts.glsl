// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ColliderContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer FaceMotionsBuffer { FaceMotion face_motions[]; };
layout(set = 0, binding = 8, scalar) readonly buffer LargestMotionsBuffer { uint largest_motions[]; };
layout(set = 0, binding = 9, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 10, scalar) readonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 11, scalar) readonly buffer SearchDistancesBuffer { float search_distances[]; };
layout(set = 0, binding = 12, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 13, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 14, scalar) buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 15, scalar) writeonly buffer ClearancesBuffer { float clearances[]; };
layout(set = 0, binding = 16, scalar) buffer StatusBuffer { uint status[]; };
