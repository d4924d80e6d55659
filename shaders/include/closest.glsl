// Nearest points of simple shapes, by regions [Eri05, §5.1].

// Barycentric weights of the triangle's point nearest to the origin; exactly 0 on edges and at corners.
vec3 nearest_on_triangle(vec3 a, vec3 b, vec3 c) {
    const vec3 ab = b - a;
    const vec3 ac = c - a;
    const float ab_a = -dot(ab, a);
    const float ac_a = -dot(ac, a);
    if (ab_a <= 0.0 && ac_a <= 0.0) return vec3(1.0, 0.0, 0.0);
    const float ab_b = -dot(ab, b);
    const float ac_b = -dot(ac, b);
    if (ab_b >= 0.0 && ac_b <= ab_b) return vec3(0.0, 1.0, 0.0);
    const float weight_c = ab_a * ac_b - ab_b * ac_a;
    if (weight_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0) {
        const float v = ab_a / (ab_a - ab_b);
        return vec3(1.0 - v, v, 0.0);
    }
    const float ab_c = -dot(ab, c);
    const float ac_c = -dot(ac, c);
    if (ac_c >= 0.0 && ab_c <= ac_c) return vec3(0.0, 0.0, 1.0);
    const float weight_b = ab_c * ac_a - ab_a * ac_c;
    if (weight_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0) {
        const float w = ac_a / (ac_a - ac_c);
        return vec3(1.0 - w, 0.0, w);
    }
    const float weight_a = ab_b * ac_c - ab_c * ac_b;
    const float from_b = ac_b - ab_b;
    const float from_c = ab_c - ac_c;
    if (weight_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0) {
        const float w = from_b / (from_b + from_c);
        return vec3(0.0, 1.0 - w, w);
    }
    return vec3(weight_a, weight_b, weight_c) / (weight_a + weight_b + weight_c);
}

// Parameters, 0 to 1, of the nearest points of segments a–b and c–d. For parallel segments the middle of the first, for a point
// its middle.
vec2 nearest_on_segments(vec3 a, vec3 b, vec3 c, vec3 d) {
    const vec3 u = b - a;
    const vec3 v = d - c;
    const vec3 r = a - c;
    const float uu = dot(u, u);
    const float vv = dot(v, v);
    const float uv = dot(u, v);
    const float ur = dot(u, r);
    const float vr = dot(v, r);
    const float across = uu * vv - uv * uv;
    float s = across > 1e-6 * uu * vv ? clamp((uv * vr - ur * vv) / across, 0.0, 1.0) : 0.5;
    float t = vv > 0.0 ? (uv * s + vr) / vv : 0.5;
    if (t < 0.0 || t > 1.0) {
        t = clamp(t, 0.0, 1.0);
        s = uu > 0.0 ? clamp((uv * t - ur) / uu, 0.0, 1.0) : 0.0;
    }
    return vec2(s, t);
}
