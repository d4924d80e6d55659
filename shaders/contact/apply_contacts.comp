#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: adds the pushes of its contacts to its displacement, and counts the contacts that push. With Jacobi its state of
// an iteration ago gets them, too: pushes of two features must not change the momentum of either by Chebyshev acceleration.
#include "bindings/contact/apply_contacts.glsl"

#include "include/features.glsl"
#include "contact/contact_row.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    vec3 sum = vec3(0.0);
    float pushing = 0.0;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint entry = entries[k];
        const vec4 push = FETCH(pushes, entry / 4);
        sum += weight_of(entry) * push.xyz;
        pushing += push.w;
    }
    const float w = FETCH(velocity, i).w;
    split_inverse_mass[i] = w * pushing;
    const vec3 push = w * sum;
    if (push == vec3(0.0)) return;
    const vec3 d = displacement[i].xyz + push;
    displacement[i].xyz = d;
    if (!JACOBI) return;
    displacement_before[i].xyz += push;
    current_position[i].xyz = FETCH(position, i).xyz + d;
}
