// The direction in which an intersecting edge is moved [VM06]. Needs "edge_triangle.glsl", `frame`, `bodies`, `body_of` and
// `position`.

// How the line along which a wing of the edge u intersects the triangle becomes shorter, where both move by half.
vec3 shortening(vec3 u, vec3 wing, vec3 normal) {
    const vec3 line = cross(normal, cross(u, wing));
    const float size = length(line);
    if (size <= 1e-6 * length(wing)) return vec3(0.0);
    const vec3 inward = dot(line, wing - dot(u, wing) * u) < 0.0 ? -line / size : line / size;
    const float sine = dot(u, normal);
    const float steep = sine < 0.0 ? min(sine, -FLATTEST) : max(sine, FLATTEST);
    return inward - (2.0 * dot(u, inward) / steep) * normal;
}

// The direction of an edge p–q, of the length 1 where both surfaces clearly separate by it, else less.
vec3 direction_out(Intersection intersection, vec3 origin, vec3 p, vec3 q, vec3 normal, float above) {
    if (intersection.back != NONE) return (intersection.back == 0) == (above > 0.0) ? -normal : normal;
    const vec3 u = normalize(q - p);
    vec3 sum = vec3(0.0);
    [[unroll]] for (uint k = 0; k < 2; ++k) {
        const uint wing = intersection.wings[k];
        if (wing != NONE) sum += shortening(u, position[wing].xyz - origin - p, normal);
    }
    return sum / sqrt(1.0 + dot(sum, sum));
}

float gap_of(Intersection intersection) {
    return bodies[body_of[intersection.edge.x]].half_thickness + bodies[body_of[intersection.triangle.x]].half_thickness;
}

// The constraint of an intersection in a substep; all 0 where the edge does not pass through the triangle, or where it has no
// direction.
Pull pull_of(Intersection intersection) {
    const vec3 origin = position[intersection.edge.x].xyz;
    const vec3 p = vec3(0.0);
    const vec3 q = position[intersection.edge.y].xyz - origin;
    const vec3 a = position[intersection.triangle.x].xyz - origin;
    const vec3 b = position[intersection.triangle.y].xyz - origin;
    const vec3 c = position[intersection.triangle.z].xyz - origin;
    const vec3 normal = normal_of(a, b, c);
    const vec2 heights = vec2(height(normal, a, p), height(normal, a, q));
    Through through;
    const bool passes = passes_through(p, q, heights, a, b, c, normal, through);
    const vec3 direction = passes ? direction_out(intersection, origin, p, q, normalize(normal), heights.x) : vec3(0.0);
    const float size = length(direction);
    if (size < 1e-3) return Pull(0.0, vec3(0.0), vec3(0.0), 0.0, 0.0);
    const float wanted = size * gap_of(intersection) * pace(frame[0].h);
    return Pull(through.along, through.inside, direction / size, wanted, 0.0);
}
