// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { GridParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer HalfRadiusBuffer { float half_radius[]; };
layout(set = 0, binding = 3, scalar) readonly buffer StartsBuffer { uint starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer EntriesBuffer { uint entries[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer SortedPositionBuffer { vec4 sorted_position[]; };
