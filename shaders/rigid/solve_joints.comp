#version 460
#extension GL_GOOGLE_include_directive : require
// One tree of joints: solves all equality rows at once with the drives and with the limits that are exceeded: reduced from the leaves
// to the root, and back-substituted from the root to the leaves. Where a λ leaves its bounds, it is held there, and the others are
// solved again.
#include "bindings/rigid/solve_joints.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/displacements.glsl"
#include "rigid/joints/joint.glsl"
#include "rigid/joints/joint_equations.glsl"
#include "rigid/joints/articulated.glsl"
#include "rigid/joints/joint_rows.glsl"

void begin_rows(uint index) {
    const Joint joint = joints[index];
    if (asleep(joint)) return;
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    if ((params.flags & JOINTS_FIRST) != 0) load.force = load.torque = vec3(0.0);
    if ((params.flags & JOINTS_BEGIN) != 0) begin(joint, load);
    loads[index] = load;
}

bool choose_rows(uint index) {
    const Joint joint = joints[index];
    if (asleep(joint)) return false;
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    const bool any = load.broken == 0 && choose_rows_of(joint, load);
    store(joint.bodies.x, a);
    store(joint.bodies.y, b);
    loads[index] = load;
    return any;
}

void reduce_rows(uint index) {
    const Joint joint = joints[index];
    const JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    reduce(index, joint, load, count_of(joint, load));
}

void back_substitute_rows(uint index) {
    const Joint joint = joints[index];
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    back_substitute(index, joint, load, count_of(joint, load));
    loads[index] = load;
}

// Whether a joint is beyond a limit that was not among the equations.
bool exceeds_limit(uint index) {
    const Joint joint = joints[index];
    const JointLoad load = loads[index];
    if (asleep(joint) || load.broken != 0) return false;
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    bool any = false;
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) {
        if (is(rows[k], JOINT_EQUAL) || is(rows[k], JOINT_DRIVE) || is_in_tree(k)) continue;
        any = any || row_equation(joint, k, load.stage_time).excess > LIMIT_TOLERANCE;
    }
    return any;
}

// Breaks a joint whose load in the frame was too large.
void break_joint(uint index) {
    const Joint joint = joints[index];
    JointLoad load = loads[index];
    if (asleep(joint)) return;
    const float per = 1.0 / (frame[0].h * frame[0].h * float(params.substeps));
    if (per * length(load.force) > joint.break_force || per * length(load.torque) > joint.break_torque) load.broken = 1;
    loads[index] = load;
}

// Solves a tree once with the limits that are exceeded now. Returns whether others are exceeded then.
bool solve_tree(uint first, uint beyond) {
    bool is_bounded = false;
    for (uint k = first; k < beyond; ++k)
        if (choose_rows(k)) is_bounded = true;
    for (uint attempt = 0; attempt <= MOST_JOINT_ATTEMPTS; ++attempt) {
        for (uint k = first; k < beyond; ++k) reduce_rows(k);
        bool again = false;
        if (!is_bounded || attempt == MOST_JOINT_ATTEMPTS) break;
        for (uint k = beyond; k > first; --k)
            if (hold_rows(k - 1)) again = true;
        if (!again) break;
    }
    for (uint k = beyond; k > first; --k) back_substitute_rows(k - 1);
    bool again = false;
    for (uint k = first; k < beyond; ++k)
        if (exceeds_limit(k)) again = true;
    return again;
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint tree = params.first + gl_GlobalInvocationID.x;
    const uint first = tree_starts[tree];
    const uint beyond = tree_starts[tree + 1];
    for (uint k = first; k < beyond; ++k) begin_rows(k);
    for (uint round = 0; round < MOST_JOINT_ROUNDS; ++round)
        if (!solve_tree(first, beyond)) break;
    if ((params.flags & JOINTS_LAST) == 0) return;
    for (uint k = first; k < beyond; ++k) break_joint(k);
}
