// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { RigidAttachParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer AttachmentsBuffer { RigidAttachment attachments[]; };
layout(set = 0, binding = 1, scalar) readonly buffer ColorStartsBuffer { uint color_starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer MaterialsBuffer { Material materials[]; };
layout(set = 0, binding = 3, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 4, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 5, scalar) coherent buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 6, scalar) coherent buffer DisplacementBeforeBuffer { vec4 displacement_before[]; };
layout(set = 0, binding = 7, scalar) coherent buffer CurrentPositionBuffer { vec4 current_position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer StatesBuffer { RigidState states[]; };
layout(set = 0, binding = 9, scalar) coherent buffer StepsBuffer { RigidStep steps[]; };
layout(set = 0, binding = 10, scalar) buffer LambdasBuffer { vec3 lambdas[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer CorrectionBuffer { vec3 correction[]; };
