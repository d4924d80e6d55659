// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer LimitBuffer { float limit[]; };
layout(set = 0, binding = 3, scalar) readonly buffer LeastBuffer { uint least[]; };
layout(set = 0, binding = 4, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 5, scalar) readonly buffer FrameBuffer { Frame frame[]; };
layout(set = 0, binding = 6, scalar) readonly buffer StartPositionBuffer { vec4 start_position[]; };
layout(set = 0, binding = 7, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 8, scalar) buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 9, scalar) buffer CompensationBuffer { vec3 compensation[]; };
layout(set = 0, binding = 10, scalar) buffer VelocityBuffer { vec4 velocity[]; };
