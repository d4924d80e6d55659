// Light that a surface point reflects to the eye: sun with its shadow, punctual lights, sky.
#include "draw/sky.glsl"

layout(constant_id = 1) const int SHADOW_TAPS = 16;

layout(set = 0, binding = 1) uniform sampler2DShadow shadow_map;
layout(set = 0, binding = 4) uniform sampler2D shadow_depth;
layout(set = 0, binding = 2, scalar) readonly buffer Lights { PunctualLight lights[]; };
layout(set = 0, binding = 5) uniform sampler2D fluid_depth;
layout(set = 0, binding = 6) uniform sampler2D fluid_thickness;

const float PI = 3.14159265;

struct Point {
    vec3 position;
    vec3 normal;
    vec3 to_eye;
    vec3 albedo;      // diffuse
    vec3 specular;    // reflectance at normal incidence
    float roughness;  // perceptual
    float occlusion;
};

// The i-th of `count` points that are distributed evenly over the unit disc [Vogel 1979].
vec2 disc_point(int i, int count) {
    float angle = 2.39996323 * float(i);
    return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Change of the shadow map's depth along a surface, for each unit of its coordinates.
vec2 depth_slope(vec3 normal) {
    mat3 axes = transpose(mat3(view.world_to_shadow));
    float facing = max(dot(normal, view.sun_direction), 0.2);
    vec2 across = vec2(dot(normal, axes[0]), dot(normal, axes[1])) / dot(axes[0], axes[0]);
    return across / facing * length(axes[2]);
}

// Fraction of the sun that is visible from a point. The penumbra widens with the distance to the occluder [Fernando 2005].
float sun_visibility(vec3 position, vec3 normal) {
    vec3 lifted = position + normal * (view.shadow_texel * 2.0);
    vec3 at = (view.world_to_shadow * vec4(lifted, 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
        return 1.0;
    }
    vec2 rise = depth_slope(normal);
    const int SEARCH = (SHADOW_TAPS + 1) / 2;
    vec2 blockers = vec2(0.0);  // sum of their heights over the surface, and their number
    for (int i = 0; i < SEARCH; i++) {
        vec2 offset = view.penumbra_range.y * disc_point(i, SEARCH);
        float height = at.z + dot(rise, offset) - textureLod(shadow_depth, at.xy + offset, 0.0).r;
        blockers += height > 0.0 ? vec2(height, 1.0) : vec2(0.0);
    }
    float softness = view.penumbra_scale * blockers.x / max(blockers.y, 1.0);
    float radius = clamp(softness, view.penumbra_range.x, view.penumbra_range.y);
    float visible = 0.0;
    for (int i = 0; i < SHADOW_TAPS; i++) {
        vec2 offset = radius * disc_point(i, SHADOW_TAPS);
        visible += textureLod(shadow_map, at + vec3(offset, dot(rise, offset)), 0.0);
    }
    return visible / float(SHADOW_TAPS);
}

// Fraction of the sun that fluids transmit to a point. The light that their surface refracts away is lost, too.
vec3 fluid_transmittance(vec3 position) {
    const float UNREFRACTED = 0.7;  // fraction of light that the surface does not refract away
    vec3 at = (view.world_to_shadow * vec4(position, 1.0)).xyz;
    if (view.fluid_shadows == 0u || any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) {
        return vec3(1.0);
    }
    vec4 thickness = textureLod(fluid_thickness, at.xy, 0.0);
    float depth = (at.z - textureLod(fluid_depth, at.xy, 0.0).r) / length(transpose(mat3(view.world_to_shadow))[2]);
    float fraction = thickness.a > 0.0 ? clamp(depth / thickness.a, 0.0, 1.0) : 0.0;
    float covered = 1.0 - exp(-4.0 * fraction * thickness.a / view.particle_spacing);
    return exp(-thickness.rgb * fraction) * mix(1.0, UNREFRACTED, covered);
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
    vec3 fresnel = p.specular + (1.0 - p.specular) * pow(1.0 - vh, 5.0);
    return nl * (p.albedo * (1.0 - fresnel) + min(lobe * masking, 64.0) * fresnel);
}

// Light of one punctual source, with its range and cone, as in KHR_lights_punctual.
vec3 punctual(Point p, PunctualLight light) {
    vec3 away = light.position - p.position;
    float distance_squared = max(dot(away, away), 1e-6);
    vec3 to_light = light.directional == 1u ? -light.direction : away * inversesqrt(distance_squared);
    float attenuation = 1.0;
    if (light.directional == 0u) {
        float range_fraction = distance_squared * light.inverse_range_squared;
        float cone = clamp(dot(light.direction, -to_light) * light.spot_scale + light.spot_offset, 0.0, 1.0);
        attenuation = clamp(1.0 - range_fraction * range_fraction, 0.0, 1.0) / distance_squared * cone * cone;
    }
    return light.color * attenuation * reflected(p, to_light);
}

// Light of the sky: diffuse, and a reflection weighted by Karis' fit of the GGX lobe [Karis 2014].
vec3 ambient(Point p) {
    float nv = clamp(dot(p.normal, p.to_eye), 0.0, 1.0);
    vec4 r = p.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float lobe = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 scale_bias = vec2(-1.04, 1.04) * lobe + r.zw;
    vec3 reflection = sky(reflect(-p.to_eye, p.normal), p.roughness);
    vec3 diffuse = p.albedo * sky_ambient(p.normal);
    return p.occlusion * (diffuse + reflection * (p.specular * scale_bias.x + scale_bias.y));
}

// Sum of all light that a point reflects to the eye.
vec3 lit(Point p) {
    vec3 sun = reflected(p, view.sun_direction);
    vec3 light = ambient(p);
    if (any(greaterThan(sun, vec3(0.0)))) {
        light += view.sun_color * sun * sun_visibility(p.position, p.normal) * fluid_transmittance(p.position);
    }
    for (uint i = 0u; i < view.light_count; i++) {
        light += punctual(p, lights[i]);
    }
    return light;
}

// Unit vector from a position to the eye; constant for an orthographic camera.
vec3 towards_eye(vec3 position) {
    return normalize(view.eye - position * view.eye_w);
}
