// Nearest points of the features of deformable contacts: a vertex and a triangle, or two edges.

#include "closest.glsl"

struct Nearest {
    vec4 weights;
    // From the second feature to the first.
    vec3 separation;
    // Whether both points are inside of their edges.
    bool inside;
};

// The nearest points of a pair with its corners at x: Σ weight x leads from the second feature to the first.
Nearest nearest(uint kind, vec3 x[4]) {
    vec4 weights;
    bool inside = true;
    if (kind == POINT_TRIANGLE) {
        weights = vec4(1.0, -nearest_on_triangle(x[1] - x[0], x[2] - x[0], x[3] - x[0]));
    } else {
        const vec2 at = nearest_on_segments(x[0], x[1], x[2], x[3]);
        weights = vec4(1.0 - at.x, at.x, at.y - 1.0, -at.y);
        inside = all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)));
    }
    const vec3 separation = weights.y * (x[1] - x[0]) + weights.z * (x[2] - x[0]) + weights.w * (x[3] - x[0]);
    return Nearest(weights, separation, inside);
}

// The normal of a pair whose features intersect.
vec3 across(uint kind, vec3 x[4]) {
    const vec3 n = kind == POINT_TRIANGLE ? cross(x[2] - x[1], x[3] - x[1]) : cross(x[1] - x[0], x[3] - x[2]);
    const float l = length(n);
    return l > 0.0 ? n / l : vec3(0.0, 1.0, 0.0);
}

// The number of a pair's corners that belong to its first feature.
uint first_corners(uint kind) {
    return kind == POINT_TRIANGLE ? 1 : 2;
}

// Whether corner a belongs to the first feature and corner b to the second one.
bool are_opposite(uint kind, uint a, uint b) {
    return kind == POINT_TRIANGLE ? a == 0 : b > 1;
}
