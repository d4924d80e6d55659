#version 460
#extension GL_GOOGLE_include_directive : require
// One link in Gauss-Seidel: C = |a − b| − rest [MMC16, eqs 18, 26]. Its Jacobi is solve/iterate_jacobi.
#include "bindings/solve/solve_links.glsl"

#include "features.glsl"

void project(uint at) {
    const uvec4 link = FETCH(links, at); // a Link
    const uint i = link.x;
    const uint j = link.y;
    const vec4 a = displacement[i];
    const vec4 b = displacement[j];
    const float w = a.w + b.w;
    const Material material = materials[ONE_MATERIAL ? 0 : link.w];
    const vec3 closer = a.xyz - b.xyz;
    const vec3 d = (FETCH(position, i).xyz - FETCH(position, j).xyz) + closer;
    const float l = length(d);
    float held = 0.0;
    if (!ONE_ITERATION) held = params.keep * lambda[at];
    float r = uintBitsToFloat(link.z) - l - material.compliance * held;
    float row = w + material.compliance;
    if (DAMPED) {
        if (l > 0.0) r -= material.damping * dot(d, closer) / l;
        row += material.damping * w;
    }
    const float change = material.stiffness * r / row;
    lambda[at] = held + change;
    const vec3 push = l > 0.0 ? (change / l) * d : vec3(0.0);
    // A pinned end may be shared within a colour: it is read only.
    if (a.w > 0.0) displacement[i].xyz = a.xyz + a.w * push;
    if (b.w > 0.0) displacement[j].xyz = b.xyz - b.w * push;
}

#include "run.glsl"
