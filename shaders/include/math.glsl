// Small maths that several passes share.

vec3 rotate(vec4 q, vec3 v) {
    const vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

vec3 unrotate(vec4 q, vec3 v) {
    return rotate(vec4(-q.xyz, q.w), v);
}

// A difference of angles, brought to −π..π.
float wrap_angle(float angle) {
    const float pi = 3.14159265358979;
    return angle > pi ? angle - 2.0 * pi : (angle < -pi ? angle + 2.0 * pi : angle);
}
