// How the rows of a joint take part in the solve of its tree: which limits and drives do, and where their λ are held. Needs
// "articulated.glsl" and buffers `joints`, `loads` and `rigids`.

bool asleep(Joint joint) { return sleeps(rigids[joint.bodies.x]) || sleeps(rigids[joint.bodies.y]); }

// Number of equations of a joint, 0 where it sleeps or is broken.
uint count_of(Joint joint, JointLoad load) {
    if (asleep(joint) || load.broken != 0) return 0;
    uint count = joint.equations;
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) count += uint(is_in_tree(k));
    return count;
}

void begin(Joint joint, inout JointLoad load) {
    // Forces keep their directions of the substep's start, which keeps energy, unless they are so large that they would
    // oscillate.
    const float force = length(load.substep_force);
    load.stage_time = min(1.0, 2.0 * max(turning(a, joint.offset_a, force), turning(b, joint.offset_b, force)));
    load.substep_force = vec3(0.0);
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) lambdas[k] = vec3(0.0);
}

// Changes λ of a limit or drive by this much.
void change_row(uint k, JacobianRow l, float change, inout JointLoad load) {
    apply_row_impulse(l, change, load);
    lambdas[k].x += change;
}

// Decides which limits and drives the tree solves with the equality rows, and solves those alone that are beyond the number of
// equations. Returns whether the tree solves some.
bool choose_rows_of(Joint joint, inout JointLoad load) {
    uint count = joint.equations;
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) {
        if (is(rows[k], JOINT_EQUAL)) continue;
        const RowEquation e = row_equation(joint, k, load.stage_time);
        const bool fits = e.is_active && count < MOST_EQUATIONS;
        lambdas[k].y = fits ? 1.0 : 0.0;
        lambdas[k].z = e.side;
        if (fits) ++count;
        if (fits || !e.is_active) continue;
        const vec2 bounds = bounds_of(k);
        const float lambda = clamp(lambdas[k].x - e.residual / (e.inverse_mass + e.compliance), bounds.x, bounds.y);
        change_row(k, e.l, lambda - lambdas[k].x, load);
    }
    return count > joint.equations;
}

// Finds the limits and drives whose λ would leave its bounds: each is brought there and solved no more. Returns whether there are any.
bool hold_rows(uint index) {
    const Joint joint = joints[index];
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    const uint count = count_of(joint, load);
    const SpatialVector above = impulse_above(joint);
    JointImpulse sum = JointImpulse(SpatialVector(vec3(0.0), vec3(0.0)), SpatialVector(vec3(0.0), vec3(0.0)));
    bool any = false;
    for (uint j = 0; j < count; ++j) {
        const JointEquation e = equations[MOST_EQUATIONS * index + j];
        const JacobianRow l = JacobianRow(e.direction, e.angular_a, e.angular_b);
        const float change = change_of(e, above);
        add_change(sum, l, change);
        if (!is_in_tree(e.row)) continue;
        const vec2 bounds = bounds_of(e.row);
        const float lambda = lambdas[e.row].x;
        const float held = clamp(lambda + change, bounds.x, bounds.y);
        if (held == lambda + change) continue;
        change_row(e.row, l, held - lambda, load);
        lambdas[e.row].y = 0.0;
        any = true;
    }
    pass_impulses(joint, above, sum);
    store(joint.bodies.x, a);
    store(joint.bodies.y, b);
    loads[index] = load;
    return any;
}

void back_substitute(uint index, Joint joint, inout JointLoad load, uint count) {
    const SpatialVector above = impulse_above(joint);
    JointImpulse sum = JointImpulse(SpatialVector(vec3(0.0), vec3(0.0)), SpatialVector(vec3(0.0), vec3(0.0)));
    for (uint j = 0; j < count; ++j) {
        const JointEquation e = equations[MOST_EQUATIONS * index + j];
        const JacobianRow l = JacobianRow(e.direction, e.angular_a, e.angular_b);
        float change = change_of(e, above);
        if (is_in_tree(e.row)) {
            const vec2 bounds = bounds_of(e.row);
            change = clamp(lambdas[e.row].x + change, bounds.x, bounds.y) - lambdas[e.row].x;
        }
        apply_row_impulse(l, change, load);
        lambdas[e.row][e.axis] += change;
        add_change(sum, l, change);
    }
    pass_impulses(joint, above, sum);
    store(joint.bodies.x, a);
    store(joint.bodies.y, b);
}
