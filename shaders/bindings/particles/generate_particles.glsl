// Generated from crates/pliant-passes/src/table.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.
#include "include/pass.glsl"

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer PoolBuffer { uint pool[]; };
layout(set = 0, binding = 1, scalar) readonly buffer AccessorsBuffer { Accessor accessors[]; };
layout(set = 0, binding = 2, scalar) readonly buffer MeshesBuffer { Mesh meshes[]; };
layout(set = 0, binding = 3, scalar) readonly buffer MatricesBuffer { vec4 matrices[]; };
layout(set = 0, binding = 4, scalar) readonly buffer SourcesBuffer { Source sources[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer PositionBuffer { vec4 position[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer RestBuffer { vec4 rest[]; };
