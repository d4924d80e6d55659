#version 460
#extension GL_GOOGLE_include_directive : require
// One attachment of a colour; with FUSED, one workgroup solves several colours: attaches means of particles to points of rigid bodies,
// C = Σ weight x − point [MMC16, eqs 18, 26]. The three rows are solved together, since the body's inverse mass differs along each axis.
#include "bindings/couple/solve_rigid_attachments.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/rotation.glsl"
#include "include/inertia.glsl"

void pull(RigidAttachment a, vec3 lambda) {
    for (uint k = 0; k < 4; ++k) {
        const uint p = a.own[k];
        if (p == NONE) continue;
        const vec3 d = velocity[p].w * a.weights[k] * lambda;
        displacement[p].xyz += d;
        if (!JACOBI) continue;
        displacement_before[p].xyz += d;
        current_position[p].xyz += d;
    }
}

void solve(uint i) {
    const RigidAttachment a = attachments[i];
    const RigidState state = states[a.body];
    RigidStep step = steps[a.body];
    const vec3 arm = rotate(rotated(step.rotation, state.rotation), a.local);
    // Relative to the body's centre: world positions have too few digits far from the origin.
    vec3 separation = -(step.displacement + arm);
    vec3 approach = -(step.displacement + (arm - rotate(state.rotation, a.local)));
    float w = 0.0;
    for (uint k = 0; k < 4; ++k) {
        const uint p = a.own[k];
        if (p == NONE) continue;
        separation += a.weights[k] * ((position[p].xyz - state.position) + displacement[p].xyz);
        approach += a.weights[k] * displacement[p].xyz;
        w += a.weights[k] * a.weights[k] * velocity[p].w;
    }
    const Material material = materials[a.material];
    const vec3 old_lambda = params.keep * lambdas[i];
    const vec3 residual = -separation - material.compliance * old_lambda - material.damping * approach;
    const mat3 inverse_body = inverse_inertia(step);
    const mat3 inverse_mass = mat3(w + step.inverse_mass) - cross_matrix(arm) * inverse_body * cross_matrix(arm);
    const mat3 row = (1.0 + material.damping) * inverse_mass + mat3(material.compliance);
    const vec3 change = determinant(row) > 0.0 ? material.stiffness * (inverse(row) * residual) : vec3(0.0);
    pull(a, change);
    const vec3 angular_impulse = -cross(arm, change);
    step.displacement -= step.inverse_mass * change;
    step.angular_impulse += angular_impulse;
    step.rotation += inverse_body * angular_impulse;
    steps[a.body] = step;
    lambdas[i] = old_lambda + change;
    correction[params.first_correction + i] = old_lambda + change;
}

#include "couple/static_colors.glsl"
