// Element pairs without a separating plane, which may intersect. Needs "approach.glsl", `at_one` and `at_other`.

#include "shared_corners.glsl"

// Whether elements are so far apart along an axis, whichever way it leads, that they do not meet until pairs are sought again.
bool are_apart_along(vec3 axis, Closeness close) {
    const vec3 origin = at_one[0];
    vec3 one;
    vec3 other;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        one[k] = dot(axis, at_one[k] - origin);
        other[k] = dot(axis, at_other[k] - origin);
    }
    const float side = one.x + one.y + one.z < other.x + other.y + other.z ? -1.0 : 1.0;
    one *= side;
    other *= side;
    const float between = min(one.x, min(one.y, one.z)) - max(other.x, max(other.y, other.z));
    return between > length(axis) * nearing(close, side * axis);
}

vec3 normal_of(vec3 x[3]) { return cross(x[1] - x[0], x[2] - x[0]); }

// What leads from the middle of the other one to that of the one.
vec3 middles() { return (at_one[0] - at_other[0]) + (at_one[1] - at_other[1]) + (at_one[2] - at_other[2]); }

// Whether elements that share a corner stay on their own sides of it, of a plane through the middle between the two of their edges there that are at the least angle.
bool part_at(uint own, vec3 corner, uvec3 one, uvec3 other, float far) {
    float least = -2.0;
    vec3 axis = vec3(0.0);
    [[unroll]] for (uint k = 0; k < 9; ++k) {
        const vec3 to_one = normalize(at_one[k % 3] - corner);
        const vec3 to_other = normalize(at_other[k / 3] - corner);
        const bool nearer = one[k % 3] != own && other[k / 3] != own && dot(to_one, to_other) > least;
        least = nearer ? dot(to_one, to_other) : least;
        axis = nearer ? to_one - to_other : axis;
    }
    const float most = far * length(axis);
    bool part = true;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        part = part && (one[k] == own || dot(axis, at_one[k] - corner) > most);
        part = part && (other[k] == own || dot(axis, at_other[k] - corner) < -most);
    }
    return part;
}

// Whether an edge of either element may go through the other one until pairs are sought again.
bool are_unparted(uvec2 of, uvec4 one, uvec4 other, Closeness close) {
    if (is_point(one) || is_point(other) || (one.z == NONE && other.z == NONE)) return false;
    if (joined(one.xyz, other.xyz) == 7 && joined(other.xyz, one.xyz) == 7) return false;
    uint own = 3;
    [[unroll]] for (uint k = 3; k-- > 0;) own = any(equal(uvec3(one[k]), other.xyz)) ? k : own;
    if (own < 3) {
        // Both corners may go that far from the mean way of their element.
        const float far = 2.0 * max(FETCH(speeds, of.x).w, FETCH(speeds, of.y).w);
        return !part_at(one[own], corner(at_one, own), one.xyz, other.xyz, far);
    }
    return !are_apart_along(normal_of(at_one), close) && !are_apart_along(normal_of(at_other), close) && !are_apart_along(middles(), close);
}
