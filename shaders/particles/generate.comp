#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its vertex, read from the accessor pool and brought to the world at t = 0.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Pool { uint pool[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Accessors { Accessor accessors[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Meshes { Mesh meshes[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Matrices { vec4 matrices[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Sources { Source sources[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Rests { vec4 rest[]; };

#include "accessor.glsl"
#include "matrix.glsl"

vec4 placed(Mesh mesh, uint accessor, uint vertex) {
    return vec4(to_world(mesh.matrix, read_vec3(accessor, vertex)), 0.0);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Source source = sources[i];
    const Mesh mesh = meshes[source.mesh];
    const vec4 start = placed(mesh, mesh.position, source.vertex);
    position[i] = start;
    rest[i] = mesh.rest == NONE ? start : placed(mesh, mesh.rest, source.vertex);
}
