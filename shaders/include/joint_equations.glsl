// The equality rows of a joint as equations. Needs "joint.glsl" and buffers `frame`, `rows` and `lambdas`.

// Of each equation: its Jacobian, C + α̃ λ, its α̃, and its row and axis.
JacobianRow jacobian[MOST_EQUATIONS];
float residual[MOST_EQUATIONS];
float compliance[MOST_EQUATIONS];
uvec2 row_and_axis[MOST_EQUATIONS];

// Gathers the equations of a joint's equality rows.
void gather_equations(Joint joint, JointLoad load) {
    const JointFrames start = joint_frames(joint, 0.0);
    const JointFrames end = joint_frames(joint, 1.0);
    const JointFrames stage = joint_frames(joint, load.stage_time);
    uint count = 0;
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) {
        const JointRow row = rows[k];
        if (!is(row, JOINT_EQUAL)) continue;
        const vec3 now = joint_coordinates(row, end);
        const vec3 before = joint_coordinates(row, start);
        for (uint axis = 0; axis < 3; ++axis) {
            if ((row.axes >> axis & 1) == 0) continue;
            jacobian[count] = jacobian_row(row, stage, vec3(axis == 0, axis == 1, axis == 2));
            const float rest = nearest_angle(row, row.low, now[axis]);
            const vec2 by = spring(row, rest, nearest_angle(row, before[axis], now[axis]), 0.0);
            residual[count] = now[axis] - by.y + by.x * lambdas[k][axis];
            compliance[count] = by.x;
            row_and_axis[count] = uvec2(k, axis);
            ++count;
        }
    }
}
