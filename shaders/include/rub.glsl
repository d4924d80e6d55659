// Friction of a manifold as a block. Needs "friction.glsl" and "block.glsl".

// Where friction of the whole manifold acts: at the middle of what presses.
struct Middle {
    float pressed;
    vec3 normal;
    vec3 arm_a;
    vec3 arm_b;
    // Of a twist about the normal: Σ λ times how far from the middle.
    float lever;
};

// Where nothing presses any more, the middle of all points.
Middle middle() {
    Middle m = Middle(0.0, vec3(0.0), vec3(0.0), vec3(0.0), 0.0);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) m.pressed += lambda[i];
    if (m.pressed <= LEAST_IMPULSE) m.pressed = 0.0;
    float all = 0.0;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const float weight = m.pressed > 0.0 ? lambda[i] : dot(normals[i], normals[i]);
        all += weight;
        m.normal += weight * normals[i];
        m.arm_a += weight * arms_a[i];
        m.arm_b += weight * arms_b[i];
    }
    if (all <= 0.0) return m;
    // The square of what all but presses not would be 0. In a groove normals may cancel.
    const vec3 mean = m.normal / all;
    m.normal = dot(mean, mean) > 1e-12 ? normalize(mean) : normals[0];
    m.arm_a /= all;
    m.arm_b /= all;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) m.lever += lambda[i] * length(arms_a[i] - m.arm_a);
    return m;
}

// Two directions in the manifold's plane and a twist about its normal, held within Coulomb's cone together with what they hold
// already. `limit`: a motion below which it all but rests; `slip`: what it slid and twisted before.
void rub(Coefficients pair, float limit, vec4 slip, inout vec3 tangent, inout float twist) {
    const Middle m = middle();
    if (m.pressed <= 0.0 && tangent == vec3(0.0) && twist == 0.0) return;
    const vec3 n = m.normal;
    const vec3 arm_a = m.arm_a;
    const vec3 arm_b = m.arm_b;
    const vec3 s = normalize(abs(n.x) > 0.6 ? vec3(n.y, -n.x, 0.0) : vec3(0.0, n.z, -n.y));
    const vec3 t = cross(n, s);
    const vec3 gone = relative(arm_a, arm_b) + slip.xyz;
    vec3 motion = vec3(dot(gone, s), dot(gone, t), 0.0);
    mat3 k = mat3(1.0);
    k[0][0] = coupling(s, arm_a, arm_b, s, arm_a, arm_b);
    k[1][1] = coupling(t, arm_a, arm_b, t, arm_a, arm_b);
    k[0][1] = k[1][0] = coupling(s, arm_a, arm_b, t, arm_a, arm_b);
    const vec3 twisted = (a.inverse + b.inverse) * n;
    if (dot(n, twisted) > 0.0) {
        motion.z = dot(n, a.angular - b.angular) + slip.w;
        k[2][2] = dot(n, twisted);
        k[0][2] = k[2][0] = dot(cross(arm_a, s), a.inverse * n) + dot(cross(arm_b, s), b.inverse * n);
        k[1][2] = k[2][1] = dot(cross(arm_a, t), a.inverse * n) + dot(cross(arm_b, t), b.inverse * n);
    }
    if (determinant(k) <= 0.0) return;
    const vec3 held = vec3(dot(tangent, s), dot(tangent, t), twist);
    vec3 wanted = held - inverse(k) * motion;
    const vec3 undone = k * wanted;
    if (length(undone.xy) < limit) pair = resting(pair);
    wanted.z = clamp(wanted.z, -pair.friction * m.lever, pair.friction * m.lever);
    // What the twist leaves.
    wanted.xy = held.xy - inverse(mat2(k)) * (motion.xy + (wanted.z - held.z) * k[2].xy);
    wanted.xy = friction(pair, vec3(wanted.xy, 0.0), m.pressed).xy;
    const vec3 across = wanted.x * s + wanted.y * t;
    push(across - (held.x * s + held.y * t), arm_a, arm_b);
    push_turn((wanted.z - held.z) * n, (wanted.z - held.z) * n);
    tangent = across;
    twist = wanted.z;
}

// What a manifold slid and twisted by now, as far as friction can take it back. Motions are velocities; `slip`: before.
vec4 slipped(Coefficients pair, float h, vec4 slip) {
    const Middle m = middle();
    // What does not press for a moment will again.
    if (m.pressed <= 0.0) return slip;
    const vec3 n = m.normal;
    vec3 gone = slip.xyz + h * relative(m.arm_a, m.arm_b);
    gone -= dot(gone, n) * n;
    const float l = length(gone);
    const vec3 u = l > 0.0 ? gone / l : vec3(0.0);
    const float most = max(pair.friction, pair.static_friction) * m.pressed * coupling(u, m.arm_a, m.arm_b, u, m.arm_a, m.arm_b);
    const float most_twist = pair.friction * m.lever * dot(n, (a.inverse + b.inverse) * n);
    const float twisted = slip.w + h * dot(n, a.angular - b.angular);
    return vec4(min(l, most) * u, clamp(twisted, -most_twist, most_twist));
}
