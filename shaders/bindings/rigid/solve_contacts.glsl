// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ColorParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer PairsBuffer { RigidPair pairs[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OrderedBuffer { uint ordered[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ColorStartsBuffer { uint color_starts[]; };
layout(set = 0, binding = 4, scalar) coherent buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 5, scalar) buffer ManifoldsBuffer { Manifold manifolds[]; };
layout(set = 0, binding = 6, scalar) buffer ContactsBuffer { RigidContact contacts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 8, scalar) readonly buffer SurfaceMotionsBuffer { SurfaceMotion surface_motions[]; };
