// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer FluidsBuffer { Fluid fluids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOfBuffer { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer ParticlesBuffer { uint particles[]; };
layout(set = 0, binding = 3, scalar) readonly buffer VolumesBuffer { float volumes[]; };
layout(set = 0, binding = 4, scalar) readonly buffer OrderBuffer { uint order[]; };
layout(set = 0, binding = 5, scalar) readonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) readonly buffer VelocityBuffer { vec4 velocity[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer SortedPositionBuffer { vec4 sorted_position[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer SortedVelocityBuffer { vec4 sorted_velocity[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer SortedInverseMassBuffer { float sorted_inverse_mass[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer SortedMaterialBuffer { vec2 sorted_material[]; };
