// Joints: the relative pose of their two frames, and the values and Jacobians of their rows. Needs "math.glsl", "rotation.glsl",
// "block.glsl", and buffers `frame` and `states`.

struct JointFrames {
    // From the bodies' centres to the origin of the first frame.
    vec3 arm_a;
    vec3 arm_b;
    // From the origin of the second frame to that of the first.
    vec3 offset;
    vec4 rotation_a;
    vec4 rotation_b;
};

// Jacobian row: an impulse λ acts along `direction` on the first body and against it on the second, and about the angular parts.
struct JacobianRow {
    vec3 direction;
    vec3 angular_a;
    vec3 angular_b;
};

// The frames at a fraction of the substep.
JointFrames joint_frames(Joint joint, float part) {
    const RigidState first = states[joint.bodies.x];
    const RigidState second = states[joint.bodies.y];
    const vec4 rotation_a = rotated(part * a.angular, first.rotation);
    const vec4 rotation_b = rotated(part * b.angular, second.rotation);
    const vec3 arm_a = rotate(rotation_a, joint.offset_a);
    const vec3 arm_b = (first.position - second.position) + part * (a.linear - b.linear) + arm_a;
    const vec3 offset = arm_b - rotate(rotation_b, joint.offset_b);
    return JointFrames(arm_a, arm_b, offset, quaternion_product(rotation_a, joint.rotation_a), quaternion_product(rotation_b, joint.rotation_b));
}

bool is(JointRow row, uint bit) { return (row.kind & bit) != 0; }

vec3 axes_of(JointRow row) { return vec3(row.axes & 1, row.axes >> 1 & 1, row.axes >> 2 & 1); }

// Values of a row along the axes of the second frame: distances or angles.
vec3 joint_coordinates(JointRow row, JointFrames s) {
    const vec3 axes = axes_of(row);
    if (is(row, JOINT_LINEAR)) return axes * unrotate(s.rotation_b, s.offset);
    vec4 q = quaternion_product(vec4(-s.rotation_b.xyz, s.rotation_b.w), s.rotation_a);
    if (q.w < 0.0) q = -q;
    const int count = bitCount(row.axes);
    if (count == 1) return wrap_angle(2.0 * atan(dot(axes, q.xyz), q.w)) * axes;
    if (count == 3) return rotation_between(vec4(0.0, 0.0, 0.0, 1.0), q);
    const vec3 residual = 1.0 - axes;
    const vec3 tilted = rotate(q, residual);
    const vec3 tilt = cross(residual, tilted);
    const float sine = length(tilt);
    return (sine > 1e-5 ? atan(sine, dot(residual, tilted)) / sine : 1.0) * tilt;
}

// Jacobian of a row along an axis of the second frame. An angle about a single axis uses the mean of the axis in both bodies. It is
// undefined, and its Jacobian zero, where these are nearly opposite.
JacobianRow jacobian_row(JointRow row, JointFrames s, vec3 axis) {
    const vec3 n = rotate(s.rotation_b, axis);
    if (is(row, JOINT_LINEAR)) return JacobianRow(n, cross(s.arm_a, n), cross(s.arm_b, n));
    if (bitCount(row.axes) > 1) return JacobianRow(vec3(0.0), n, n);
    const vec3 other = rotate(s.rotation_a, axis);
    const float cosine = dot(n, other);
    const vec3 middle = cosine > LEAST_TWIST_COSINE ? (n + other) / (1.0 + cosine) : vec3(0.0);
    return JacobianRow(vec3(0.0), middle, middle);
}

float row_inverse_mass(JacobianRow p, JacobianRow q) {
    return dot(p.direction, q.direction) * (a.w + b.w) + dot(p.angular_a, a.inverse * q.angular_a) + dot(p.angular_b, b.inverse * q.angular_b);
}

void apply_row_impulse(JacobianRow l, float lambda, inout JointLoad load) {
    a.linear += a.w * lambda * l.direction;
    b.linear -= b.w * lambda * l.direction;
    apply_angular_impulse(lambda * l.angular_a, lambda * l.angular_b);
    load.substep_force += lambda * l.direction;
    load.force += lambda * l.direction;
    if (l.direction == vec3(0.0)) load.torque += lambda * l.angular_a;
}

// `value` shifted by full turns to lie within half a turn of `now`.
float nearest_angle(JointRow row, float value, float now) {
    return is(row, JOINT_LINEAR) ? value : now + wrap_angle(value - now);
}

// Target value of a row without a spring: `rest`, to which an error of the substep's start returns at a bounded speed. `side` is 1 at an
// upper bound, −1 at a lower one and 0 for an equality.
float hard_target(float rest, float before, float side) {
    const float most = JOINT_CORRECTION_SPEED * frame[0].h;
    const float error = side * (before - rest) < 0.0 ? 0.0 : before - rest;
    return rest + error - clamp(error, -most, most);
}

// α̃ and the target value of a row in a substep: a hard one, or a spring and damper [MMC16, eq. 26]; `mass`: its effective mass.
vec2 spring(JointRow row, float rest, float before, float side, float mass) {
    if (is(row, JOINT_HARD)) return vec2(0.0, hard_target(rest, before, side));
    const float h = frame[0].h;
    const float each = is(row, JOINT_ACCELERATION) ? mass : 1.0;
    const float damper = each * row.damping / h;
    const float both = each * row.stiffness + damper;
    const float target = before + (is(row, JOINT_DRIVE) ? h * row.high : 0.0);
    return vec2(1.0 / (h * h * both), (each * row.stiffness * rest + damper * target) / both);
}

// Angle by which a force at the end of an arm rotates its body within a substep, rad.
float turning(End end, vec3 arm, float force) {
    const float r = length(arm);
    const float light = end.inverse[0][0] + end.inverse[1][1] + end.inverse[2][2];
    if (light == 0.0) return 0.0;
    return force * r / (1.0 / light + (end.w > 0.0 ? r * r / end.w : 0.0));
}
