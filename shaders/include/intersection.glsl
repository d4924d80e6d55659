// The intersection of an edge and a triangle, relative to a common origin nearby.

// Where an edge is when it meets a triangle.
struct Through {
    // Of the edge, from its first end.
    float along;
    // Of the triangle's corners; their sum is 1.
    vec3 inside;
};

// Of the gap: how far tangles are drawn in a substep, and pairs that were part of one.
float tangle_pace(float h) { return min(0.25, INTERSECTION_SPEED * h); }

// Six times the volume under a place, seen from a corner of the triangle.
float height(vec3 normal, vec3 from, vec3 x) {
    const precise vec3 to = x - from;
    const precise vec3 each = normal * to;
    const precise float sum = each.x + each.y + each.z;
    return sum;
}

vec3 normal_of(vec3 a, vec3 b, vec3 c) {
    const precise vec3 u = b - a;
    const precise vec3 v = c - a;
    const precise vec3 one = u.yzx * v.zxy;
    const precise vec3 other = u.zxy * v.yzx;
    const precise vec3 normal = one - other;
    return normal;
}

// Whether the edge p–q, the ends of which are so high over a triangle, goes through it, and where.
bool goes_through(vec3 p, vec3 q, vec2 heights, vec3 a, vec3 b, vec3 c, vec3 normal, out Through through) {
    const precise float along = heights.x / (heights.x - heights.y);
    const precise vec3 x = p + along * (q - p);
    const vec3 parts = vec3(height(normal_of(x, b, c), vec3(0.0), normal), height(normal_of(x, c, a), vec3(0.0), normal),
        height(normal_of(x, a, b), vec3(0.0), normal));
    const precise float all = parts.x + parts.y + parts.z;
    through = Through(along, parts / all);
    return heights.x * heights.y < 0.0 && min(parts.x, min(parts.y, parts.z)) > 0.0;
}
