// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { VertexFaceParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer LargeTrianglesBuffer { LargeTriangle large_triangles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer SamplePointsBuffer { SamplePoint sample_points[]; };
layout(set = 0, binding = 2, scalar) readonly buffer SampleStartsBuffer { uint sample_starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 4, scalar) readonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 5, scalar) readonly buffer PartsBuffer { RigidCollider parts[]; };
layout(set = 0, binding = 6, scalar) readonly buffer BodiesBuffer { Body bodies[]; };
layout(set = 0, binding = 7, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 8, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 9, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 10, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer VertexFacesBuffer { uvec4 vertex_faces[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer ImpulsesBuffer { RigidImpulse impulses[]; };
