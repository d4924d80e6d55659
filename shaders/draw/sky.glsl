// A clear sky over a light floor. It is the background of the picture, and it is reflected and lights the scene.

const vec3 ZENITH = vec3(0.17, 0.34, 0.63);
const vec3 HORIZON = vec3(0.68, 0.79, 0.90);
const vec3 FLOOR = vec3(0.45, 0.45, 0.455);

// Radiance from a direction, blurred for a reflection in a surface of this roughness.
vec3 sky(vec3 direction, float roughness) {
    float up = direction.y;
    float blur = mix(0.02, 0.6, roughness);
    vec3 above = mix(HORIZON, ZENITH, pow(clamp(up, 0.0, 1.0), mix(0.55, 0.9, roughness)));
    vec3 below = mix(HORIZON, FLOOR, smoothstep(0.0, 0.25 + blur, -up));
    return mix(below, above, smoothstep(-blur, blur, up));
}

// Irradiance over pi of a surface with this normal.
vec3 sky_ambient(vec3 normal) {
    const vec3 from_above = vec3(0.33, 0.39, 0.49);
    const vec3 from_below = vec3(0.20, 0.19, 0.175);
    return mix(from_below, from_above, smoothstep(-1.0, 1.0, normal.y));
}
