// What every pass over constraints of one kind has in common. The pass declares its own list at binding 0 and defines
// `void project(uint at)`; "run.glsl" at its end runs it on a colour, on a run of small colours, or on all (Jacobi).
// Another feature, FORCES, only writes what each corner is pushed by, ∇C λ; with OPEN also what each row leaves open.

#include "features.glsl"
#include "math.glsl"

// λ of a row as this iteration finds it.
float held_lambda(uint row) { return FORCES ? lambda[row] : params.keep * lambda[row]; }

// λ of a row as this iteration leaves it; Jacobi writes over the λ before the last [Wang15].
void keep_lambda(uint row, float held, float change) {
    if (FORCES) return;
    if (!JACOBI) {
        lambda[row] = held + change;
        return;
    }
    float next = held + params.omega * change;
    if (MOMENTUM) next += (params.omega - 1.0) * (held - params.keep_before * lambda_before[row]);
    lambda_before[row] = next;
}

// How far a row is from being solved: −C − α̃λ, less what is damped.
void leave_open(uint row, float r) {
    if (OPEN) lambda_before[row] = r;
}

// A push, for w = 1, on a particle that had moved by d; Jacobi and FORCES leave it in the place of that corner.
void give(uint corner, uint particle, vec4 d, vec3 pushed) {
    if (JACOBI || FORCES) correction[params.push + corner] = pushed;
    // A pinned corner may be shared within a colour: it is read only.
    else if (d.w > 0.0) displacement[particle].xyz = d.xyz + d.w * pushed;
}

// From corner 0 to corner k, as exactly as near corners allow however far they are from the origin.
vec3 edge_to(uint corner[4], vec4 d[4], uint k) {
    return (position[corner[k]].xyz - position[corner[0]].xyz) + (d[k].xyz - d[0].xyz);
}

// Solves a constraint of four corners and one λ with value C [MMC16, eqs 18, 26].
void solve_row(uint at, uint corner[4], vec4 d[4], vec3 gradient[4], float C, Material material) {
    const float held = held_lambda(at);
    float w = 0.0;
    float damped = 0.0;
    for (uint k = 0; k < 4; ++k) {
        w += d[k].w * dot(gradient[k], gradient[k]);
        if (DAMPED) damped += dot(gradient[k], d[k].xyz);
    }
    const float r = -C - material.compliance * held - material.damping * damped;
    const float row = (1.0 + material.damping) * w + material.compliance;
    const float change = w > 0.0 ? params.relaxation * material.stiffness * r / row : 0.0;
    leave_open(at, r);
    keep_lambda(at, held, change);
    const float lambda = FORCES ? held : change;
    for (uint k = 0; k < 4; ++k) give(4 * at + k, corner[k], d[k], lambda * gradient[k]);
}
