// The rows of a joint as equations. Needs "joint.glsl" and buffers `frame`, `rows` and `lambdas`: λ of each axis of an equality; of
// a limit or drive λ, 1 where the tree solves it, and the side of the limit, 1 or −1.

// A limit or drive, along one axis.
struct RowEquation {
    JacobianRow l;
    float inverse_mass;
    // C + α̃ λ, and its α̃.
    float residual;
    float compliance;
    // 1 at the upper bound of a limit, −1 at the lower one, 0 for a drive.
    float side;
    bool is_active;
    // How far it is beyond a limit, m or rad.
    float excess;
};

RowEquation row_equation(Joint joint, uint k, float stage_time) {
    RowEquation e;
    const JointRow row = rows[k];
    const bool single = bitCount(row.axes) == 1;
    const bool drives = is(row, JOINT_DRIVE);
    const float lambda = lambdas[k].x;
    const JointFrames stage = joint_frames(joint, stage_time);
    const vec3 end = joint_coordinates(row, joint_frames(joint, 1.0));
    const vec3 start = joint_coordinates(row, joint_frames(joint, 0.0));
    vec3 axis = axes_of(row);
    const float now = single ? dot(axis, end) : length(end);
    e.is_active = true;
    if (!single) {
        axis = joint_coordinates(row, stage);
        if (length(axis) < 1e-6) axis = end;
        e.is_active = length(axis) >= 1e-6;
        axis = e.is_active ? normalize(axis) : vec3(0.0);
    }
    e.excess = drives ? 0.0 : max(now - row.high, row.low - now);
    const bool nearer_high = lambda == 0.0 && now - row.high > row.low - now;
    const bool above = now > row.high || lambda < 0.0 || nearer_high;
    e.side = drives ? 0.0 : (above ? 1.0 : -1.0);
    e.l = jacobian_row(row, stage, axis);
    e.inverse_mass = row_inverse_mass(e.l, e.l);
    e.is_active = e.is_active && e.inverse_mass > 0.0 && (drives || e.excess > -LIMIT_MARGIN || lambda != 0.0);
    const float rest = drives ? nearest_angle(row, row.low, now) : (above ? row.high : row.low);
    const float before = nearest_angle(row, single ? dot(axes_of(row), start) : length(start), now);
    const vec2 by = e.is_active ? spring(row, rest, before, e.side, 1.0 / e.inverse_mass) : vec2(0.0);
    e.residual = now - by.y + by.x * lambda;
    e.compliance = by.x;
    if (!e.is_active) {
        e.l = JacobianRow(vec3(0.0), vec3(0.0), vec3(0.0));
        e.residual = 0.0;
    }
    return e;
}

// The least and the largest λ of a limit or drive.
vec2 bounds_of(uint k) {
    const float most = rows[k].max_force * frame[0].h * frame[0].h;
    const float side = lambdas[k].z;
    return vec2(side < 0.0 ? 0.0 : -most, side > 0.0 ? 0.0 : most);
}

bool is_in_tree(uint k) { return !is(rows[k], JOINT_EQUAL) && lambdas[k].y != 0.0; }

// Of each equation: its Jacobian, C + α̃ λ, its α̃, and its row and axis.
JacobianRow jacobian[MOST_EQUATIONS];
float residual[MOST_EQUATIONS];
float compliance[MOST_EQUATIONS];
uvec2 row_and_axis[MOST_EQUATIONS];

// Gathers the equations of a joint's equality rows, then of its limits and drives.
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
            const vec2 by = spring(row, rest, nearest_angle(row, before[axis], now[axis]), 0.0, 0.0);
            residual[count] = now[axis] - by.y + by.x * lambdas[k][axis];
            compliance[count] = by.x;
            row_and_axis[count] = uvec2(k, axis);
            ++count;
        }
    }
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) {
        if (!is_in_tree(k)) continue;
        // Held rows have moved the bodies since this one was chosen; one that does nothing any more is zero.
        const RowEquation e = row_equation(joint, k, load.stage_time);
        jacobian[count] = e.l;
        residual[count] = e.residual;
        compliance[count] = e.compliance;
        row_and_axis[count] = uvec2(k, 0);
        ++count;
    }
}
