// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ContactSolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer FaceMotionsBuffer { FaceMotion face_motions[]; };
layout(set = 0, binding = 8, scalar) readonly buffer LargestMotionsBuffer { uint largest_motions[]; };
layout(set = 0, binding = 9, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 10, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 11, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 12, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 13, scalar) buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 14, scalar) buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 15, scalar) buffer ClearancesBuffer { float clearances[]; };
layout(set = 0, binding = 16, scalar) buffer SurfaceMotionsBuffer { vec3 surface_motions[]; };
