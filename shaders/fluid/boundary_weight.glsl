// How rigid bodies respond to fluids. Needs "fluid_kernel.glsl".

// The largest boundary weight of one point at a body: the steepest slope, at the end of the longest lever arm.
float max_boundary_weight(Rigid rigid) {
    const vec3 w = rigid.inverse_inertia;
    const float response = rigid.inverse_mass + rigid.extent * rigid.extent * max(w.x, max(w.y, w.z));
    return params.boundary_force_scale * params.half_space_weight * fraction_slope(1.0) * response;
}
