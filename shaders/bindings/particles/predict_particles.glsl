// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { PredictParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer FieldsBuffer { Field fields[]; };
layout(set = 0, binding = 2, scalar) readonly buffer ZonesBuffer { Collider zones[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ZonePosesBuffer { Pose zone_poses[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinePointsBuffer { vec3 line_points[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer CompensationBuffer { vec3 compensation[]; };
layout(set = 0, binding = 9, scalar) readonly buffer WindChangeBuffer { vec3 wind_change[]; };
layout(set = 0, binding = 10, scalar) buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer DisplacementBuffer { vec4 displacement[]; };
