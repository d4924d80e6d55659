// The dihedral angle of triangles (a, b, c) and (b, a, d), 0 when flat, and its gradients.
// For a triangle without area, the angle and the gradients are 0.
// It uses atan2 instead of the acos of [MHHR07, app. A], which has no gradient when flat and no sign.

struct Bend {
    float angle;
    vec3 gradient[4];
};

Bend bend(vec3 a, vec3 b, vec3 c, vec3 d) {
    Bend bend;
    const vec3 e = b - a;
    const vec3 n = cross(e, c - a);
    const vec3 m = cross(d - a, e);
    const float e2 = dot(e, e);
    const float n2 = dot(n, n);
    const float m2 = dot(m, m);
    bend.angle = 0.0;
    for (uint k = 0; k < 4; ++k) bend.gradient[k] = vec3(0.0);
    if (!(min(n2, m2) > 1e-12 * e2 * e2)) return bend;
    const float length_e = sqrt(e2);
    bend.angle = atan(dot(cross(n, m), e) / length_e, dot(n, m));
    const vec3 gc = -length_e / n2 * n;
    const vec3 gd = -length_e / m2 * m;
    const float tc = dot(c - a, e) / e2;
    const float td = dot(d - a, e) / e2;
    bend.gradient[1] = -tc * gc - td * gd;
    bend.gradient[2] = gc;
    bend.gradient[3] = gd;
    bend.gradient[0] = -(bend.gradient[1] + gc + gd);
    return bend;
}
