#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: what of a body's motion is rigid: centre of mass, its velocity, and ω with I ω = L [MHHR07, §3.5]. Twice
// over the particles: what rounding left of the mean at first is taken off it then. Places count from its first particle.
#include "bindings/particles/fit_rigid_motion.glsl"

#include "reduce.glsl"

// ω of a body with the moment of inertia I. About an axis without any, as that of a straight rope, it is 0.
vec3 spin(mat3 I, vec3 L) {
    const float least = 1e-6 * (I[0][0] + I[1][1] + I[2][2]);
    const float a = I[0][0] > least ? 1.0 / I[0][0] : 0.0;
    const float m = I[0][1] * a;
    const float n = I[0][2] * a;
    const float d = I[1][1] - m * I[0][1];
    const float b = d > least ? 1.0 / d : 0.0;
    const float o = (I[1][2] - n * I[0][1]) * b;
    const float e = I[2][2] - n * I[0][2] - o * o * d;
    const float c = e > least ? 1.0 / e : 0.0;
    const float y = L.y - m * L.x;
    const float z = c * (L.z - n * L.x - o * y);
    const float w = b * y - o * z;
    return vec3(a * L.x - m * w - n * z, w, z);
}

void main() {
    const uint body = gl_WorkGroupID.x;
    if (bodies[body].damping == 0.0) return;
    const uint first = firsts[body];
    const uint last = firsts[body + 1];
    vec4 place = vec4(0.0);
    vec4 momentum = vec4(0.0);
    for (uint i = first + gl_LocalInvocationIndex; i < last; i += WORKGROUP) {
        const float mass = velocity[i].w > 0.0 ? position[i].w : 0.0;
        place += mass * vec4(position[i].xyz - position[first].xyz, 1.0);
        momentum.xyz += mass * velocity[i].xyz;
    }
    place = sum_of_workgroup(place);
    const float per_mass = place.w > 0.0 ? 1.0 / place.w : 0.0;
    const vec3 center = per_mass * place.xyz;
    const vec3 mean = per_mass * sum_of_workgroup(momentum).xyz;
    vec4 off = vec4(0.0);
    vec4 slip = vec4(0.0);
    vec4 L = vec4(0.0);
    vec4 squares = vec4(0.0);
    vec4 products = vec4(0.0);
    for (uint i = first + gl_LocalInvocationIndex; i < last; i += WORKGROUP) {
        const float mass = velocity[i].w > 0.0 ? position[i].w : 0.0;
        const vec3 r = position[i].xyz - position[first].xyz - center;
        const vec3 v = velocity[i].xyz - mean;
        off.xyz += mass * r;
        slip.xyz += mass * v;
        L.xyz += mass * cross(r, v);
        squares.xyz += mass * r * r;
        products.xyz += mass * r * r.yzx;
    }
    off = sum_of_workgroup(off);
    slip = sum_of_workgroup(slip);
    L = sum_of_workgroup(L);
    squares = sum_of_workgroup(squares);
    products = sum_of_workgroup(products);
    if (gl_LocalInvocationIndex != 0) return;
    const mat3 I = mat3(squares.y + squares.z, -products.x, -products.z,
                        -products.x, squares.z + squares.x, -products.y,
                        -products.z, -products.y, squares.x + squares.y);
    motion[body] = Motion(center + per_mass * off.xyz, mean + per_mass * slip.xyz, spin(I, L.xyz));
}
