// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) buffer StateBuffer { ContactState state[]; };
FETCHED_UINT(1, ActiveContactsBuffer, active_contacts);
layout(set = 0, binding = 2, scalar) readonly buffer FrameBuffer { Frame frame[]; };
FETCHED_UVEC4(3, CornersBuffer, corners);
FETCHED_VEC4(4, WeightsBuffer, weights);
FETCHED_VEC4(5, PositionBuffer, position);
FETCHED_VEC4(6, DisplacementBuffer, displacement);
FETCHED_FLOAT(7, NearBuffer, near);
FETCHED_VEC4(8, NormalsBuffer, normals);
layout(set = 0, binding = 9, scalar) writeonly buffer OpensBuffer { vec2 opens[]; };
layout(set = 0, binding = 10, scalar) buffer PressesBuffer { float presses[]; };
layout(set = 0, binding = 11, scalar) buffer SlipsBuffer { vec4 slips[]; };
layout(set = 0, binding = 12, scalar) buffer AnchorsBuffer { vec4 anchors[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer FoundBuffer { uint found[]; };
layout(set = 0, binding = 14, scalar) buffer ChangedBuffer { uint changed[]; };
