// A manifold solved as one block: the motion of two bodies at their contact points. Motions are displacements or velocities.
// Accordingly an impulse is multiplied by the length of the substep, or not.

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
// Those of points that are none are 0, and so is their λ.
vec3 normals[POINTS];
vec3 arms_a[POINTS];
vec3 arms_b[POINTS];
// How far each point is from being held, and what it was pushed by.
float open[POINTS];
float lambda[POINTS];

// Point i, if it is `there`.
void take(uint i, bool there, RigidContact contact) {
    normals[i] = there ? contact.normal : vec3(0.0);
    arms_a[i] = there ? contact.arm_a : vec3(0.0);
    arms_b[i] = there ? contact.arm_b : vec3(0.0);
    lambda[i] = there ? contact.lambda : 0.0;
}

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

// λ of the points so that none stays open below 0 and none pulls: projected Gauss-Seidel in the block, then one push. Unrolled,
// since drivers keep what an index picks in memory, and lavapipe walks once more through a loop than it has trips.
void press() {
    vec3 turns_a[POINTS];
    vec3 turns_b[POINTS];
    vec3 answers_a[POINTS];
    vec3 answers_b[POINTS];
    float row[POINTS][POINTS];
    float change[POINTS];
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        turns_a[i] = cross(arms_a[i], normals[i]);
        turns_b[i] = cross(arms_b[i], normals[i]);
        answers_a[i] = a.inverse * turns_a[i];
        answers_b[i] = b.inverse * turns_b[i];
        change[i] = 0.0;
        [[unroll]] for (uint j = 0; j <= i; ++j) {
            row[i][j] = dot(normals[i], normals[j]) * (a.w + b.w) + dot(turns_a[i], answers_a[j]) + dot(turns_b[i], answers_b[j]);
            row[j][i] = row[i][j];
        }
    }
    [[unroll]] for (uint sweep = 0; sweep < BLOCK_SWEEPS; ++sweep)
        [[unroll]] for (uint i = 0; i < POINTS; ++i) {
            float left = open[i];
            [[unroll]] for (uint j = 0; j < POINTS; ++j) left += row[i][j] * change[j];
            if (row[i][i] > 0.0) change[i] = max(change[i] - left / row[i][i], -lambda[i]);
        }
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        lambda[i] += change[i];
        a.linear += a.w * change[i] * normals[i];
        b.linear -= b.w * change[i] * normals[i];
        a.spun += change[i] * turns_a[i];
        b.spun -= change[i] * turns_b[i];
        a.angular += change[i] * answers_a[i];
        b.angular -= change[i] * answers_b[i];
    }
}
