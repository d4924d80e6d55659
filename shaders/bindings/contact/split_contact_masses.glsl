// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EndsBuffer { uint ends[]; };
FETCHED_UINT(2, EntriesBuffer, entries);
FETCHED_FLOAT(3, PressesBuffer, presses);
FETCHED_VEC4(4, VelocityBuffer, velocity);
layout(set = 0, binding = 5, scalar) writeonly buffer ShareBuffer { float share[]; };
layout(set = 0, binding = 6, scalar) readonly buffer StaleBuffer { uint stale[]; };
layout(set = 0, binding = 7, scalar) buffer ChangedBuffer { uint changed[]; };
layout(set = 0, binding = 8, scalar) buffer PressingBuffer { float pressing[]; };
layout(set = 0, binding = 9, scalar) readonly buffer StateBuffer { ContactState state[]; };
