// A manifold solved as one block: the motion of two bodies at their contact points. Motions are displacements or velocities.
// Accordingly an impulse is multiplied by the length of the substep, or not.

struct End {
    float w;
    mat3 inverse;
    vec3 linear;
    vec3 angular;
    // What the angular part was pushed by.
    vec3 angular_impulse;
};

End a;
End b;
// Those of points that are none are 0, and so is their λ.
vec3 normals[POINTS];
vec3 arms_a[POINTS];
vec3 arms_b[POINTS];
// How far each point is from being held, and what it was pushed by.
float separation[POINTS];
float lambda[POINTS];

// Point i, if it is `there`.
void load_point(uint i, bool there, RigidContact contact) {
    normals[i] = there ? contact.normal : vec3(0.0);
    arms_a[i] = there ? contact.arm_a : vec3(0.0);
    arms_b[i] = there ? contact.arm_b : vec3(0.0);
    lambda[i] = there ? contact.lambda : 0.0;
}

// Of the point of a against that of b.
vec3 relative(vec3 arm_a, vec3 arm_b) {
    return a.linear + cross(a.angular, arm_a) - b.linear - cross(b.angular, arm_b);
}

void apply_angular_impulse(vec3 on_a, vec3 on_b) {
    a.angular_impulse += on_a;
    a.angular += a.inverse * on_a;
    b.angular_impulse -= on_b;
    b.angular -= b.inverse * on_b;
}

void push(vec3 p, vec3 arm_a, vec3 arm_b) {
    a.linear += a.w * p;
    b.linear -= b.w * p;
    apply_angular_impulse(cross(arm_a, p), cross(arm_b, p));
}

// How a push along `q` at its arms moves the points along `p` at theirs.
float point_inverse_mass(vec3 p, vec3 p_a, vec3 p_b, vec3 q, vec3 q_a, vec3 q_b) {
    return dot(p, q) * (a.w + b.w) + dot(cross(p_a, p), a.inverse * cross(q_a, q)) + dot(cross(p_b, p), b.inverse * cross(q_b, q));
}

// λ of the points so that none stays separation below 0 and none pulls: projected Gauss-Seidel in the block, then one push. Unrolled,
// since drivers keep what an index picks in memory, and lavapipe walks once more through a loop than it has trips.
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
