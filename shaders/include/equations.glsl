// What a joint holds at one value, as equations. Needs "joint.glsl" and buffers `frame`, `rows` and `lambdas`.

// C + α̃ λ of each, its α̃, and the row and axis that it is of.
Lever levers[MOST_EQUATIONS];
float left[MOST_EQUATIONS];
float soft[MOST_EQUATIONS];
uvec2 places[MOST_EQUATIONS];

// Rows that hold their numbers.
void gather(Joint joint, JointLoad load) {
    const Stance start = stance(joint, 0.0);
    const Stance end = stance(joint, 1.0);
    const Stance way = stance(joint, load.late);
    uint count = 0;
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) {
        const JointRow row = rows[k];
        if (!is(row, JOINT_EQUAL)) continue;
        const vec3 now = spread(row, end);
        const vec3 before = spread(row, start);
        for (uint axis = 0; axis < 3; ++axis) {
            if ((row.axes >> axis & 1) == 0) continue;
            levers[count] = lever(row, way, vec3(axis == 0, axis == 1, axis == 2));
            const float rest = beside(row, row.low, now[axis]);
            const vec2 by = spring(row, rest, beside(row, before[axis], now[axis]), 0.0);
            left[count] = now[axis] - by.y + by.x * lambdas[k][axis];
            soft[count] = by.x;
            places[count] = uvec2(k, axis);
            ++count;
        }
    }
}
