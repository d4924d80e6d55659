#version 460
#extension GL_GOOGLE_include_directive : require
// One tree of joints: solves limits and drives, then all equality rows at once: reduced from the leaves to the root, and
// back-substituted from the root to the leaves.
#include "bindings/rigid/solve_joints.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "displacements.glsl"
#include "joint.glsl"
#include "joint_equations.glsl"
#include "articulated.glsl"

// Solves one limit or drive.
void solve_row(Joint joint, uint k, inout JointLoad load) {
    const JointRow row = rows[k];
    const bool single = bitCount(row.axes) == 1;
    const JointFrames stage = joint_frames(joint, load.stage_time);
    vec3 axis = axes_of(row);
    const vec3 end = joint_coordinates(row, joint_frames(joint, 1.0));
    const vec3 start = joint_coordinates(row, joint_frames(joint, 0.0));
    const float now = single ? dot(axis, end) : length(end);
    if (!single) {
        axis = joint_coordinates(row, stage);
        if (length(axis) < 1e-6) axis = end;
        if (length(axis) < 1e-6) return;
        axis = normalize(axis);
    }
    const JacobianRow l = jacobian_row(row, stage, axis);
    const float inverse_mass = row_inverse_mass(l, l);
    const float old_lambda = lambdas[k].x;
    const bool drives = is(row, JOINT_DRIVE);
    const bool above = now > row.high || old_lambda < 0.0;
    if (inverse_mass <= 0.0 || !(drives || above || now < row.low || old_lambda > 0.0)) return;
    const float rest = drives ? nearest_angle(row, row.low, now) : (above ? row.high : row.low);
    const float before = nearest_angle(row, single ? dot(axes_of(row), start) : length(start), now);
    const vec2 by = spring(row, rest, before, 1.0 / inverse_mass);
    const float most = row.max_force * frame[0].h * frame[0].h;
    float new_lambda = old_lambda - (now - by.y + by.x * old_lambda) / (inverse_mass + by.x);
    new_lambda = clamp(new_lambda, drives || above ? -most : 0.0, drives || !above ? most : 0.0);
    apply_row_impulse(l, new_lambda - old_lambda, load);
    lambdas[k].x = new_lambda;
}

bool asleep(Joint joint) { return sleeps(rigids[joint.bodies.x]) || sleeps(rigids[joint.bodies.y]); }

// Number of equations of a joint, 0 where it sleeps or is broken.
uint count_of(Joint joint, JointLoad load) { return asleep(joint) || load.broken != 0 ? 0 : joint.equations; }

void begin(Joint joint, inout JointLoad load) {
    // Forces keep their directions of the substep's start, which keeps energy, unless they are so large that they would
    // oscillate.
    const float force = length(load.substep_force);
    load.stage_time = min(1.0, 2.0 * max(turning(a, joint.offset_a, force), turning(b, joint.offset_b, force)));
    load.substep_force = vec3(0.0);
    for (uint k = joint.first; k < joint.first + joint.rows; ++k) lambdas[k] = vec3(0.0);
}

void solve_rows(uint index) {
    const Joint joint = joints[index];
    if (asleep(joint)) return;
    JointLoad load = loads[index];
    a = end(joint.bodies.x);
    b = end(joint.bodies.y);
    if ((params.flags & JOINTS_FIRST) != 0) load.force = load.torque = vec3(0.0);
    if ((params.flags & JOINTS_BEGIN) != 0) begin(joint, load);
    if (load.broken == 0) {
        for (uint k = joint.first; k < joint.first + joint.rows; ++k)
            if (!is(rows[k], JOINT_EQUAL)) solve_row(joint, k, load);
        store(joint.bodies.x, a);
        store(joint.bodies.y, b);
    }
    loads[index] = load;
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
    for (uint k = first; k < beyond; ++k) solve_rows(k);
    for (uint k = first; k < beyond; ++k) reduce_rows(k);
    for (uint k = beyond; k > first; --k) back_substitute_rows(k - 1);
}
