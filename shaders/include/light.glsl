// The light that a point sends to the eye: sun with its shadow, punctual lights, sky.
#include "sky.glsl"

layout(constant_id = 1) const int SHADOW_TAPS = 16;

layout(set = 0, binding = 1) uniform sampler2DShadow shadow_map;
layout(set = 0, binding = 4) uniform sampler2D shadow_depth;
layout(set = 0, binding = 2, scalar) readonly buffer Lights { PunctualLight lights[]; };
layout(set = 0, binding = 5) uniform sampler2D fluid_depth;
layout(set = 0, binding = 6) uniform sampler2D fluid_murk;

const float PI = 3.14159265;

struct Point {
    vec3 position;
    vec3 normal;
    vec3 to_eye;
    vec3 albedo;      // diffuse
    vec3 mirror;      // specular at normal incidence
    float roughness;  // perceptual
    float occlusion;
};

// The i-th of so many places spread evenly over the unit disc [Vogel 1979].
vec2 spread(int i, int count) {
    float angle = 2.39996323 * float(i);
    return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// How the map's depth changes along a surface.
vec2 slope(vec3 normal) {
    mat3 axes = transpose(mat3(view.world_to_shadow));
    float facing = max(dot(normal, view.sun_direction), 0.2);
    vec2 across = vec2(dot(normal, axes[0]), dot(normal, axes[1])) / dot(axes[0], axes[0]);
    return across / facing * length(axes[2]);
}

// Share of the sun that reaches a point. The edge of a shadow is as soft as what throws it is far away [Fernando 2005].
float sun_visibility(vec3 position, vec3 normal) {
    vec3 lifted = position + normal * (view.shadow_texel * 2.0);
    vec3 at = (view.world_to_shadow * vec4(lifted, 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
        return 1.0;
    }
    vec2 rise = slope(normal);
    const int SEARCH = (SHADOW_TAPS + 1) / 2;
    vec2 blockers = vec2(0.0);  // sum of their heights over the surface, number
    for (int i = 0; i < SEARCH; i++) {
        vec2 beside = view.shadow_edge.y * spread(i, SEARCH);
        float height = at.z + dot(rise, beside) - textureLod(shadow_depth, at.xy + beside, 0.0).r;
        blockers += height > 0.0 ? vec2(height, 1.0) : vec2(0.0);
    }
    float softness = view.shadow_spread * blockers.x / max(blockers.y, 1.0);
    float radius = clamp(softness, view.shadow_edge.x, view.shadow_edge.y);
    float reached = 0.0;
    for (int i = 0; i < SHADOW_TAPS; i++) {
        vec2 beside = radius * spread(i, SHADOW_TAPS);
        reached += textureLod(shadow_map, at + vec3(beside, dot(rise, beside)), 0.0);
    }
    return reached / float(SHADOW_TAPS);
}

// Share of the sun that fluids let through to a point. What their surface refracts elsewhere is lost, too.
vec3 fluid_shade(vec3 position) {
    const float STRAIGHT = 0.7;
    vec3 at = (view.world_to_shadow * vec4(position, 1.0)).xyz;
    if (view.shaded == 0u || any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) {
        return vec3(1.0);
    }
    vec4 murk = textureLod(fluid_murk, at.xy, 0.0);
    float behind = (at.z - textureLod(fluid_depth, at.xy, 0.0).r) / length(transpose(mat3(view.world_to_shadow))[2]);
    float share = murk.a > 0.0 ? clamp(behind / murk.a, 0.0, 1.0) : 0.0;
    float wet = 1.0 - exp(-4.0 * share * murk.a / view.drop);
    return exp(-murk.rgb * share) * mix(1.0, STRAIGHT, wet);
}

// Lambert plus GGX with height-correlated Smith shadowing and Schlick's Fresnel [glTF 2.0, appendix B], times pi.
vec3 reflected(Point p, vec3 to_light) {
    float nl = dot(p.normal, to_light);
    if (nl <= 0.0) {
        return vec3(0.0);
    }
    vec3 half_way = normalize(to_light + p.to_eye);
    float nv = max(dot(p.normal, p.to_eye), 1e-3);
    float nh = clamp(dot(p.normal, half_way), 0.0, 1.0);
    float vh = clamp(dot(p.to_eye, half_way), 0.0, 1.0);
    float a2 = max(pow(p.roughness, 4.0), 1e-5);
    float lobe = a2 / max(pow(nh * nh * (a2 - 1.0) + 1.0, 2.0), 1e-9);
    float masking = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    vec3 fresnel = p.mirror + (1.0 - p.mirror) * pow(1.0 - vh, 5.0);
    return nl * (p.albedo * (1.0 - fresnel) + min(lobe * masking, 64.0) * fresnel);
}

vec3 punctual(Point p, PunctualLight light) {
    vec3 away = light.position - p.position;
    float distance_squared = max(dot(away, away), 1e-6);
    vec3 to_light = light.directional == 1u ? -light.direction : away * inversesqrt(distance_squared);
    float share = 1.0;
    if (light.directional == 0u) {
        float rest = distance_squared * light.inverse_range_squared;
        float cone = clamp(dot(light.direction, -to_light) * light.spot_scale + light.spot_offset, 0.0, 1.0);
        share = clamp(1.0 - rest * rest, 0.0, 1.0) / distance_squared * cone * cone;
    }
    return light.color * share * reflected(p, to_light);
}

// Sky: diffuse, and a mirror image weighted by Karis' fit of the GGX lobe [Karis 2014].
vec3 ambient(Point p) {
    float nv = clamp(dot(p.normal, p.to_eye), 0.0, 1.0);
    vec4 r = p.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float lobe = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 scale_bias = vec2(-1.04, 1.04) * lobe + r.zw;
    vec3 mirrored = sky(reflect(-p.to_eye, p.normal), p.roughness);
    vec3 diffuse = p.albedo * sky_ambient(p.normal);
    return p.occlusion * (diffuse + mirrored * (p.mirror * scale_bias.x + scale_bias.y));
}

vec3 lit(Point p) {
    vec3 sun = reflected(p, view.sun_direction);
    vec3 light = ambient(p);
    if (any(greaterThan(sun, vec3(0.0)))) {
        light += view.sun_color * sun * sun_visibility(p.position, p.normal) * fluid_shade(p.position);
    }
    for (uint i = 0u; i < view.light_count; i++) {
        light += punctual(p, lights[i]);
    }
    return light;
}

vec3 towards_eye(vec3 position) {
    return normalize(view.eye - position * view.eye_w);
}
