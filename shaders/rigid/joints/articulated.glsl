// Trees of joints (docs/method.md §27) by articulated inertias. From the leaves to the root, each joint reduces the bodies below
// it into the inverse inertia of the upper body. From the root to the leaves, back-substitution gives each joint its λ. Needs
// "joint_equations.glsl" and buffers `equations` and `articulated`.

struct SpatialVector {
    vec3 linear;
    vec3 angular;
};

float spatial_dot(SpatialVector p, SpatialVector q) { return dot(p.linear, q.linear) + dot(p.angular, q.angular); }
SpatialVector add_scaled(SpatialVector m, float by, SpatialVector n) { return SpatialVector(m.linear + by * n.linear, m.angular + by * n.angular); }
SpatialVector on_a(JacobianRow l) { return SpatialVector(l.direction, l.angular_a); }
SpatialVector on_b(JacobianRow l) { return SpatialVector(-l.direction, -l.angular_b); }

// M⁻¹ p of an articulated body.
SpatialVector inverse_mass_product(ArticulatedInertia f, SpatialVector p) {
    return SpatialVector(f.along * p.linear + f.across * p.angular, p.linear * f.across + f.about * p.angular);
}

// Articulated inertia of a body so far.
ArticulatedInertia articulated_inertia(uint body, End end, bool fresh) {
    if (fresh) return ArticulatedInertia(mat3(end.w), mat3(0.0), end.inverse, vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
    return articulated[body];
}

// Factors L and D of the joint's matrix, and the response of the upper body to each equation.
float factor_l[MOST_EQUATIONS][MOST_EQUATIONS];
float pivot[MOST_EQUATIONS];
SpatialVector response[MOST_EQUATIONS];

// One row of the factorization L D Lᵀ. A redundant equation gets no pivot.
void factor(uint j, ArticulatedInertia at_a, ArticulatedInertia at_b, uint tree) {
    const SpatialVector a_moves = inverse_mass_product(at_a, on_a(jacobian[j]));
    const SpatialVector b_moves = inverse_mass_product(at_b, on_b(jacobian[j]));
    const float bare = row_inverse_mass(jacobian[j], jacobian[j]) + compliance[j];
    const float more = (tree & JOINT_HELD_TWICE) != 0 ? HELD_TWICE_COMPLIANCE * bare : 0.0;
    const float own = spatial_dot(on_a(jacobian[j]), a_moves) + spatial_dot(on_b(jacobian[j]), b_moves) + compliance[j] + more;
    pivot[j] = max(own, LEAST_INVERSE_MASS * bare);
    residual[j] = -residual[j] - spatial_dot(on_a(jacobian[j]), SpatialVector(at_a.linear, at_a.angular)) - spatial_dot(on_b(jacobian[j]), SpatialVector(at_b.linear, at_b.angular));
    response[j] = a_moves;
    if ((tree & JOINT_UPPER_B) != 0) response[j] = b_moves;
    for (uint k = 0; k < j; ++k) {
        float value = spatial_dot(on_a(jacobian[k]), a_moves) + spatial_dot(on_b(jacobian[k]), b_moves);
        for (uint i = 0; i < k; ++i) value -= factor_l[j][i] * factor_l[k][i] * pivot[i];
        factor_l[j][k] = pivot[k] > 0.0 ? value / pivot[k] : 0.0;
        pivot[j] -= factor_l[j][k] * factor_l[j][k] * pivot[k];
        residual[j] -= factor_l[j][k] * residual[k];
        response[j] = add_scaled(response[j], -factor_l[j][k], response[k]);
    }
    if (pivot[j] <= LEAST_PIVOT * bare) pivot[j] = 0.0;
}

// Rank-1 update of the upper body's inverse inertia by an equation.
void subtract_rank_one(inout ArticulatedInertia upper, SpatialVector r, float by, float change) {
    upper.along -= by * outerProduct(r.linear, r.linear);
    upper.across -= by * outerProduct(r.linear, r.angular);
    upper.about -= by * outerProduct(r.angular, r.angular);
    upper.linear += by * change * r.linear;
    upper.angular += by * change * r.angular;
}

// Reduces the lower body and the joint into the upper body.
void reduce(uint index, Joint joint, JointLoad load, uint count) {
    const bool upper_b = (joint.tree & JOINT_UPPER_B) != 0;
    const ArticulatedInertia at_a = articulated_inertia(joint.bodies.x, a, (joint.tree & JOINT_FIRST_A) != 0);
    const ArticulatedInertia at_b = articulated_inertia(joint.bodies.y, b, (joint.tree & JOINT_FIRST_B) != 0);
    ArticulatedInertia upper = at_a;
    if (upper_b) upper = at_b;
    if (count > 0) gather_equations(joint, load);
    for (uint j = 0; j < count; ++j) {
        factor(j, at_a, at_b, joint.tree);
        if (pivot[j] > 0.0) subtract_rank_one(upper, response[j], 1.0 / pivot[j], residual[j]);
    }
    for (uint back = 0; back < count; ++back) {
        const uint j = count - 1 - back;
        const float by = pivot[j] > 0.0 ? 1.0 / pivot[j] : 0.0;
        residual[j] *= by;
        response[j] = SpatialVector(by * response[j].linear, by * response[j].angular);
        for (uint k = j + 1; k < count; ++k) {
            const float factor_k = by > 0.0 ? factor_l[k][j] : 0.0;
            residual[j] -= factor_k * residual[k];
            response[j] = add_scaled(response[j], -factor_k, response[k]);
        }
        const JacobianRow l = jacobian[j];
        const JointEquation done = JointEquation(l.direction, l.angular_a, l.angular_b, residual[j], response[j].linear, response[j].angular, row_and_axis[j].x, row_and_axis[j].y);
        equations[MOST_EQUATIONS * index + j] = done;
    }
    if (upper_b ? moves(b) : moves(a)) articulated[upper_b ? joint.bodies.y : joint.bodies.x] = upper;
}

// Impulses of a joint's equations on both its bodies.
struct JointImpulse {
    SpatialVector on_a;
    SpatialVector on_b;
};

// The impulse of the joints above on the upper body.
SpatialVector impulse_above(Joint joint) {
    if ((joint.tree & JOINT_TOP) != 0) return SpatialVector(vec3(0.0), vec3(0.0));
    const uint upper = (joint.tree & JOINT_UPPER_B) != 0 ? joint.bodies.y : joint.bodies.x;
    return SpatialVector(articulated[upper].impulse, articulated[upper].angular_impulse);
}

// Change of λ of an equation once the impulses of the joints above are known.
float change_of(JointEquation e, SpatialVector above) {
    return e.delta_lambda - spatial_dot(SpatialVector(e.linear, e.angular), above);
}

void add_change(inout JointImpulse sum, JacobianRow l, float change) {
    sum.on_a = add_scaled(sum.on_a, change, on_a(l));
    sum.on_b = add_scaled(sum.on_b, change, on_b(l));
}

// Hands the impulses on the joint's bodies to the joints below.
void pass_impulses(Joint joint, SpatialVector above, JointImpulse sum) {
    const bool upper_b = (joint.tree & JOINT_UPPER_B) != 0;
    if (upper_b) sum.on_b = add_scaled(above, 1.0, sum.on_b);
    else sum.on_a = add_scaled(above, 1.0, sum.on_a);
    if (moves(a)) {
        articulated[joint.bodies.x].impulse = sum.on_a.linear;
        articulated[joint.bodies.x].angular_impulse = sum.on_a.angular;
    }
    if (moves(b)) {
        articulated[joint.bodies.y].impulse = sum.on_b.linear;
        articulated[joint.bodies.y].angular_impulse = sum.on_b.angular;
    }
}
