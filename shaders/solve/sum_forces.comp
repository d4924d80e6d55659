#version 460
#extension GL_GOOGLE_include_directive : require
// One watched particle: Σ ∇C λ of its links, of the other constraints it is a corner of, and of its contacts and touches, added up
// over the substeps of a frame. Without a particle, the sum over some corners.
#include "bindings/solve/sum_forces.glsl"

vec3 link_push(vec3 x, uvec2 end) {
    const vec3 d = x - (position[end.x].xyz + displacement[end.x].xyz);
    const float l = length(d);
    return l > 0.0 ? lambda[end.y] / l * d : vec3(0.0);
}

vec3 touch_pushes(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < entry_ends[particle]; ++k) {
        const uint row = entries[k] / 4;
        sum += weights[row][entries[k] % 4] * (lambdas[row].w * normals[row].xyz + lambdas[row].xyz);
    }
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Watch watch = watches[i];
    const bool single = watch.particle != NONE;
    const vec3 x = single ? position[watch.particle].xyz + displacement[watch.particle].xyz : vec3(0.0);
    const uint corners_from = watch.first + watch.links;
    vec3 sum = params.fresh != 0 ? vec3(0.0) : sums[i].xyz;
    for (uint k = watch.first; k < corners_from; ++k) sum += link_push(x, ends[k]);
    for (uint k = corners_from; k < corners_from + watch.corners; ++k) sum += correction[ends[k].x];
    for (uint slot = 0; slot < (single ? params.slots : 0); ++slot) {
        const ColliderContact contact = contacts[slot * params.particles + watch.particle];
        sum += contact.lambda * contact.normal + contact.tangent;
    }
    if (single && params.deformable_contacts != 0) sum += touch_pushes(watch.particle);
    sums[i] = vec4(sum, 0.0);
}
