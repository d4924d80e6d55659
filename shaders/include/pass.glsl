// What every compute pass includes: shared types, and declarations of buffers that may be read as texels.
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_control_flow_attributes : require

#include "bindings/types.glsl"
#include "bindings/rigid_types.glsl"
#include "bindings/field_types.glsl"
#include "bindings/fluid_types.glsl"
#include "bindings/couple_types.glsl"
#include "bindings/deforming_types.glsl"
#include "bindings/contact_types.glsl"
#include "bindings/intersection_types.glsl"

// A buffer of vec4, vec2, float, uvec4, uvec2 or uint that is read often or at random: `fetch` in its row. Software drivers
// read storage buffers lane by lane and word by word, but texels as a whole.
#ifdef TEXELS
#extension GL_EXT_samplerless_texture_functions : require
#define FETCHED_VEC4(slot, Block, array) layout(set = 0, binding = slot) uniform textureBuffer array
#define FETCHED_VEC2(slot, Block, array) layout(set = 0, binding = slot) uniform textureBuffer array
#define FETCHED_FLOAT(slot, Block, array) layout(set = 0, binding = slot) uniform textureBuffer array
#define FETCHED_UVEC4(slot, Block, array) layout(set = 0, binding = slot) uniform utextureBuffer array
#define FETCHED_UVEC2(slot, Block, array) layout(set = 0, binding = slot) uniform utextureBuffer array
#define FETCHED_UINT(slot, Block, array) layout(set = 0, binding = slot) uniform utextureBuffer array
#define FETCH(array, at) texelFetch(array, int(at))
#else
#define FETCHED_VEC4(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { vec4 array[]; }
#define FETCHED_VEC2(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { vec2 array[]; }
#define FETCHED_FLOAT(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { float array[]; }
#define FETCHED_UVEC4(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { uvec4 array[]; }
#define FETCHED_UVEC2(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { uvec2 array[]; }
#define FETCHED_UINT(slot, Block, array) layout(set = 0, binding = slot, scalar) readonly buffer Block { uint array[]; }
#define FETCH(array, at) array[at]
#endif

layout(local_size_x = WORKGROUP) in;
