#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: holds and drives rigid bodies at their joints, colour by colour. What gives way alone comes first, then all that
// is held at one value, as a block.
layout(push_constant, scalar) uniform Params { JointParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Joints { Joint joints[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Rows { JointRow rows[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ColorStarts { uint color_starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 5, scalar) coherent buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 6, scalar) buffer Lambdas { vec3 lambdas[]; };
layout(set = 0, binding = 7, scalar) buffer Loads { JointLoad loads[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Rigids { Rigid rigids[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "ends.glsl"
#include "joint.glsl"

// The equations of a block: C + α̃ λ of each, its α̃, and the row and axis that it is of.
Lever levers[MOST_EQUATIONS];
float left[MOST_EQUATIONS];
float soft[MOST_EQUATIONS];
uvec2 places[MOST_EQUATIONS];

// By LDLᵀ; what others hold already is left to them.
void hold(uint count, inout JointLoad load) {
    float m[MOST_EQUATIONS][MOST_EQUATIONS];
    float pivot[MOST_EQUATIONS];
    float x[MOST_EQUATIONS];
    for (uint j = 0; j < count; ++j) {
        const float own = coupled(levers[j], levers[j]) + soft[j];
        pivot[j] = own;
        x[j] = -left[j];
        for (uint k = 0; k < j; ++k) {
            float sum = coupled(levers[j], levers[k]);
            for (uint i = 0; i < k; ++i) sum -= m[j][i] * m[k][i] * pivot[i];
            m[j][k] = pivot[k] > 0.0 ? sum / pivot[k] : 0.0;
            pivot[j] -= m[j][k] * m[j][k] * pivot[k];
            x[j] -= m[j][k] * x[k];
        }
        if (pivot[j] <= 1e-6 * own) pivot[j] = 0.0;
    }
    for (uint back = 0; back < count; ++back) {
        const uint j = count - 1 - back;
        x[j] = pivot[j] > 0.0 ? x[j] / pivot[j] : 0.0;
        for (uint k = j + 1; k < count; ++k) x[j] -= pivot[j] > 0.0 ? m[k][j] * x[k] : 0.0;
        shove(levers[j], x[j], load);
        lambdas[places[j].x][places[j].y] += x[j];
    }
}

// Rows that hold their numbers.
void hold_rows(Joint joint, inout JointLoad load) {
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
            if ((row.axes >> axis & 1) == 0 || count == MOST_EQUATIONS) continue;
            levers[count] = lever(row, way, vec3(axis == 0, axis == 1, axis == 2));
            const float rest = beside(row, row.low, now[axis]);
            const vec2 by = spring(row, rest, beside(row, before[axis], now[axis]), 0.0);
            left[count] = now[axis] - by.y + by.x * lambdas[k][axis];
            soft[count] = by.x;
            places[count] = uvec2(k, axis);
            ++count;
        }
    }
    hold(count, load);
}

// A row that bounds a number or drives it.
void push_row(Joint joint, uint k, inout JointLoad load) {
    const JointRow row = rows[k];
    const bool single = bitCount(row.axes) == 1;
    const Stance way = stance(joint, load.late);
    vec3 axis = axes_of(row);
    const vec3 end = spread(row, stance(joint, 1.0));
    const vec3 start = spread(row, stance(joint, 0.0));
    const float now = single ? dot(axis, end) : length(end);
    if (!single) {
        axis = spread(row, way);
        if (length(axis) < 1e-6) axis = end;
        if (length(axis) < 1e-6) return;
        axis = normalize(axis);
    }
    const Lever l = lever(row, way, axis);
    const float loose = coupled(l, l);
    const float held = lambdas[k].x;
    const bool drives = is(row, JOINT_DRIVE);
    const bool above = now > row.high || held < 0.0;
    if (loose <= 0.0 || !(drives || above || now < row.low || held > 0.0)) return;
    const float rest = drives ? beside(row, row.low, now) : (above ? row.high : row.low);
    const float before = beside(row, single ? dot(axes_of(row), start) : length(start), now);
    const vec2 by = spring(row, rest, before, 1.0 / loose);
    const float most = row.most * frame[0].h * frame[0].h;
    float next = held - (now - by.y + by.x * held) / (loose + by.x);
    next = clamp(next, drives || above ? -most : 0.0, drives || !above ? most : 0.0);
    shove(l, next - held, load);
    lambdas[k].x = next;
}

void solve(uint index) {
    const Joint joint = joints[index];
    if (rigids[joint.bodies.x].asleep + rigids[joint.bodies.y].asleep != 0) return;
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    if ((params.flags & JOINTS_FIRST) != 0) load.force = load.torque = vec3(0.0);
    if ((params.flags & JOINTS_BEGIN) != 0) {
        // Forces go along the substep's start, which keeps energy, unless they are so large that they would swing.
        const float pull = length(load.pull);
        load.late = min(1.0, 2.0 * max(turning(a, joint.offset_a, pull), turning(b, joint.offset_b, pull)));
        load.pull = vec3(0.0);
        for (uint k = joint.first; k < joint.first + joint.rows; ++k) lambdas[k] = vec3(0.0);
    }
    if (load.broken == 0) {
        for (uint k = joint.first; k < joint.first + joint.rows; ++k)
            if (!is(rows[k], JOINT_EQUAL)) push_row(joint, k, load);
        hold_rows(joint, load);
        keep(joint.bodies.x, a);
        keep(joint.bodies.y, b);
    }
    if ((params.flags & JOINTS_LAST) != 0) {
        const float per = 1.0 / (frame[0].h * frame[0].h * float(params.substeps));
        if (per * length(load.force) > joint.break_force || per * length(load.torque) > joint.break_torque) load.broken = 1;
    }
    loads[index] = load;
}

void main() {
    for (uint color = 0; color < params.colors; ++color) {
        for (uint k = color_starts[color] + gl_LocalInvocationIndex; k < color_starts[color + 1]; k += WORKGROUP) solve(k);
        memoryBarrierBuffer();
        barrier();
    }
}
