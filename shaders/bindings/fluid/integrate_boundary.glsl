// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticlesBuffer { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer SortedPositionBuffer { vec4 sorted_position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer MeshBoxesBuffer { Bounds mesh_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer MeshFacesBuffer { Face mesh_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 8, scalar) readonly buffer ClearancesBuffer { float clearances[]; };
layout(set = 0, binding = 9, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer SortedBoundaryBuffer { vec4 sorted_boundary[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer BoundaryGradientBuffer { vec3 boundary_gradient[]; };
