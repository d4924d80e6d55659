// A dihedral angle in Gauss-Seidel: C = φ − rest [MMC16, eqs 18, 26]. Needs the buffers of solve/bending.

#include "features.glsl"
#include "math.glsl"
#include "hinge.glsl"

void solve_hinge(uint at) {
    const Hinge hinge = hinges[at];
    const uint corner[4] = uint[](hinge.a, hinge.b, hinge.c, hinge.d);
    vec4 x[4];
    for (uint k = 0; k < 4; ++k) x[k] = position[corner[k]];
    const Bend b = bend(x[0].xyz, x[1].xyz, x[2].xyz, x[3].xyz);
    const float held = params.keep * lambda[at];
    if (b.degenerate) {
        lambda[at] = held;
        return;
    }
    float w = 0.0;
    float moved = 0.0;
    const Material material = materials[hinge.material];
    for (uint k = 0; k < 4; ++k) {
        w += x[k].w * dot(b.gradient[k], b.gradient[k]);
        if (DAMPED) moved += dot(b.gradient[k], x[k].xyz - previous[corner[k]].xyz);
    }
    const float r = -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * moved;
    const float row = (1.0 + material.damping) * w + material.compliance;
    const float change = row > 0.0 ? material.stiffness * r / row : 0.0;
    lambda[at] = held + change;
    // A pinned corner may be shared within a colour: it is read only.
    for (uint k = 0; k < 4; ++k) if (x[k].w > 0.0) position[corner[k]].xyz = x[k].xyz + (x[k].w * change) * b.gradient[k];
}
