// Rotations, frames of colliders, angles, and the matrix of a cross product.

vec3 rotate(vec4 q, vec3 v) {
    const vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

vec3 unrotate(vec4 q, vec3 v) {
    return rotate(vec4(-q.xyz, q.w), v);
}

// Transforms a position to the frame of a collider.
vec3 to_local(Pose pose, vec3 x) {
    return unrotate(pose.rotation, x - pose.translation);
}

// Transforms a position to the frame that a collider had at `then`, in units of its present scale.
vec3 to_local_then(Pose then, Pose now, vec3 x) {
    return to_local(then, x) * (now.scale / then.scale);
}

// Displacement since `then` of the collider's point that is now at x: exactly 0 where the collider stays.
vec3 carried(Pose then, Pose now, vec3 x) {
    const vec3 local = to_local(now, x);
    const precise vec3 rotated = rotate(now.rotation, local) - rotate(then.rotation, local * (then.scale / now.scale));
    return now.translation - then.translation + rotated;
}

// Wraps a difference of angles to −π..π.
float wrap_angle(float angle) {
    const float pi = 3.14159265358979;
    return angle > pi ? angle - 2.0 * pi : (angle < -pi ? angle + 2.0 * pi : angle);
}

// The matrix of v ×.
mat3 cross_matrix(vec3 v) { return mat3(0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0); }
