// Features of two surfaces that face each other. Where one surface continues closer to the other, the pair there keeps them apart.
// Needs "deformable_contact.glsl" and `place_of`, the position of a particle.

// By how much a surface that goes on from x to `q` nears what `apart` leads to from x, as a height over it.
float nearing_to(vec3 q, vec3 x, vec3 apart) { return dot(q - x, apart) / length(apart); }

// Whether it does by so much that it still will when both have come as far as `far`.
bool goes_on(vec3 q, vec3 x, vec3 apart, float far) { return dot(q - x, apart) > far * length(q - x); }

// An edge from the one to the next, met at x, `apart` from another one; `beside`: the corners of its triangles across it.
bool edge_faces(vec3 other_end, bool at_end, uvec2 beside, vec3 x, vec3 apart, float ridge, float far) {
    // What is nearest to an end is a matter of that point, and of triangles.
    if (at_end && goes_on(other_end, x, -apart, far)) return false;
    if (beside.y == NONE) return !goes_on(place_of(beside.x), x, apart, far);
    const vec3 one = place_of(beside.x);
    const vec3 other = place_of(beside.y);
    if (goes_on(one, x, apart, far) || goes_on(other, x, apart, far)) return false;
    return nearing_to(one, x, apart) + nearing_to(other, x, apart) < -ridge;
}

bool edges_face(vec3 x[4], Nearest met, uvec4 beside, float ridge, float far) {
    const vec4 u = met.weights;
    const vec3 on = mix(x[0], x[1], u.y);
    return edge_faces(u.x == 0.0 ? x[0] : x[1], u.x * u.y == 0.0, beside.xy, on, -met.apart, ridge, far)
        && edge_faces(u.z == 0.0 ? x[2] : x[3], u.z * u.w == 0.0, beside.zw, on - met.apart, met.apart, ridge, far);
}

// `beside`: the corners of the triangles across each edge.
bool triangle_faces(vec3 point, Nearest met, uvec3 beside, float far) {
    const vec3 on = point - met.apart;
    bool faces = true;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const bool on_edge = met.weights[1 + (k + 2) % 3] == 0.0 && beside[k] != NONE;
        if (on_edge && goes_on(place_of(beside[k]), on, met.apart, far)) faces = false;
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
