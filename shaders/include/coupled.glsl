// Mass splitting of a rigid body among its contacts with particles: each sees a copy with its fraction of mass and inertia. Together
// the copies move as the body does (docs/method.md §28).

struct Copy {
    // Inverse mass and inverse inertia.
    float w;
    mat3 inverse;
};

// `weight`: Σ mass-splitting weights of the body, in 1/WEIGHT_ONE.
Copy copy_of(float w, mat3 inverse, uint weight) {
    const float copies = max(float(weight) / float(WEIGHT_ONE), 1.0);
    return Copy(copies * w, copies * inverse);
}

// Inverse mass of the copy at the end of an arm, along a direction.
float inverse_mass_along(Copy copy, vec3 arm, vec3 direction) {
    const vec3 twist = cross(arm, direction);
    return copy.w + dot(twist, copy.inverse * twist);
}

// Motion of the copy at the end of an arm by an impulse there.
vec3 velocity_response(Copy copy, vec3 arm, vec3 impulse) {
    return copy.w * impulse + cross(copy.inverse * cross(arm, impulse), arm);
}
