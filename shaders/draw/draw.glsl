// Included by every draw shader: the GPU types, and the view at set 0, binding 0.
#extension GL_EXT_scalar_block_layout : require

#include "bindings/draw_types.glsl"

layout(set = 0, binding = 0, scalar) uniform ViewBlock { View view; };
