// The density kernel of fluids, W ∝ (1 − r/H)³, and its integral over a half space (docs/method.md §25).
// Needs `params`, a FluidParams.

// The volume that a particle contributes to densities: 0 if it is removed, which its `position` tells.
float kernel_volume(float volume, vec4 position) { return volume > 0.0 && position.w < 0.0 ? 0.0 : volume; }

// The position of point i while its particle is removed: far from all other points.
vec3 parked_position(uint i) { return vec3((PARKED + PARKED_SPACING * float(i)) * params.radius, 0.0, 0.0); }

// 1 − r/H: 1 at the point itself, 0 from the radius of the kernel on.
float closeness(float r) { return max(0.0, 1.0 - r * params.inverse_radius); }

// The cohesion kernel: attractive, but repulsive where two particles are closer than at rest.
float cohesion_kernel(float u) {
    const float ratio = u / params.rest_closeness;
    return u * u * (1.0 - ratio * ratio);
}

// Fraction of the kernel behind a plane at a distance of 1 − u radii.
float fraction_behind(float u) { return u * u * u * u * u * (1.5 - u); }

// Its negative derivative with respect to the distance, 1/m.
float fraction_slope(float u) { return u * u * u * u * (7.5 - 6.0 * u) * params.inverse_radius; }

// The largest boundary weight of one point at a body: the steepest slope, at the end of the longest lever arm.
float max_boundary_weight(Rigid rigid) {
    const vec3 w = rigid.inverse_inertia;
    const float response = rigid.inverse_mass + rigid.extent * rigid.extent * max(w.x, max(w.y, w.z));
    return params.boundary_force_scale * params.half_space_weight * fraction_slope(1.0) * response;
}
