// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { IntersectionParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
FETCHED_UVEC4(1, CornersBuffer, corners);
FETCHED_UVEC4(2, MannersBuffer, manners);
layout(set = 0, binding = 3, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 5, scalar) readonly buffer PassingBuffer { uint passing[]; };
layout(set = 0, binding = 6, scalar) buffer NearBuffer { float near[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer ApartBuffer { float apart[]; };
layout(set = 0, binding = 8, scalar) buffer OpensBuffer { vec2 opens[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer PressesBuffer { float presses[]; };
