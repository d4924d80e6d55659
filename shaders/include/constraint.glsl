// What every pass over constraints of one kind has in common. The pass declares its own list at binding 0 and defines
// `void project(uint at)`; "run.glsl" at its end runs it on a colour, on a run of small colours, or on all (Jacobi).
// Another feature, FORCES, only writes what each corner is pushed by, ∇C λ; with OPEN also what each row leaves open.

layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 1, scalar) readonly buffer Materials { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) coherent buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) buffer Lambdas { float lambda[]; };
layout(set = 0, binding = 5, scalar) buffer Before { float before[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Pushes { vec3 push[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Ranges { uvec2 ranges[]; };

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
    if (MOMENTUM) next += (params.omega - 1.0) * (held - params.keep_before * before[row]);
    before[row] = next;
}

// How far a row is from being solved: −C − α̃λ, less what is damped.
void leave_open(uint row, float r) {
    if (OPEN) before[row] = r;
}

// A push, for w = 1, on a particle that had moved by d; Jacobi and FORCES leave it in the place of that corner.
void give(uint corner, uint particle, vec4 d, vec3 pushed) {
    if (JACOBI || FORCES) push[params.push + corner] = pushed;
    // A pinned corner may be shared within a colour: it is read only.
    else if (d.w > 0.0) moved[particle].xyz = d.xyz + d.w * pushed;
}
