#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: reads its vertex from the accessor pool and transforms it to the world at t = 0.
#include "bindings/particles/generate_particles.glsl"

#include "accessor.glsl"
#include "matrix.glsl"

vec4 world_position(Mesh mesh, uint accessor, uint vertex) {
    return vec4(to_world(mesh.matrix, read_vec3(accessor, vertex)), 0.0);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Source source = sources[i];
    const Mesh mesh = meshes[source.mesh];
    const vec4 start = world_position(mesh, mesh.position, source.vertex);
    position[i] = start;
    rest[i] = mesh.rest == NONE ? start : world_position(mesh, mesh.rest, source.vertex);
}
