#version 460
#extension GL_GOOGLE_include_directive : require
// One edge through a triangle: where both meet at a substep's start, and which way the edge has to go: across the triangle where
// one of its ends is known to have come from the other side, else so that the line along which both surfaces meet becomes shorter [VM06].
#include "bindings/intersection/choose_directions.glsl"

#include "intersection.glsl"

vec3 origin;

vec3 at(uint particle) { return position[particle].xyz - origin; }

// How the line along which a wing of the edge u meets the triangle becomes shorter, where both go half of the way.
vec3 shortening(vec3 u, vec3 wing, vec3 normal) {
    const vec3 line = cross(normal, cross(u, wing));
    const float size = length(line);
    if (size <= 1e-6 * length(wing)) return vec3(0.0);
    const vec3 inward = dot(line, wing - dot(u, wing) * u) < 0.0 ? -line / size : line / size;
    const float steep = dot(u, normal);
    return inward - (2.0 * dot(u, inward) / (steep < 0.0 ? min(steep, -FLATTEST) : max(steep, FLATTEST))) * normal;
}

// The way of an edge p–q, of the length 1 where both surfaces clearly come apart by it, else less.
vec3 way_out(Intersection intersection, vec3 p, vec3 q, vec3 normal, float above) {
    if (intersection.back != NONE) return (intersection.back == 0) == (above > 0.0) ? -normal : normal;
    const vec3 u = normalize(q - p);
    vec3 sum = vec3(0.0);
    for (uint k = 0; k < 2; ++k) {
        if (intersection.wings[k] != NONE) sum += shortening(u, at(intersection.wings[k]) - p, normal);
    }
    return sum / sqrt(1.0 + dot(sum, sum));
}

float gap_of(Intersection intersection) {
    return bodies[body_of[intersection.edge.x]].half_thickness + bodies[body_of[intersection.triangle.x]].half_thickness;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= passing[0]) return;
    const Intersection intersection = intersections[i];
    origin = position[intersection.edge.x].xyz;
    const vec3 p = vec3(0.0);
    const vec3 q = at(intersection.edge.y);
    const vec3 a = at(intersection.triangle.x);
    const vec3 b = at(intersection.triangle.y);
    const vec3 c = at(intersection.triangle.z);
    const vec3 normal = normal_of(a, b, c);
    const vec2 heights = vec2(height(normal, a, p), height(normal, a, q));
    Through through;
    const bool goes = goes_through(p, q, heights, a, b, c, normal, through);
    const vec3 way = goes ? way_out(intersection, p, q, normalize(normal), heights.x) : vec3(0.0);
    const float size = length(way);
    if (size < 1e-3) {
        pulls[i] = Pull(0.0, vec3(0.0), vec3(0.0), 0.0, 0.0);
        return;
    }
    const float wanted = size * gap_of(intersection) * tangle_pace(frame[0].h);
    pulls[i] = Pull(through.along, through.inside, way / size, wanted, 0.0);
}
