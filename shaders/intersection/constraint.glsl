// The constraint that moves an edge out of a triangle. Needs `starts` and `velocity`.

// The particles of an intersection: the ends of the edge, then the corners of the triangle.
uint particle_of(Intersection intersection, uint corner) {
    return corner < 2 ? intersection.edge[corner] : intersection.triangle[corner - 2];
}

float weight_of(Pull pull, uint corner) {
    if (corner < 2) return corner == 0 ? 1.0 - pull.along : pull.along;
    return -pull.inside[corner - 2];
}

// Σ weight² w, w as often as there are intersections that share the particle (mass splitting).
float yielding(Intersection intersection, Pull pull) {
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 5; ++k) {
        const uint particle = particle_of(intersection, k);
        const float weight = weight_of(pull, k);
        w += weight * weight * velocity[particle].w * float(starts[particle + 1] - starts[particle]);
    }
    return w;
}
