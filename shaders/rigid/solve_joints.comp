#version 460
#extension GL_GOOGLE_include_directive : require
// One tree of joints: holds and drives rigid bodies. What gives way alone comes first, then all that is held at one value, at once:
// folded from the leaves to the root, and solved on the way back.
#include "bindings/rigid/solve_joints.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "ends.glsl"
#include "joint.glsl"
#include "equations.glsl"
#include "fold.glsl"

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

bool asleep(Joint joint) { return rigids[joint.bodies.x].asleep + rigids[joint.bodies.y].asleep != 0; }

// Equations of what is neither asleep nor broken.
uint count_of(Joint joint, JointLoad load) { return asleep(joint) || load.broken != 0 ? 0 : joint.equations; }

void begin(Joint joint, inout JointLoad load) {
    // Forces go along the substep's start, which keeps energy, unless they are so large that they would swing.
    const float pull = length(load.pull);
    load.late = min(1.0, 2.0 * max(turning(a, joint.offset_a, pull), turning(b, joint.offset_b, pull)));
    load.pull = vec3(0.0);
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) lambdas[k] = vec3(0.0);
}

void push_rows(uint index) {
    const Joint joint = joints[index];
    if (asleep(joint)) return;
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    if ((params.flags & JOINTS_FIRST) != 0) load.force = load.torque = vec3(0.0);
    if ((params.flags & JOINTS_BEGIN) != 0) begin(joint, load);
    if (load.broken == 0) {
        for (uint k = joint.first; k < joint.first + joint.rows; ++k)
            if (!is(rows[k], JOINT_EQUAL)) push_row(joint, k, load);
        keep(joint.bodies.x, a);
        keep(joint.bodies.y, b);
    }
    loads[index] = load;
}

void fold_rows(uint index) {
    const Joint joint = joints[index];
    const JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    fold(index, joint, load, count_of(joint, load));
}

void hold_rows(uint index) {
    const Joint joint = joints[index];
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    give(index, joint, load, count_of(joint, load));
    if ((params.flags & JOINTS_LAST) != 0 && !asleep(joint)) {
        const float per = 1.0 / (frame[0].h * frame[0].h * float(params.substeps));
        if (per * length(load.force) > joint.break_force || per * length(load.torque) > joint.break_torque) load.broken = 1;
    }
    loads[index] = load;
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint tree = params.first + gl_GlobalInvocationID.x;
    const uint first = tree_starts[tree];
    const uint beyond = tree_starts[tree + 1];
    for (uint k = first; k < beyond; ++k) push_rows(k);
    for (uint k = first; k < beyond; ++k) fold_rows(k);
    for (uint k = beyond; k > first; --k) hold_rows(k - 1);
}
