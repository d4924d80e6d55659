// Rotations and inertia of rigid bodies. Needs "math.glsl".

vec4 quaternion_product(vec4 a, vec4 b) {
    return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// Change of a quaternion by a rotation vector: (exp(turn/2) − 1) q. The series has the digits that drivers' sines lack.
vec4 rotation_increment(vec3 turn, vec4 q) {
    const float angle2 = dot(turn, turn);
    vec4 by;
    if (angle2 < 1.0) {
        const float sine = 0.5 - angle2 * (1.0 / 48.0 - angle2 * (1.0 / 3840.0 - angle2 / 645120.0));
        by = vec4(sine * turn, -angle2 * (1.0 / 8.0 - angle2 * (1.0 / 384.0 - angle2 / 46080.0)));
    } else {
        const float angle = sqrt(angle2);
        by = vec4(sin(0.5 * angle) / angle * turn, cos(0.5 * angle) - 1.0);
    }
    return quaternion_product(by, q);
}

// q rotated further by a rotation vector: the exponential map.
vec4 rotated(vec3 turn, vec4 q) { return normalize(q + rotation_increment(turn, q)); }

// The shortest rotation vector from one rotation to another.
vec3 rotation_between(vec4 from, vec4 to) {
    vec4 q = quaternion_product(to, vec4(-from.xyz, from.w));
    if (q.w < 0.0) q = -q;
    const float sine = length(q.xyz);
    return (sine > 1e-4 ? 2.0 * atan(sine, q.w) / sine : 2.0) * q.xyz;
}

// A tensor with this diagonal in the frame of q, in world axes.
mat3 in_world(vec4 q, vec3 diagonal) {
    const vec3 x = rotate(q, vec3(1.0, 0.0, 0.0));
    const vec3 y = rotate(q, vec3(0.0, 1.0, 0.0));
    const vec3 z = rotate(q, vec3(0.0, 0.0, 1.0));
    return outerProduct(x, diagonal.x * x) + outerProduct(y, diagonal.y * y) + outerProduct(z, diagonal.z * z);
}

bool is_free(Rigid body) { return body.inverse_mass > 0.0 || body.inverse_inertia != vec3(0.0); }

bool sleeps(Rigid body) { return body.activity == RIGID_SLEEPS; }

// ω of an angular momentum. A body without inverse inertia stores ω as its momentum.
vec3 spin(Rigid body, vec4 q, vec3 momentum) {
    if (body.inverse_inertia == vec3(0.0)) return momentum;
    return rotate(q, body.inverse_inertia * unrotate(q, momentum));
}
