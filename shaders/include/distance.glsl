// A distance constraint in Gauss-Seidel: C = |a − b| − rest [MMC16, eqs 18, 26]. Needs the buffers of solve/distance.

void solve_link(uint at, bool fresh, uint substep) {
    const Link link = links[at];
    const vec4 a = position[link.a];
    const vec4 b = position[link.b];
    const float w = a.w + b.w;
    if (w == 0.0) return;
    const Material material = materials[link.material];
    const vec3 d = a.xyz - b.xyz;
    const float l = sqrt(dot(d, d));
    const vec3 n = d * (l > 0.0 ? 1.0 / l : 0.0);
    const float held = fresh ? 0.0 : lambda[at];
    float r = link.rest - l - material.compliance * held;
    if (material.damping != 0.0) {
        const vec3 moved = (a.xyz - previous[link.a].xyz) - (b.xyz - previous[link.b].xyz);
        r -= material.damping * dot(n, moved);
    }
    const float change = material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
    lambda[at] = held + change;
    // A pinned end may be shared within a colour: it is read only.
    if (a.w > 0.0) position[link.a].xyz = a.xyz + (a.w * change) * n;
    if (b.w > 0.0) position[link.b].xyz = b.xyz - (b.w * change) * n;
    REPORT_NONFINITE(change, substep, FROM_LINKS);
}
