// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticlesBuffer { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer VolumesBuffer { float volumes[]; };
layout(set = 0, binding = 2, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer DisplacementBuffer { vec4 displacement[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer PointsBuffer { vec4 points[]; };
