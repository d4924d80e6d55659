#version 460
#extension GL_GOOGLE_include_directive : require
// One elastic tetrahedron, St. Venant-Kirchhoff: C = (E₀₀, E₁₁, E₂₂, 2E₀₁, 2E₁₂, 2E₂₀), α̃ = K⁻¹/(V h²) as a block
// [MMC16, §5.2.3]. E = ½(FᵀF − I), F = Σ x b (docs/method.md §17).
#include "bindings/solve/solve_stvk_tetrahedra.glsl"

#include "solve/constraint.glsl"
#include "solve/stvk.glsl"

mat3 cofactor(mat3 f) { return mat3(cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])); }

// F, and its rate: the part of F that the displacements d contribute.
void deformation(uint corner[4], vec3 b[4], vec4 d[4], out mat3 f, out mat3 rate) {
    f = mat3(0.0);
    rate = mat3(0.0);
    for (uint k = 1; k < 4; ++k) {
        const vec3 relative_displacement = d[k].xyz - d[0].xyz;
        f += outerProduct((position[corner[k]].xyz - position[corner[0]].xyz) + relative_displacement, b[k]);
        if (DAMPED) rate += outerProduct(relative_displacement, b[k]);
    }
}

// The correction b ↦ P b that brings det F to 1, a multiple of ∇det F. Zero where the element is not collapsed.
mat3 restore_volume(mat3 f, mat3 w, float relaxation) {
    const mat3 c = cofactor(f);
    const float det = dot(f[0], c[0]);
    if (FORCES || det >= LEAST_VOLUME) return mat3(0.0);
    float denominator = 0.0;
    for (uint i = 0; i < 3; ++i) for (uint j = 0; j < 3; ++j) denominator += w[i][j] * dot(c[i], c[j]);
    return denominator > 0.0 ? c * (relaxation * (1.0 - det) / denominator) : mat3(0.0);
}

void project(uint at) {
    const Tetrahedron t = tetrahedra[at];
    const Material material = materials[t.material];
    const uint corner[4] = uint[](t.a, t.b, t.c, t.d);
    const vec3 b[4] = vec3[](-(t.inverse_b + t.inverse_c + t.inverse_d), t.inverse_b, t.inverse_c, t.inverse_d);
    vec4 d[4];
    mat3 w = mat3(0.0);
    float unsplit = 0.0;
    for (uint k = 0; k < 4; ++k) {
        d[k] = displacement[corner[k]];
        w += d[k].w * outerProduct(b[k], b[k]);
        unsplit += unsplit_w(corner[k], d[k]) * dot(b[k], b[k]);
    }
    const float split = w[0][0] + w[1][1] + w[2][2];
    const float gamma = split > 0.0 ? relaxation(split, unsplit, 0.0) : 0.0;
    mat3 f;
    mat3 rate;
    deformation(corner, b, d, f, rate);
    const mat3 restoring = restore_volume(f, w, gamma);
    const bool collapsed = restoring != mat3(0.0);
    const mat3 m = transpose(f) * f;
    vec3 old_lambda[2];
    for (uint k = 0; k < 6; ++k) old_lambda[k / 3][k % 3] = load_lambda(6 * at + k);
    const float nu = material.poisson;
    const float alpha = material.compliance / t.volume;
    const float lateral = nu * (old_lambda[0].x + old_lambda[0].y + old_lambda[0].z);
    vec3 normal = 0.5 * (1.0 - vec3(m[0][0], m[1][1], m[2][2])) - alpha * ((1.0 + nu) * old_lambda[0] - lateral);
    vec3 shear = -vec3(m[0][1], m[1][2], m[2][0]) - 2.0 * (1.0 + nu) * alpha * old_lambda[1];
    if (DAMPED) {
        const mat3 e = transpose(rate) * f + transpose(f) * rate;
        normal -= 0.5 * material.damping * vec3(e[0][0], e[1][1], e[2][2]);
        shear -= material.damping * vec3(e[0][1], e[1][2], e[2][0]);
    }
    for (uint k = 0; k < 6; ++k) store_residual(6 * at + k, k < 3 ? normal[k] : shear[k - 3]);
    solve_block(stvk_block(w, m, 1.0 + material.damping, alpha, nu), normal, shear);
    const float scale = collapsed ? 0.0 : gamma * material.stiffness;
    const vec3 change[2] = vec3[](scale * normal, scale * shear);
    for (uint k = 0; k < 6; ++k) store_lambda(6 * at + k, old_lambda[k / 3][k % 3], change[k / 3][k % 3]);
    const vec3 n = FORCES ? old_lambda[0] : change[0];
    const vec3 s = FORCES ? old_lambda[1] : change[1];
    const mat3 stress = mat3(n.x, s.x, s.z, s.x, n.y, s.y, s.z, s.y, n.z);
    const mat3 force = f * stress + restoring;
    const vec3 impulse[3] = vec3[](force * b[1], force * b[2], force * b[3]);
    apply_correction(4 * at, t.a, d[0], -(impulse[0] + impulse[1] + impulse[2]));
    for (uint k = 1; k < 4; ++k) apply_correction(4 * at + k, corner[k], d[k], impulse[k - 1]);
}

#include "solve/run_constraints.glsl"
