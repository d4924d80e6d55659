// A rigid body where a particle meets it: a copy that has so much of its mass and inertia as falls to that place, so that the
// copies together move as the body does (docs/method.md §28). Needs "couple_types.glsl".

struct Copy {
    // Inverse mass and inverse inertia.
    float w;
    mat3 inverse;
};

// `share`: Σ shares of the body, in 1/WHOLE_SHARE.
Copy copy_of(float w, mat3 inverse, uint share) {
    const float copies = max(float(share) / float(WHOLE_SHARE), 1.0);
    return Copy(copies * w, copies * inverse);
}

// How a push of 1 along a direction moves the copy along it.
float inverse_mass_along(Copy copy, vec3 arm, vec3 direction) {
    const vec3 twist = cross(arm, direction);
    return copy.w + dot(twist, copy.inverse * twist);
}

// How a push on the copy moves the copy where it pushes.
vec3 velocity_response(Copy copy, vec3 arm, vec3 push) {
    return copy.w * push + cross(copy.inverse * cross(arm, push), arm);
}
