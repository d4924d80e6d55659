// A distance constraint in Gauss-Seidel: C = |a − b| − rest [MMC16, eqs 18, 26]. Needs the buffers of solve/distance.

#include "features.glsl"

void solve_link(uint at, Material material) {
    const uint i = links[at].a;
    const uint j = links[at].b;
    const vec4 a = position[i];
    const vec4 b = position[j];
    const float w = a.w + b.w;
    if (!ONE_MATERIAL) material = materials[links[at].material];
    const vec3 d = a.xyz - b.xyz;
    const float l2 = dot(d, d);
    const float inverse = l2 > 0.0 ? inversesqrt(l2) : 0.0;
    float held = 0.0;
    if (!ONE_ITERATION) held = params.keep * lambda[at];
    float r = links[at].rest - l2 * inverse - material.compliance * held;
    float row = w + material.compliance;
    if (DAMPED) {
        const vec3 moved = (a.xyz - previous[i].xyz) - (b.xyz - previous[j].xyz);
        r -= material.damping * inverse * dot(d, moved);
        row += material.damping * w;
    }
    const float change = material.stiffness * r / row;
    lambda[at] = held + change;
    const vec3 push = (change * inverse) * d;
    // A pinned end may be shared within a colour: it is read only.
    if (a.w > 0.0) position[i].xyz = a.xyz + a.w * push;
    if (b.w > 0.0) position[j].xyz = b.xyz - b.w * push;
}
