// How far particles are from the ways that they are expected to go. They may stop anywhere on these.

// How far a particle is from its way, which begins at the origin.
float deviation(vec3 at, vec3 way) {
    const float along = dot(at, way) / max(dot(way, way), 1.17549435e-38);
    return length(at - clamp(along, 0.0, 1.0) * way);
}
