// What all passes over constraints of one type share. The pass declares its list of constraints at binding 0 and defines
// `void project(uint at)`. It ends with "run_constraints.glsl", which runs that on a colour, a run of small colours, or all.
// With FORCES it only writes the force ∇C λ on each corner; with OPEN also the residual of each row.

#include "include/features.glsl"
#include "include/math.glsl"

// λ of a row before this iteration.
float load_lambda(uint row) { return FORCES ? lambda[row] : params.keep_lambda * lambda[row]; }

// w of a corner without mass splitting, for Jacobi; its split w is that of displacement d.
float unsplit_w(uint particle, vec4 d) { return JACOBI && d.w > 0.0 ? 1.0 / position[particle].w : 0.0; }

// Relaxation of a row with Σ w |∇C|² of split and of unsplit w: γ, or less where it is soft or alone (docs/method.md §8).
float relaxation(float split, float unsplit, float compliance) {
    if (!JACOBI) return params.relaxation;
    return min(params.relaxation, params.lone_relaxation * (2.0 * split + compliance) / (2.0 * unsplit + compliance));
}

// Stores λ of a row after this iteration; Jacobi overwrites the λ before the last [Wang15].
void store_lambda(uint row, float old_lambda, float change) {
    if (FORCES) return;
    if (!JACOBI) {
        lambda[row] = old_lambda + change;
        return;
    }
    float next = old_lambda + params.omega * change;
    if (MOMENTUM) next += (params.omega - 1.0) * (old_lambda - params.keep_lambda_before * lambda_before[row]);
    lambda_before[row] = next;
}

// Stores the residual of a row: −C − α̃λ, minus the damping term.
void store_residual(uint row, float r) {
    if (RESIDUAL) lambda_before[row] = r;
}

// Applies a correction, for w = 1, to a particle with displacement d; Jacobi and FORCES store it for that corner instead.
void apply_correction(uint corner, uint particle, vec4 d, vec3 change) {
    if (JACOBI || FORCES) correction[params.first_correction + corner] = change;
    // Constraints of a colour may share a pinned particle, so it is only read.
    else if (d.w > 0.0) displacement[particle].xyz = d.xyz + d.w * change;
}

// The vector from corner 0 to corner k. Differences are taken first, so that it is accurate far from the origin.
vec3 edge_to(uint corner[4], vec4 d[4], uint k) {
    return (position[corner[k]].xyz - position[corner[0]].xyz) + (d[k].xyz - d[0].xyz);
}

// Solves a constraint of four corners and one row with value C [MMC16, eqs 18, 26].
void solve_row(uint at, uint corner[4], vec4 d[4], vec3 gradient[4], float C, Material material) {
    const float old_lambda = load_lambda(at);
    float w = 0.0;
    float unsplit = 0.0;
    float rate = 0.0;
    for (uint k = 0; k < 4; ++k) {
        const float g2 = dot(gradient[k], gradient[k]);
        w += d[k].w * g2;
        unsplit += unsplit_w(corner[k], d[k]) * g2;
        if (DAMPED) rate += dot(gradient[k], d[k].xyz);
    }
    const float r = -C - material.compliance * old_lambda - material.damping * rate;
    const float gamma = 1.0 + material.damping;
    const float denominator = gamma * w + material.compliance;
    const float change = w > 0.0 ? relaxation(gamma * w, gamma * unsplit, material.compliance) * material.stiffness * r / denominator : 0.0;
    store_residual(at, r);
    store_lambda(at, old_lambda, change);
    const float lambda = FORCES ? old_lambda : change;
    for (uint k = 0; k < 4; ++k) apply_correction(4 * at + k, corner[k], d[k], lambda * gradient[k]);
}
