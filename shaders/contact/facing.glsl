// Features of two surfaces that face each other. Where one surface continues closer to the other, the pair there separates them.
// Needs "deformable_contact.glsl" and `position_of`, the position of a particle.

// How high over x a surface rises that continues from x to `q`, along `separation`, which leads from x to another feature.
float rise_to(vec3 q, vec3 x, vec3 separation) { return dot(q - x, separation) / length(separation); }

// Whether it rises by so much that it still will when both have moved by `far`.
bool rises(vec3 q, vec3 x, vec3 separation, float far) { return dot(q - x, separation) > far * length(q - x); }

// An edge, nearest at x; `separation` leads to another edge, `beside` are the corners of its triangles opposite it. `ridge` is
// how far triangles fall away beside an edge at least, and `far` how far features may move sideways.
bool edge_faces(vec3 other_end, bool at_end, uvec2 adjacent, vec3 x, vec3 separation, float ridge, float far) {
    // What is nearest to an end is a matter of that vertex, and of triangles.
    if (at_end && rises(other_end, x, -separation, far)) return false;
    if (adjacent.y == NONE) return !rises(position_of(adjacent.x), x, separation, far);
    const vec3 one = position_of(adjacent.x);
    const vec3 other = position_of(adjacent.y);
    if (rises(one, x, separation, far) || rises(other, x, separation, far)) return false;
    return rise_to(one, x, separation) + rise_to(other, x, separation) < -ridge;
}

bool edges_face(vec3 x[4], Nearest near, uvec4 adjacent, float ridge, float far) {
    const vec4 u = near.weights;
    const vec3 on = mix(x[0], x[1], u.y);
    const bvec4 off = equal(u, vec4(0.0));
    return edge_faces(off.x ? x[0] : x[1], off.x || off.y, adjacent.xy, on, -near.separation, ridge, far)
        && edge_faces(off.z ? x[2] : x[3], off.z || off.w, adjacent.zw, on - near.separation, near.separation, ridge, far);
}

// `beside`: the corners of the adjacent triangles, opposite each edge.
bool triangle_faces(vec3 point, Nearest near, uvec3 adjacent, float far) {
    const vec3 on = point - near.separation;
    bool faces = true;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const bool on_edge = near.weights[1 + (k + 2) % 3] == 0.0 && adjacent[k] != NONE;
        if (on_edge && rises(position_of(adjacent[k]), on, near.separation, far)) faces = false;
    }
    return faces;
}

// Whether what a point is nearest to, the inside of a triangle, an edge or a corner, is this triangle's and not another one's.
bool is_own(vec4 weights, uint owns) {
    const bvec3 off = equal(weights.yzw, vec3(0.0));
    if (!any(off)) return true;
    if (off.x ? !off.y && !off.z : off.y != off.z) return (owns & (off.x ? 16u : off.y ? 32u : 8u)) != 0;
    return (owns & (!off.x ? 1u : !off.y ? 2u : 4u)) != 0;
}
