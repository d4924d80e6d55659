#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: the rigid part of a body's motion: centre of mass, its velocity, and ω with I ω = L [MHHR07, §3.5].
// A second pass over the particles removes the rounding error of the means. Positions are relative to the first particle.
#include "bindings/particles/fit_rigid_motion.glsl"

#include "include/reduce.glsl"

// Solves I ω = L. About an axis without inertia, such as that of a straight rope, ω is 0.
vec3 angular_velocity(mat3 I, vec3 L) {
    const float threshold = 1e-6 * (I[0][0] + I[1][1] + I[2][2]);
    const float a = I[0][0] > threshold ? 1.0 / I[0][0] : 0.0;
    const float m = I[0][1] * a;
    const float n = I[0][2] * a;
    const float d = I[1][1] - m * I[0][1];
    const float b = d > threshold ? 1.0 / d : 0.0;
    const float o = (I[1][2] - n * I[0][1]) * b;
    const float e = I[2][2] - n * I[0][2] - o * o * d;
    const float c = e > threshold ? 1.0 / e : 0.0;
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
    vec4 weighted_position = vec4(0.0);
    vec4 momentum = vec4(0.0);
    for (uint i = first + gl_LocalInvocationIndex; i < last; i += WORKGROUP) {
        const float mass = velocity[i].w > 0.0 ? position[i].w : 0.0;
        weighted_position += mass * vec4(position[i].xyz - position[first].xyz, 1.0);
        momentum.xyz += mass * velocity[i].xyz;
    }
    weighted_position = sum_of_workgroup(weighted_position);
    const float per_mass = weighted_position.w > 0.0 ? 1.0 / weighted_position.w : 0.0;
    const vec3 center = per_mass * weighted_position.xyz;
    const vec3 mean = per_mass * sum_of_workgroup(momentum).xyz;
    vec4 position_error = vec4(0.0);
    vec4 velocity_error = vec4(0.0);
    vec4 L = vec4(0.0);
    vec4 squares = vec4(0.0);
    vec4 products = vec4(0.0);
    for (uint i = first + gl_LocalInvocationIndex; i < last; i += WORKGROUP) {
        const float mass = velocity[i].w > 0.0 ? position[i].w : 0.0;
        const vec3 r = position[i].xyz - position[first].xyz - center;
        const vec3 v = velocity[i].xyz - mean;
        position_error.xyz += mass * r;
        velocity_error.xyz += mass * v;
        L.xyz += mass * cross(r, v);
        squares.xyz += mass * r * r;
        products.xyz += mass * r * r.yzx;
    }
    position_error = sum_of_workgroup(position_error);
    velocity_error = sum_of_workgroup(velocity_error);
    L = sum_of_workgroup(L);
    squares = sum_of_workgroup(squares);
    products = sum_of_workgroup(products);
    if (gl_LocalInvocationIndex != 0) return;
    const mat3 I = mat3(squares.y + squares.z, -products.x, -products.z,
                        -products.x, squares.z + squares.x, -products.y,
                        -products.z, -products.y, squares.x + squares.y);
    motion[body] = Motion(center + per_mass * position_error.xyz, mean + per_mass * velocity_error.xyz, angular_velocity(I, L.xyz));
}
