// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FindPairsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer RigidsBuffer { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer PartsBuffer { RigidCollider parts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer CollidersBuffer { Collider colliders[]; };
layout(set = 0, binding = 3, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 4, scalar) readonly buffer NodesBuffer { Bounds nodes[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ExcludedStartsBuffer { uint excluded_starts[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ExcludedBuffer { uint excluded[]; };
layout(set = 0, binding = 7, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer CountsBuffer { uint counts[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer FoundBuffer { RigidPair found[]; };
layout(set = 0, binding = 10, scalar) buffer MotionBoundsBuffer { MotionBound motion_bounds[]; };
layout(set = 0, binding = 11, scalar) buffer StatusBuffer { uint status[]; };
