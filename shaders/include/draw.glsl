// What every drawing shader starts with: the sets it may bind.
#extension GL_EXT_scalar_block_layout : require

#include "draw_types.glsl"

layout(set = 0, binding = 0, scalar) uniform ViewBlock { View view; };
