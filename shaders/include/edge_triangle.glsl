// The intersection of an edge and a triangle, relative to a common origin nearby.

// Where an edge passes through a triangle.
struct Through {
    // Of the edge, from its first end.
    float along;
    // Of the triangle's corners; their sum is 1.
    vec3 inside;
};

// The part of the gap by which intersecting features are moved in a substep, and by which they separate for a while after.
float pace(float h) { return min(0.25, INTERSECTION_SPEED * h); }

// Six times the volume between a triangle and x, seen from a corner of the triangle.
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

// Whether the edge p–q, the ends of which are so high over a triangle, passes through it, and where.
bool passes_through(vec3 p, vec3 q, vec2 heights, vec3 a, vec3 b, vec3 c, vec3 normal, out Through through) {
    const precise float along = heights.x / (heights.x - heights.y);
    const precise vec3 x = p + along * (q - p);
    const vec3 areas = vec3(height(normal_of(x, b, c), vec3(0.0), normal), height(normal_of(x, c, a), vec3(0.0), normal),
        height(normal_of(x, a, b), vec3(0.0), normal));
    const precise float all_areas = areas.x + areas.y + areas.z;
    through = Through(along, areas / all_areas);
    return heights.x * heights.y < 0.0 && min(areas.x, min(areas.y, areas.z)) > 0.0;
}
