// A manifold as a block: what two bodies do to each other at the points where they meet. Motions are displacements or
// velocities, and what is pushed is an impulse times the substep's length or an impulse. Needs "friction.glsl".
#define SWEEPS 8

struct End {
    float w;
    mat3 inverse;
    vec3 linear;
    vec3 angular;
    // What the angular part was pushed by.
    vec3 spun;
};

End a;
End b;
vec3 normals[POINTS];
vec3 arms_a[POINTS];
vec3 arms_b[POINTS];
// How far each point is from being held, and what it was pushed by.
float open[POINTS];
float lambda[POINTS];

// Of the point of a against that of b.
vec3 relative(vec3 arm_a, vec3 arm_b) {
    return a.linear + cross(a.angular, arm_a) - b.linear - cross(b.angular, arm_b);
}

void push_turn(vec3 on_a, vec3 on_b) {
    a.spun += on_a;
    a.angular += a.inverse * on_a;
    b.spun -= on_b;
    b.angular -= b.inverse * on_b;
}

void push(vec3 p, vec3 arm_a, vec3 arm_b) {
    a.linear += a.w * p;
    b.linear -= b.w * p;
    push_turn(cross(arm_a, p), cross(arm_b, p));
}

// How a push along `q` at its arms moves the points along `p` at theirs.
float coupling(vec3 p, vec3 p_a, vec3 p_b, vec3 q, vec3 q_a, vec3 q_b) {
    return dot(p, q) * (a.w + b.w) + dot(cross(p_a, p), a.inverse * cross(q_a, q)) + dot(cross(p_b, p), b.inverse * cross(q_b, q));
}

// λ of the points so that none stays open below 0 and none pulls: projected Gauss-Seidel in the block, then one push.
void press(uint points) {
    mat4 row = mat4(0.0);
    vec4 change = vec4(0.0);
    for (uint i = 0; i < points; ++i)
        for (uint j = 0; j <= i; ++j) {
            row[i][j] = coupling(normals[i], arms_a[i], arms_b[i], normals[j], arms_a[j], arms_b[j]);
            row[j][i] = row[i][j];
        }
    for (uint sweep = 0; sweep < SWEEPS; ++sweep)
        for (uint i = 0; i < points; ++i) {
            const float left = open[i] + dot(row[i], change);
            if (row[i][i] > 0.0) change[i] = max(change[i] - left / row[i][i], -lambda[i]);
        }
    for (uint i = 0; i < points; ++i) {
        lambda[i] += change[i];
        push(change[i] * normals[i], arms_a[i], arms_b[i]);
    }
}

// Where friction of the whole manifold acts: at the middle of what presses.
struct Middle {
    float pressed;
    vec3 normal;
    vec3 arm_a;
    vec3 arm_b;
    // Of a twist about the normal: Σ λ times how far from the middle.
    float lever;
};

Middle middle(uint points) {
    Middle m = Middle(0.0, vec3(0.0), vec3(0.0), vec3(0.0), 0.0);
    for (uint i = 0; i < points; ++i) {
        m.pressed += lambda[i];
        m.normal += lambda[i] * normals[i];
        m.arm_a += lambda[i] * arms_a[i];
        m.arm_b += lambda[i] * arms_b[i];
    }
    if (m.pressed <= 0.0) return m;
    m.normal = normalize(m.normal);
    m.arm_a /= m.pressed;
    m.arm_b /= m.pressed;
    for (uint i = 0; i < points; ++i) m.lever += lambda[i] * length(arms_a[i] - m.arm_a);
    return m;
}

// Two directions in the manifold's plane and a twist about its normal, held within Coulomb's cone together with what they hold
// already. `limit`: a motion below which it all but rests; `slip`: what it slid and twisted before.
void rub(uint points, Coefficients pair, float limit, vec4 slip, inout vec3 tangent, inout float twist) {
    const Middle m = middle(points);
    if (m.pressed <= 0.0) return;
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
vec4 slipped(uint points, Coefficients pair, float h, vec4 slip) {
    const Middle m = middle(points);
    if (m.pressed <= 0.0) return vec4(0.0);
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
