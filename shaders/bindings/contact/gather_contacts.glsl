// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-kernels writes it.
#include "pass.glsl"

layout(push_constant, scalar) uniform Params { DeformableContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer StateBuffer { ContactState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer StartsBuffer { uint starts[]; };
FETCHED_UINT(2, EntriesBuffer, entries);
FETCHED_FLOAT(3, NearBuffer, near);
FETCHED_FLOAT(4, ApartBuffer, apart);
layout(set = 0, binding = 5, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) buffer RenewedBuffer { uint renewed[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer EndsBuffer { uint ends[]; };
layout(set = 0, binding = 8, scalar) buffer GatheredBuffer { uint gathered[]; };
layout(set = 0, binding = 9, scalar) buffer DetectedBuffer { vec4 detected[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer FreeBuffer { float free[]; };
layout(set = 0, binding = 11, scalar) buffer CallsBuffer { uvec3 calls[]; };
layout(set = 0, binding = 12, scalar) readonly buffer ListedBuffer { uint listed[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer ChangedBuffer { uint changed[]; };
