#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: reads its vertex from the accessor pool and transforms it to the world at t = 0.
#include "bindings/particles/generate_particles.glsl"

// Bytes of the accessor pool, whose buffer holds words.
uint pool_byte(uint at) { return pool[at >> 2] >> ((at & 3u) * 8u) & 0xFFu; }
uint pool_half(uint at) { return pool_byte(at) | pool_byte(at + 1u) << 8; }

float pool_component(Accessor a, uint at) {
    switch (a.component) {
    case 5120: { const int v = bitfieldExtract(int(pool_byte(at)), 0, 8); return a.normalized != 0 ? max(float(v) / 127.0, -1.0) : float(v); }
    case 5121: { const float v = float(pool_byte(at)); return a.normalized != 0 ? v / 255.0 : v; }
    case 5122: { const int v = bitfieldExtract(int(pool_half(at)), 0, 16); return a.normalized != 0 ? max(float(v) / 32767.0, -1.0) : float(v); }
    case 5123: { const float v = float(pool_half(at)); return a.normalized != 0 ? v / 65535.0 : v; }
    default: return uintBitsToFloat(pool_half(at) | pool_half(at + 2u) << 16);
    }
}

vec3 read_vec3(uint accessor, uint element) {
    const Accessor a = accessors[accessor];
    const uint at = a.offset + element * a.stride;
    const uint size = a.component == 5126 ? 4 : (a.component >= 5122 ? 2 : 1);
    return vec3(pool_component(a, at), pool_component(a, at + size), pool_component(a, at + 2 * size));
}

#include "particles/matrix.glsl"

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
