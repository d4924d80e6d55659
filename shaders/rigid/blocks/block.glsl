// A manifold solved as one block: two bodies and their contact points. Motions are displacements or velocities. An impulse is
// multiplied by the length of the substep for displacements.

struct End {
    float w;
    mat3 inverse;
    vec3 linear;
    vec3 angular;
    // Sum of angular impulses.
    vec3 angular_impulse;
};

// Whether impulses change its motion. Bodies that do not move may be in several pairs of a colour, so they are only read.
bool moves(End end) { return end.w != 0.0 || end.inverse != mat3(0.0); }

End a;
End b;
// Unused points have zero normals and λ.
vec3 normals[POINTS];
vec3 arms_a[POINTS];
vec3 arms_b[POINTS];
// Residual of each point, and its λ.
float separation[POINTS];
float lambda[POINTS];

// Loads point i, if it exists.
void load_point(uint i, bool exists, RigidContact contact) {
    normals[i] = exists ? contact.normal : vec3(0.0);
    arms_a[i] = exists ? contact.arm_a : vec3(0.0);
    arms_b[i] = exists ? contact.arm_b : vec3(0.0);
    lambda[i] = exists ? contact.lambda : 0.0;
}

// Relative motion of two points, that of a minus that of b.
vec3 relative(vec3 arm_a, vec3 arm_b) {
    return a.linear + cross(a.angular, arm_a) - b.linear - cross(b.angular, arm_b);
}

void apply_angular_impulse(vec3 on_a, vec3 on_b) {
    a.angular_impulse += on_a;
    a.angular += a.inverse * on_a;
    b.angular_impulse -= on_b;
    b.angular -= b.inverse * on_b;
}

void apply_impulse(vec3 p, vec3 arm_a, vec3 arm_b) {
    a.linear += a.w * p;
    b.linear -= b.w * p;
    apply_angular_impulse(cross(arm_a, p), cross(arm_b, p));
}

// Effect along `p` of a unit impulse along `q`, each at its arms: p J M⁻¹ Jᵀ q.
float point_inverse_mass(vec3 p, vec3 p_a, vec3 p_b, vec3 q, vec3 q_a, vec3 q_b) {
    return dot(p, q) * (a.w + b.w) + dot(cross(p_a, p), a.inverse * cross(q_a, q)) + dot(cross(p_b, p), b.inverse * cross(q_b, q));
}

// Normal impulses of all points by projected Gauss–Seidel, applied at once: no separation below 0, no λ below 0. Unrolled, since
// drivers keep arrays with a variable index in memory. lavapipe also makes one trip more through a loop than it has.
void solve_normals() {
    vec3 angular_a[POINTS];
    vec3 angular_b[POINTS];
    vec3 responses_a[POINTS];
    vec3 responses_b[POINTS];
    float row[POINTS][POINTS];
    float change[POINTS];
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        angular_a[i] = cross(arms_a[i], normals[i]);
        angular_b[i] = cross(arms_b[i], normals[i]);
        responses_a[i] = a.inverse * angular_a[i];
        responses_b[i] = b.inverse * angular_b[i];
        change[i] = 0.0;
        [[unroll]] for (uint j = 0; j <= i; ++j) {
            row[i][j] = dot(normals[i], normals[j]) * (a.w + b.w) + dot(angular_a[i], responses_a[j]) + dot(angular_b[i], responses_b[j]);
            row[j][i] = row[i][j];
        }
    }
    [[unroll]] for (uint sweep = 0; sweep < BLOCK_SWEEPS; ++sweep)
        [[unroll]] for (uint i = 0; i < POINTS; ++i) {
            float residual = separation[i];
            [[unroll]] for (uint j = 0; j < POINTS; ++j) residual += row[i][j] * change[j];
            if (row[i][i] > 0.0) change[i] = max(change[i] - residual / row[i][i], -lambda[i]);
        }
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        lambda[i] += change[i];
        a.linear += a.w * change[i] * normals[i];
        b.linear -= b.w * change[i] * normals[i];
        a.angular_impulse += change[i] * angular_a[i];
        b.angular_impulse -= change[i] * angular_b[i];
        a.angular += change[i] * responses_a[i];
        b.angular -= change[i] * responses_b[i];
    }
}
