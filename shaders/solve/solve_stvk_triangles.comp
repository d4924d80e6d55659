#version 460
#extension GL_GOOGLE_include_directive : require
// One elastic triangle, St. Venant-Kirchhoff in plane strain: C = (E₀₀, E₁₁, 2E₀₁), α̃ = K⁻¹/(A h²) as a block
// [MMC16, §5.2.3]. E = ½(FᵀF − I), F = Σ x b (docs/method.md §17).
#include "bindings/solve/solve_stvk_triangles.glsl"

#include "solve/constraint.glsl"
#include "solve/stvk.glsl"

// K⁻¹/h² times λ, for engineering shear strain.
vec3 compliance_times(Material m, vec3 v) {
    const float nu = m.poisson;
    return (1.0 + nu) * m.compliance * vec3((1.0 - nu) * v.x - nu * v.y, (1.0 - nu) * v.y - nu * v.x, 2.0 * v.z);
}

void project(uint at) {
    const Triangle t = triangles[at];
    const Material material = materials[t.material];
    const uint corner[3] = uint[](t.a, t.b, t.c);
    const vec2 b[3] = vec2[](-(t.inverse_b + t.inverse_c), t.inverse_b, t.inverse_c);
    vec4 d[3];
    for (uint k = 0; k < 3; ++k) d[k] = displacement[corner[k]];
    mat2x3 f = mat2x3(0.0);
    mat2x3 rate = mat2x3(0.0);
    vec3 w = vec3(0.0);
    float unsplit = 0.0;
    for (uint k = 0; k < 3; ++k) {
        const vec3 edge = (position[corner[k]].xyz - position[t.a].xyz) + (d[k].xyz - d[0].xyz);
        f += outerProduct(edge, b[k]);
        if (DAMPED) rate += outerProduct(d[k].xyz, b[k]);
        w += d[k].w * vec3(b[k] * b[k], b[k].x * b[k].y);
        unsplit += unsplit_w(corner[k], d[k]) * dot(b[k], b[k]);
    }
    const vec3 m = vec3(dot(f[0], f[0]), dot(f[1], f[1]), dot(f[0], f[1]));
    const vec3 strain = vec3(0.5 * (m.xy - 1.0), m.z);
    const vec3 old_lambda = vec3(load_lambda(3 * at), load_lambda(3 * at + 1), load_lambda(3 * at + 2));
    // ∇C W ∇Cᵀ from W = Σ w b bᵀ and M = FᵀF.
    const float gamma = 1.0 + material.damping;
    const float nu = material.poisson;
    const float alpha = (1.0 + nu) * material.compliance / t.area;
    const vec3 diagonal = gamma * vec3(w.xy * m.xy, w.x * m.y + 2.0 * w.z * m.z + w.y * m.x) + alpha * vec3(1.0 - nu, 1.0 - nu, 2.0);
    const vec3 off_diagonal = gamma * vec3(w.z * m.z, w.z * m.y + w.y * m.z, w.x * m.z + w.z * m.x) - alpha * vec3(nu, 0.0, 0.0);
    const mat3 block = mat3(diagonal.x, off_diagonal.x, off_diagonal.z, off_diagonal.x, diagonal.y, off_diagonal.y, off_diagonal.z, off_diagonal.y, diagonal.z);
    vec3 r = -strain - compliance_times(material, old_lambda) / t.area;
    if (DAMPED) r -= material.damping * vec3(dot(rate[0], f[0]), dot(rate[1], f[1]), dot(rate[0], f[1]) + dot(rate[1], f[0]));
    const vec3 change = w.x + w.y > 0.0 ? relaxation(w.x + w.y, unsplit, 0.0) * material.stiffness * (inverse_of(block) * r) : vec3(0.0);
    for (uint row = 0; row < 3; ++row) {
        store_residual(3 * at + row, r[row]);
        store_lambda(3 * at + row, old_lambda[row], change[row]);
    }
    const vec3 l = FORCES ? old_lambda : change;
    const mat2x3 stress = f * mat2(l.x, l.z, l.z, l.y);
    const vec3 impulse[2] = vec3[](stress * b[1], stress * b[2]);
    apply_correction(3 * at, t.a, d[0], -(impulse[0] + impulse[1]));
    apply_correction(3 * at + 1, t.b, d[1], impulse[0]);
    apply_correction(3 * at + 2, t.c, d[2], impulse[1]);
}

#include "solve/run_constraints.glsl"
