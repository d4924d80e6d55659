// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer AttachmentsBuffer { Attachment attachments[]; };
layout(set = 0, binding = 1, scalar) readonly buffer MaterialsBuffer { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 3, scalar) coherent buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 4, scalar) buffer LambdaBuffer { float lambda[]; };
layout(set = 0, binding = 5, scalar) buffer LambdaBeforeBuffer { float lambda_before[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer CorrectionBuffer { vec3 correction[]; };
layout(set = 0, binding = 7, scalar) readonly buffer RangesBuffer { uvec3 ranges[]; };
