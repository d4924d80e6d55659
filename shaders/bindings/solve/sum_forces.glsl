// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { ReadoutParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer WatchesBuffer { Watch watches[]; };
layout(set = 0, binding = 1, scalar) readonly buffer EndsBuffer { uvec2 ends[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LambdaBuffer { float lambda[]; };
layout(set = 0, binding = 5, scalar) readonly buffer CorrectionBuffer { vec3 correction[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ContactsBuffer { ColliderContact contacts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 8, scalar) readonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 9, scalar) readonly buffer RowsBuffer { uvec4 rows[]; };
layout(set = 0, binding = 10, scalar) readonly buffer LambdasBuffer { vec4 lambdas[]; };
layout(set = 0, binding = 11, scalar) buffer SumsBuffer { vec4 sums[]; };
