// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ColliderCornerParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ColliderCornersBuffer { ColliderCorner collider_corners[]; };
layout(set = 0, binding = 1, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 3, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 4, scalar) readonly buffer FaceMotionsBuffer { FaceMotion face_motions[]; };
layout(set = 0, binding = 5, scalar) buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 7, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 8, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer OutwardsBuffer { vec4 outwards[]; };
