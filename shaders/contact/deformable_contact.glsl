// Nearest points of the features of deformable contacts: a vertex and a triangle, or two edges.

#include "include/closest.glsl"

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

// The part of a vector that is normal to an edge.
vec3 normal_part(vec3 apart, vec3 edge) { return apart - dot(apart, edge) / max(dot(edge, edge), 1e-37) * edge; }

// Normal to what the nearest point of a point is inside of: its triangle, or an edge of that.
vec3 normal_to_triangle(vec3 x[4], Nearest near) {
    const bvec3 on = notEqual(near.weights.yzw, vec3(0.0));
    if (all(on)) return cross(x[2] - x[1], x[3] - x[1]);
    if (on.x && on.y) return normal_part(near.separation, x[2] - x[1]);
    if (on.y && on.z) return normal_part(near.separation, x[3] - x[2]);
    if (on.x && on.z) return normal_part(near.separation, x[3] - x[1]);
    return near.separation;
}

// Whether rounding turns the cross product of two edges less than the line between their nearest points: it grows as edges become
// parallel, and as points become close for the length of their edges.
bool is_exact(vec3 across, vec3 u, vec3 v, vec3 separation) {
    const vec2 squares = vec2(dot(u, u), dot(v, v));
    return dot(across, across) * max(squares.x, squares.y) > dot(separation, separation) * squares.x * squares.y;
}

// Normal to the edges that the nearest points are inside of.
vec3 normal_to_edges(vec3 x[4], Nearest near) {
    const vec3 u = x[1] - x[0];
    const vec3 v = x[3] - x[2];
    const vec3 across = cross(u, v);
    const bvec4 on = notEqual(near.weights, vec4(0.0));
    if (on.x && on.y) return on.z && on.w && is_exact(across, u, v, near.separation) ? across : normal_part(near.separation, u);
    if (on.z && on.w) return normal_part(near.separation, v);
    return near.separation;
}

// The direction from the second feature to the first. Where the nearest points are inside of an edge or a triangle, it is normal to
// that: the difference of almost coincident points is mostly rounding.
vec3 normal_of(uint kind, vec3 x[4], Nearest near) {
    const vec3 exact = kind == POINT_TRIANGLE ? normal_to_triangle(x, near) : normal_to_edges(x, near);
    const vec3 towards = dot(exact, near.separation) < 0.0 ? -exact : exact;
    const float l = length(towards);
    return l > 0.0 ? towards / l : vec3(0.0, 1.0, 0.0);
}

// The number of a pair's corners that belong to its first feature.
uint first_corners(uint kind) {
    return kind == POINT_TRIANGLE ? 1 : 2;
}

// Whether corner a belongs to the first feature and corner b to the second one.
bool are_opposite(uint kind, uint a, uint b) {
    return kind == POINT_TRIANGLE ? a == 0 : b > 1;
}
