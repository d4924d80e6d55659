// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { PredictRigidsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer FieldsBuffer { Field fields[]; };
layout(set = 0, binding = 2, scalar) readonly buffer ZonesBuffer { Collider zones[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ZonePosesBuffer { Pose zone_poses[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinePointsBuffer { vec3 line_points[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 8, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 9, scalar) buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer StepsBuffer { RigidStep steps[]; };
