// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { PinParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer PinsBuffer { Pin pins[]; };
layout(set = 0, binding = 1, scalar) readonly buffer MatricesBuffer { vec4 matrices[]; };
layout(set = 0, binding = 2, scalar) readonly buffer VerticesBuffer { vec3 vertices[]; };
layout(set = 0, binding = 3, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 4, scalar) buffer DisplacementBuffer { vec4 displacement[]; };
