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

vec4 to_world(uint matrix, vec3 local) {
    const mat4 m = mat4(matrices[4 * matrix], matrices[4 * matrix + 1], matrices[4 * matrix + 2], matrices[4 * matrix + 3]);
    return vec4((m * vec4(local, 1.0)).xyz, 0.0);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Source source = sources[i];
    const Mesh mesh = meshes[source.mesh];
    const vec4 placed = to_world(mesh.matrix, read_vec3(mesh.position, source.vertex));
    position[i] = placed;
    rest[i] = mesh.rest == NONE ? placed : to_world(mesh.matrix, read_vec3(mesh.rest, source.vertex));
}
