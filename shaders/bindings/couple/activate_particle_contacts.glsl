// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ContactActivationParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 9, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 10, scalar) readonly buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 11, scalar) readonly buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 12, scalar) readonly buffer AttachedToBuffer { uint attached_to[]; };
layout(set = 0, binding = 13, scalar) buffer CouplingsBuffer { Coupling couplings[]; };
layout(set = 0, binding = 14, scalar) writeonly buffer ImpulsesBuffer { RigidImpulse impulses[]; };
