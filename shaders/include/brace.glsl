// How a rigid body yields to fluids. Needs "fluid.glsl".

// The most that one particle asks a body to share out: the steepest slope, at the end of the longest arm.
float most_share(Rigid rigid) {
    const vec3 w = rigid.inverse_inertia;
    const float yields = rigid.inverse_mass + rigid.extent * rigid.extent * max(w.x, max(w.y, w.z));
    return params.steep * params.wall * share_slope(1.0) * yields;
}
