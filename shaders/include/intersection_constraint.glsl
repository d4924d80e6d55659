// The constraint that moves an edge out of a triangle. Needs `intersections`, `pulls`, `starts` and `velocity`.

// The weights of the edge's ends; those of the triangle's corners are −inside.
vec2 ends(Pull pull) { return vec2(1.0 - pull.along, pull.along); }

// Σ weight² w, w as often as there are crossings that share the particle (mass splitting).
float yielding(Intersection intersection, Pull pull) {
    float w = 0.0;
    for (uint k = 0; k < 5; ++k) {
        const uint particle = k < 2 ? intersection.edge[k] : intersection.triangle[k - 2];
        const float weight = k < 2 ? ends(pull)[k] : pull.inside[k - 2];
        w += weight * weight * velocity[particle].w * float(starts[particle + 1] - starts[particle]);
    }
    return w;
}
