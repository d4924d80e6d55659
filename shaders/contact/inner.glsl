// Colliders have an inside, where their edges and corners meet nothing. Needs "deformable_contact.glsl" and `outwards`.

// Whether a feature of a deformable body is on the inner side of a collider's edge or corner that it is paired with. What is inside
// has to come out, so the collider neither pushes nor truncates it there.
bool is_inner(uvec4 of, Nearest near) {
    float outside = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        if (of[k] < params.first_corner) continue;
        // The weights of the first feature are positive, and `separation` leads to it.
        outside -= near.weights[k] * dot(FETCH(outwards, of[k] - params.first_corner).xyz, near.separation);
    }
    return outside < 0.0;
}

// Whether the nearest point of the other edge to that of a collider is an end. A collider meets particles by its faces.
bool ends_at_collider(uvec4 of, Nearest near) {
    const bvec4 on = notEqual(near.weights, vec4(0.0));
    if (of.x >= params.first_corner) return !(on.z && on.w);
    return of.z >= params.first_corner && !(on.x && on.y);
}
