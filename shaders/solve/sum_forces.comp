#version 460
#extension GL_GOOGLE_include_directive : require
// One watched particle: Σ ∇C λ of its links, of its corners of other constraints, and of its contacts, summed over the
// substeps of a frame. A watch without a particle sums over some corners only.
#include "bindings/solve/sum_forces.glsl"

vec3 link_force(vec3 x, uvec2 end) {
    const vec3 d = x - (position[end.x].xyz + displacement[end.x].xyz);
    const float l = length(d);
    return l > 0.0 ? lambda[end.y] / l * d : vec3(0.0);
}

vec3 contact_forces(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < starts[particle + 1]; ++k) {
        const uint row = entries[k] / 4;
        const float weight = uintBitsToFloat(rows[ROW * row + 2][entries[k] % 4]);
        const vec3 normal = uintBitsToFloat(rows[ROW * row + 3].xyz);
        sum += weight * (lambdas[row].w * normal + lambdas[row].xyz);
    }
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Watch watch = watches[i];
    const bool single = watch.particle != NONE;
    const vec3 x = single ? position[watch.particle].xyz + displacement[watch.particle].xyz : vec3(0.0);
    const uint first_corner = watch.first + watch.links;
    vec3 sum = params.restart != 0 ? vec3(0.0) : sums[i].xyz;
    for (uint k = watch.first; k < first_corner; ++k) sum += link_force(x, ends[k]);
    for (uint k = first_corner; k < first_corner + watch.corners; ++k) sum += correction[ends[k].x];
    for (uint slot = 0; slot < (single ? params.slots : 0); ++slot) {
        const ColliderContact contact = contacts[slot * params.particles + watch.particle];
        sum += contact.lambda * contact.normal + contact.tangent;
    }
    if (single && params.deformable_contacts != 0) sum += contact_forces(watch.particle);
    sums[i] = vec4(sum, 0.0);
}
