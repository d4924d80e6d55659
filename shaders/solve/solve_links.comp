#version 460
#extension GL_GOOGLE_include_directive : require
// One distance link in Gauss-Seidel: C = |a − b| − rest [MMC16, eqs 18, 26]. solve/iterate_jacobi is its Jacobi form.
#include "bindings/solve/solve_links.glsl"

#include "include/features.glsl"

void project(uint at) {
    const uvec4 link = FETCH(links, at); // a Link
    const uint i = link.x;
    const uint j = link.y;
    const vec4 a = displacement[i];
    const vec4 b = displacement[j];
    const float w = a.w + b.w;
    const Material material = materials[ONE_MATERIAL ? 0 : link.w];
    const vec3 relative_displacement = a.xyz - b.xyz;
    const vec3 d = (FETCH(position, i).xyz - FETCH(position, j).xyz) + relative_displacement;
    const float l = length(d);
    float old_lambda = 0.0;
    if (!ONE_ITERATION) old_lambda = params.keep_lambda * lambda[at];
    float r = uintBitsToFloat(link.z) - l - material.compliance * old_lambda;
    float denominator = w + material.compliance;
    if (DAMPED) {
        if (l > 0.0) r -= material.damping * dot(d, relative_displacement) / l;
        denominator += material.damping * w;
    }
    const float change = material.stiffness * r / denominator;
    lambda[at] = old_lambda + change;
    const vec3 correction = l > 0.0 ? (change / l) * d : vec3(0.0);
    // Links of a colour may share a pinned particle, so it is only read.
    if (a.w > 0.0) displacement[i].xyz = a.xyz + a.w * correction;
    if (b.w > 0.0) displacement[j].xyz = b.xyz - b.w * correction;
}

#include "solve/run_constraints.glsl"
