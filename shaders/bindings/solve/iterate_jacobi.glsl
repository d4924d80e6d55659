// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
FETCHED_UINT(0, SlicesBuffer, slices);
FETCHED_UVEC2(1, SlotsBuffer, slots);
FETCHED_FLOAT(2, LambdaBuffer, lambda);
layout(set = 0, binding = 3, scalar) buffer LambdaBeforeBuffer { float lambda_before[]; };
layout(set = 0, binding = 4, scalar) readonly buffer MaterialsBuffer { Material materials[]; };
layout(set = 0, binding = 5, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 6, scalar) readonly buffer CornerStartsBuffer { uint corner_starts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer CornersBuffer { uint corners[]; };
layout(set = 0, binding = 8, scalar) readonly buffer CorrectionBuffer { vec3 correction[]; };
FETCHED_VEC4(9, VelocityBuffer, velocity);
FETCHED_VEC4(10, PositionBuffer, position);
FETCHED_VEC4(11, CurrentPositionBuffer, current_position);
layout(set = 0, binding = 12, scalar) writeonly buffer NextPositionBuffer { vec4 next_position[]; };
FETCHED_VEC4(13, DisplacementBuffer, displacement);
layout(set = 0, binding = 14, scalar) buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
