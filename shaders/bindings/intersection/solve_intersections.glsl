// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { IntersectionParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer PassingBuffer { uint passing[]; };
layout(set = 0, binding = 1, scalar) readonly buffer IntersectionsBuffer { Intersection intersections[]; };
layout(set = 0, binding = 2, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodiesBuffer { ContactBody bodies[]; };
layout(set = 0, binding = 4, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 5, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 6, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 7, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 9, scalar) buffer PullsBuffer { Pull pulls[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer PushesBuffer { vec3 pushes[]; };
