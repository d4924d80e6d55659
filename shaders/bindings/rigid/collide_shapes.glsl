// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { NarrowPhaseParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PartsBuffer { RigidCollider parts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 5, scalar) readonly buffer VelocitiesBuffer { RigidVelocity velocities[]; };
layout(set = 0, binding = 6, scalar) readonly buffer KindStartsBuffer { uint kind_starts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 8, scalar) readonly buffer OrderedBuffer { uint ordered[]; };
layout(set = 0, binding = 9, scalar) buffer DetectionsBuffer { Detection detections[]; };
layout(set = 0, binding = 10, scalar) buffer AnchorsBuffer { ContactAnchor anchors[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer ManifoldsBuffer { Manifold manifolds[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer ContactsBuffer { RigidContact contacts[]; };
layout(set = 0, binding = 13, scalar) buffer StatusBuffer { uint status[]; };
layout(set = 0, binding = 14, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 15, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 16, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 17, scalar) readonly buffer FaceMotionsBuffer { FaceMotion face_motions[]; };
layout(set = 0, binding = 18, scalar) writeonly buffer SurfaceMotionsBuffer { SurfaceMotion surface_motions[]; };
