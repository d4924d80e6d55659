#version 460
#extension GL_GOOGLE_include_directive : require
// One elastic tetrahedron, St. Venant-Kirchhoff: C = (E₀₀, E₁₁, E₂₂, 2E₀₁, 2E₁₂, 2E₂₀), α̃ = K⁻¹/(V h²) as a block
// [MMC16, §5.2.3]. E = ½(FᵀF − I), F = Σ x b (docs/method.md §17).
#include "bindings/solve/solve_stvk_tetrahedra.glsl"

#include "constraint.glsl"
#include "stvk.glsl"

mat3 cofactor(mat3 f) { return mat3(cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])); }

// F, and what d adds to it.
void deformation(uint corner[4], vec3 b[4], vec4 d[4], out mat3 f, out mat3 rate) {
    f = mat3(0.0);
    rate = mat3(0.0);
    for (uint k = 1; k < 4; ++k) {
        const vec3 closer = d[k].xyz - d[0].xyz;
        f += outerProduct((position[corner[k]].xyz - position[corner[0]].xyz) + closer, b[k]);
        if (DAMPED) rate += outerProduct(closer, b[k]);
    }
}

// The push b ↦ P b that brings det F to 1: a multiple of ∇det F. Nothing where the element is not broken.
mat3 mend(mat3 f, mat3 w) {
    const mat3 c = cofactor(f);
    const float det = dot(f[0], c[0]);
    if (FORCES || det >= LEAST_VOLUME) return mat3(0.0);
    float row = 0.0;
    for (uint i = 0; i < 3; ++i) for (uint j = 0; j < 3; ++j) row += w[i][j] * dot(c[i], c[j]);
    return row > 0.0 ? c * (params.relaxation * (1.0 - det) / row) : mat3(0.0);
}

void project(uint at) {
    const Tetrahedron t = tetrahedra[at];
    const Material material = materials[t.material];
    const uint corner[4] = uint[](t.a, t.b, t.c, t.d);
    const vec3 b[4] = vec3[](-(t.inverse_b + t.inverse_c + t.inverse_d), t.inverse_b, t.inverse_c, t.inverse_d);
    vec4 d[4];
    mat3 w = mat3(0.0);
    for (uint k = 0; k < 4; ++k) {
        d[k] = displacement[corner[k]];
        w += d[k].w * outerProduct(b[k], b[k]);
    }
    mat3 f;
    mat3 rate;
    deformation(corner, b, d, f, rate);
    const mat3 mended = mend(f, w);
    const bool broken = mended != mat3(0.0);
    const mat3 m = transpose(f) * f;
    vec3 held[2];
    for (uint k = 0; k < 6; ++k) held[k / 3][k % 3] = held_lambda(6 * at + k);
    const float nu = material.poisson;
    const float alpha = material.compliance / t.volume;
    const float share = nu * (held[0].x + held[0].y + held[0].z);
    vec3 normal = 0.5 * (1.0 - vec3(m[0][0], m[1][1], m[2][2])) - alpha * ((1.0 + nu) * held[0] - share);
    vec3 shear = -vec3(m[0][1], m[1][2], m[2][0]) - 2.0 * (1.0 + nu) * alpha * held[1];
    if (DAMPED) {
        const mat3 e = transpose(rate) * f + transpose(f) * rate;
        normal -= 0.5 * material.damping * vec3(e[0][0], e[1][1], e[2][2]);
        shear -= material.damping * vec3(e[0][1], e[1][2], e[2][0]);
    }
    for (uint k = 0; k < 6; ++k) leave_open(6 * at + k, k < 3 ? normal[k] : shear[k - 3]);
    solve_block(stvk_block(w, m, 1.0 + material.damping, alpha, nu), normal, shear);
    const bool free = w[0][0] + w[1][1] + w[2][2] > 0.0;
    const float share_of = free && !broken ? params.relaxation * material.stiffness : 0.0;
    const vec3 change[2] = vec3[](share_of * normal, share_of * shear);
    for (uint k = 0; k < 6; ++k) keep_lambda(6 * at + k, held[k / 3][k % 3], change[k / 3][k % 3]);
    const vec3 n = FORCES ? held[0] : change[0];
    const vec3 s = FORCES ? held[1] : change[1];
    const mat3 stress = mat3(n.x, s.x, s.z, s.x, n.y, s.y, s.z, s.y, n.z);
    const mat3 drive = f * stress + mended;
    const vec3 pushed[3] = vec3[](drive * b[1], drive * b[2], drive * b[3]);
    give(4 * at, t.a, d[0], -(pushed[0] + pushed[1] + pushed[2]));
    for (uint k = 1; k < 4; ++k) give(4 * at + k, corner[k], d[k], pushed[k - 1]);
}

#include "run.glsl"
