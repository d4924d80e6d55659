#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One watched particle: Σ ∇C λ of its links, hinges and contacts, added up over the substeps of a frame.
layout(push_constant, scalar) uniform Params { ReadoutParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Watches { Watch watches[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Ends { uvec2 ends[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Hinges { Hinge hinges[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinkLambdas { float link_lambda[]; };
layout(set = 0, binding = 5, scalar) readonly buffer HingeLambdas { float hinge_lambda[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Contacts { Contact contacts[]; };
layout(set = 0, binding = 7, scalar) buffer Sums { vec4 sums[]; };

#include "hinge.glsl"

vec3 link_push(vec3 x, uvec2 end) {
    const vec3 d = x - position[end.x].xyz;
    const float l = length(d);
    return l > 0.0 ? link_lambda[end.y] / l * d : vec3(0.0);
}

vec3 hinge_push(uvec2 end) {
    const Hinge h = hinges[end.x];
    const Bend b = bend(position[h.a].xyz, position[h.b].xyz, position[h.c].xyz, position[h.d].xyz);
    return b.degenerate ? vec3(0.0) : hinge_lambda[end.x] * b.gradient[end.y];
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Watch watch = watches[i];
    const vec3 x = position[watch.particle].xyz;
    const uint hinges_from = watch.first + watch.links;
    vec3 sum = params.fresh != 0 ? vec3(0.0) : sums[i].xyz;
    for (uint k = watch.first; k < hinges_from; ++k) sum += link_push(x, ends[k]);
    for (uint k = hinges_from; k < hinges_from + watch.hinges; ++k) sum += hinge_push(ends[k]);
    for (uint slot = 0; slot < params.slots; ++slot) {
        const Contact contact = contacts[slot * params.particles + watch.particle];
        sum += contact.lambda * contact.normal + contact.tangent;
    }
    sums[i] = vec4(sum, 0.0);
}
