// What every compute pass starts with.
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_control_flow_attributes : require

#include "types.glsl"
#include "rigid_types.glsl"
#include "fluid_types.glsl"
#include "couple_types.glsl"

layout(local_size_x = WORKGROUP) in;
