#version 460
// One pixel of the surface of fluids: what is behind, refracted and absorbed, the sky and lights mirrored, foam.
#include "draw.glsl"
#include "light.glsl"
#include "tone.glsl"

layout(push_constant, scalar) uniform Push { WaterDraw draw; };
layout(set = 1, binding = 0) uniform sampler2D surface;
layout(set = 1, binding = 1) uniform sampler2D murk;
layout(set = 1, binding = 2) uniform sampler2D behind;

layout(location = 0) out vec4 out_color;

// Index of refraction of air over that of water, and what water mirrors at normal incidence.
const float REFRACTION = 1.0 / 1.33;
const float MIRROR = 0.02;
// Share of light that fluids scatter where they are deep.
const float CLOUDY = 0.45;
// Falling water takes air in from about 1 m/s on [KD12].
const vec2 FOAM_SPEED = vec2(1.0, 3.0);
// Foam is where the surface is bent as much over a particle.
const vec2 FOAM_BEND = vec2(0.15, 0.9);

// What light goes through is evened out over so many places of the surface's own picture, this far around, in distances of
// particles: where that ends, as along a wall, it is no thinner.
const int MURK_PLACES = 32;
const float MURK_REACH = 1.5;
// Of a spiral whose turns never lie on each other.
const float GOLDEN_ANGLE = 2.39996;

float distance_at(ivec2 at) {
    return texelFetch(surface, clamp(at, ivec2(0), textureSize(surface, 0) - 1), 0).x;
}

vec3 place(vec2 pixel, float far) {
    vec2 clip = 2.0 * pixel / vec2(textureSize(surface, 0)) - 1.0;
    vec4 a = view.clip_to_world * vec4(clip, 1.0, 1.0);
    vec4 b = view.clip_to_world * vec4(clip, 0.001, 1.0);
    vec3 start = a.xyz / a.w;
    vec3 way = b.xyz / b.w - start;
    return start + way * ((far - dot(view.forward, vec4(start, 1.0))) / dot(view.forward.xyz, way));
}

// How the place changes along an axis, from the side where distances change less: the other is beyond an edge.
vec3 along(ivec2 at, ivec2 axis, float far) {
    float low = distance_at(at - axis);
    float high = distance_at(at + axis);
    bool up = low <= 0.0 || (high > 0.0 && abs(high - far) < abs(far - low));
    float beside = up ? high : low;
    vec2 pixel = vec2(at) + 0.5;
    vec2 to = pixel + (up ? 1.0 : -1.0) * vec2(axis);
    vec3 change = place(to, beside > 0.0 ? beside : far) - place(pixel, far);
    return up ? change : -change;
}

vec4 murk_around(ivec2 at, float far) {
    float reach = MURK_REACH * draw.spacing / (view.pixel.x + view.pixel.y * far);
    vec4 sum = texelFetch(murk, at, 0);
    float weights = 1.0;
    for (int i = 1; i < MURK_PLACES; i++) {
        float away = sqrt(float(i) / float(MURK_PLACES));
        float angle = GOLDEN_ANGLE * float(i);
        ivec2 there = at + ivec2(round(reach * away * vec2(cos(angle), sin(angle))));
        if (any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, textureSize(surface, 0)))) {
            continue;
        }
        float weight = texelFetch(surface, there, 0).x > 0.0 ? 1.0 - away * away : 0.0;
        sum += weight * texelFetch(murk, there, 0);
        weights += weight;
    }
    return sum / weights;
}

// How much the surface bends away from the eye, times the distance of particles.
float bend(ivec2 at, float far) {
    float pixel = view.pixel.x + view.pixel.y * far;
    int step = max(int(0.5 * draw.spacing / pixel), 1);
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 beside = ivec2(i & 1, 1 - (i & 1)) * (i < 2 ? step : -step);
        float there = distance_at(at + beside);
        sum += (there > 0.0 ? min(there - far, draw.spacing) : draw.spacing);
    }
    float width = float(step) * pixel;
    return sum * draw.spacing / (width * width);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 seen = texelFetch(surface, at, 0).xy;
    if (seen.x <= 0.0) {
        discard;
    }
    vec4 through = murk_around(at, seen.x);
    Point p;
    p.position = place(gl_FragCoord.xy, seen.x);
    p.to_eye = towards_eye(p.position);
    p.normal = normalize(cross(along(at, ivec2(0, 1), seen.x), along(at, ivec2(1, 0), seen.x)));
    p.normal *= dot(p.normal, p.to_eye) < 0.0 ? -1.0 : 1.0;
    float foam = smoothstep(FOAM_SPEED.x, FOAM_SPEED.y, seen.y) * smoothstep(FOAM_BEND.x, FOAM_BEND.y, bend(at, seen.x));
    vec3 absorption = through.rgb / max(through.a, 1e-6);
    vec3 own = exp(-absorption * draw.clarity);
    vec3 kept = exp(-through.rgb);
    p.albedo = mix(own * CLOUDY * (1.0 - exp(-through.a / draw.clarity)), vec3(0.85), foam);
    p.mirror = vec3(MIRROR);
    p.roughness = mix(0.15, 0.8, foam);
    p.occlusion = 1.0;

    vec4 leaves = view.world_to_clip * vec4(p.position + refract(-p.to_eye, p.normal, REFRACTION) * through.a, 1.0);
    vec2 from = leaves.xy / leaves.w * 0.5 + 0.5;
    vec3 light = untone(textureLod(behind, clamp(from, 0.0, 1.0), 0.0).rgb);
    float mirrored = MIRROR + (1.0 - MIRROR) * pow(1.0 - clamp(dot(p.normal, p.to_eye), 0.0, 1.0), 5.0);
    light *= (1.0 - mirrored) * (1.0 - foam) * kept;
    out_color = vec4(dither(tone(lit(p) + light), gl_FragCoord.xy), 1.0);
    vec4 clip = view.world_to_clip * vec4(p.position, 1.0);
    gl_FragDepth = clip.z / clip.w;
}
