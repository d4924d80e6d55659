// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ColliderBoxParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer PartsBuffer { RigidCollider parts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 2, scalar) readonly buffer MotionBoundsBuffer { MotionBound motion_bounds[]; };
layout(set = 0, binding = 3, scalar) readonly buffer PosesBuffer { Pose poses[]; };
layout(set = 0, binding = 4, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 5, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 6, scalar) readonly buffer DeformingBoxesBuffer { Bounds deforming_boxes[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer NodesBuffer { Bounds nodes[]; };
