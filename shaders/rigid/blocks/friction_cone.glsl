// Friction of a manifold solved as one block. Needs "friction.glsl" and "block.glsl".

// Where friction of the whole manifold acts: at the mean of its points, weighted by normal impulses.
struct FrictionCenter {
    float normal_impulse;
    vec3 normal;
    vec3 arm_a;
    vec3 arm_b;
    // Lever of a twist about the normal: Σ λ times the distance from the centre.
    float twist_arm;
};

// Without normal impulses, the mean of all points.
FrictionCenter friction_center() {
    FrictionCenter m = FrictionCenter(0.0, vec3(0.0), vec3(0.0), vec3(0.0), 0.0);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) m.normal_impulse += lambda[i];
    if (m.normal_impulse <= LEAST_IMPULSE) m.normal_impulse = 0.0;
    float all = 0.0;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const float weight = m.normal_impulse > 0.0 ? lambda[i] : dot(normals[i], normals[i]);
        all += weight;
        m.normal += weight * normals[i];
        m.arm_a += weight * arms_a[i];
        m.arm_b += weight * arms_b[i];
    }
    if (all <= 0.0) return m;
    // The square of a tiny sum would be 0. In a groove normals may cancel.
    const vec3 mean = m.normal / all;
    m.normal = dot(mean, mean) > 1e-12 ? normalize(mean) : normals[0];
    m.arm_a /= all;
    m.arm_b /= all;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) m.twist_arm += lambda[i] * length(arms_a[i] - m.arm_a);
    return m;
}

// Two tangential directions and a twist about the normal, clamped to Coulomb's cone together with the impulses so far. `limit`:
// below this motion static friction holds; `slip`: accumulated slip and twist.
void solve_friction(Coefficients pair, float limit, vec4 slip, inout vec3 tangent, inout float twist) {
    const FrictionCenter m = friction_center();
    if (m.normal_impulse <= 0.0 && tangent == vec3(0.0) && twist == 0.0) return;
    const vec3 n = m.normal;
    const vec3 arm_a = m.arm_a;
    const vec3 arm_b = m.arm_b;
    const vec3 s = normalize(abs(n.x) > 0.6 ? vec3(n.y, -n.x, 0.0) : vec3(0.0, n.z, -n.y));
    const vec3 t = cross(n, s);
    const vec3 slid = relative(arm_a, arm_b) + slip.xyz;
    vec3 motion = vec3(dot(slid, s), dot(slid, t), 0.0);
    mat3 k = mat3(1.0);
    k[0][0] = point_inverse_mass(s, arm_a, arm_b, s, arm_a, arm_b);
    k[1][1] = point_inverse_mass(t, arm_a, arm_b, t, arm_a, arm_b);
    k[0][1] = k[1][0] = point_inverse_mass(s, arm_a, arm_b, t, arm_a, arm_b);
    const vec3 twisted = (a.inverse + b.inverse) * n;
    if (dot(n, twisted) > 0.0) {
        motion.z = dot(n, a.angular - b.angular) + slip.w;
        k[2][2] = dot(n, twisted);
        k[0][2] = k[2][0] = dot(cross(arm_a, s), a.inverse * n) + dot(cross(arm_b, s), b.inverse * n);
        k[1][2] = k[2][1] = dot(cross(arm_a, t), a.inverse * n) + dot(cross(arm_b, t), b.inverse * n);
    }
    if (determinant(k) <= 0.0) return;
    const vec3 previous = vec3(dot(tangent, s), dot(tangent, t), twist);
    vec3 target = previous - inverse(k) * motion;
    const vec3 rate = k * target;
    if (length(rate.xy) < limit) pair = resting(pair);
    target.z = clamp(target.z, -pair.friction * m.twist_arm, pair.friction * m.twist_arm);
    // The tangential impulse after the clamped twist.
    target.xy = previous.xy - inverse(mat2(k)) * (motion.xy + (target.z - previous.z) * k[2].xy);
    target.xy = friction(pair, vec3(target.xy, 0.0), m.normal_impulse).xy;
    const vec3 across = target.x * s + target.y * t;
    apply_impulse(across - (previous.x * s + previous.y * t), arm_a, arm_b);
    apply_angular_impulse((target.z - previous.z) * n, (target.z - previous.z) * n);
    tangent = across;
    twist = target.z;
}

// Accumulated slip and twist, clamped to what friction can restore. Motions are velocities; `slip`: before.
vec4 accumulated_slip(Coefficients pair, float h, vec4 slip) {
    const FrictionCenter m = friction_center();
    // A contact without normal impulse may get one again.
    if (m.normal_impulse <= 0.0) return slip;
    const vec3 n = m.normal;
    vec3 slid = slip.xyz + h * relative(m.arm_a, m.arm_b);
    slid -= dot(slid, n) * n;
    const float l = length(slid);
    const vec3 u = l > 0.0 ? slid / l : vec3(0.0);
    const float most = max(pair.friction, pair.static_friction) * m.normal_impulse * point_inverse_mass(u, m.arm_a, m.arm_b, u, m.arm_a, m.arm_b);
    const float most_twist = pair.friction * m.twist_arm * dot(n, (a.inverse + b.inverse) * n);
    const float twisted = slip.w + h * dot(n, a.angular - b.angular);
    return vec4(min(l, most) * u, clamp(twisted, -most_twist, most_twist));
}
