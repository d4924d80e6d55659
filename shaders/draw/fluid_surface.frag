#version 460
// One pixel of the fluid surface: the refracted and absorbed background, reflections of sky and lights, and foam.
#include "draw/draw.glsl"
#include "draw/light.glsl"
#include "draw/tone.glsl"

layout(push_constant, scalar) uniform Push { FluidSurfaceDraw draw; };
layout(set = 1, binding = 0) uniform sampler2D surface;
layout(set = 1, binding = 1) uniform sampler2D thickness;
layout(set = 1, binding = 2) uniform sampler2D background;

layout(location = 0) out vec4 out_color;

// Refractive index of air over that of water, and the reflectance of water at normal incidence.
const float REFRACTION = 1.0 / 1.33;
const float REFLECTANCE = 0.02;
// Fraction of light that deep fluids scatter back.
const float SCATTERING = 0.45;
// Falling water entrains air above about 1 m/s [KD12]: no foam and full foam, m/s.
const vec2 FOAM_SPEED = vec2(1.0, 3.0);
// Foam needs a convex surface: curvature times particle spacing for no foam and for full foam.
const vec2 FOAM_CURVATURE = vec2(0.15, 0.9);

// The thickness is a mean over this many samples within this radius, in particle spacings. Samples outside the fluid do
// not count, so that its edge, as along a wall, does not look thinner.
const int THICKNESS_SAMPLES = 32;
const float THICKNESS_RADIUS = 1.5;
// Angle between successive samples on a spiral, rad. Its turns never coincide.
const float GOLDEN_ANGLE = 2.39996;

// Distance of the surface along the view, m; 0 where there is no fluid.
float distance_at(ivec2 at) {
    return texelFetch(surface, clamp(at, ivec2(0), textureSize(surface, 0) - 1), 0).x;
}

// World position of a pixel at a distance along the view, m.
vec3 world_position(vec2 pixel, float depth) {
    vec2 clip = 2.0 * pixel / vec2(textureSize(surface, 0)) - 1.0;
    vec4 a = view.clip_to_world * vec4(clip, 1.0, 1.0);
    vec4 b = view.clip_to_world * vec4(clip, 0.001, 1.0);
    vec3 start = a.xyz / a.w;
    vec3 direction = b.xyz / b.w - start;
    float rate = dot(view.forward.xyz, direction);
    return start + direction * ((depth - dot(view.forward, vec4(start, 1.0))) / rate);
}

// Derivative of the position along an axis. It uses the side with the smaller change of distance, since the other side may
// lie beyond an edge.
vec3 derivative(ivec2 at, ivec2 axis, float depth) {
    float low = distance_at(at - axis);
    float high = distance_at(at + axis);
    bool up = low <= 0.0 || (high > 0.0 && abs(high - depth) < abs(depth - low));
    float neighbour = up ? high : low;
    vec2 pixel = vec2(at) + 0.5;
    vec2 to = pixel + (up ? 1.0 : -1.0) * vec2(axis);
    vec3 change = world_position(to, neighbour > 0.0 ? neighbour : depth) - world_position(pixel, depth);
    return up ? change : -change;
}

// Mean absorption and length of fluid around a pixel.
vec4 mean_thickness(ivec2 at, float depth) {
    float radius = THICKNESS_RADIUS * draw.spacing / (view.pixel.x + view.pixel.y * depth);
    vec4 sum = texelFetch(thickness, at, 0);
    float weights = 1.0;
    for (int i = 1; i < THICKNESS_SAMPLES; i++) {
        float away = sqrt(float(i) / float(THICKNESS_SAMPLES));
        float angle = GOLDEN_ANGLE * float(i);
        ivec2 there = at + ivec2(round(radius * away * vec2(cos(angle), sin(angle))));
        if (any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, textureSize(surface, 0)))) {
            continue;
        }
        float weight = texelFetch(surface, there, 0).x > 0.0 ? 1.0 - away * away : 0.0;
        sum += weight * texelFetch(thickness, there, 0);
        weights += weight;
    }
    return sum / weights;
}

// Curvature of the surface, positive where convex towards the eye, times the particle spacing.
float curvature(ivec2 at, float depth) {
    float pixel = view.pixel.x + view.pixel.y * depth;
    int step = max(int(0.5 * draw.spacing / pixel), 1);
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 offset = ivec2(i & 1, 1 - (i & 1)) * (i < 2 ? step : -step);
        float neighbour = distance_at(at + offset);
        sum += (neighbour > 0.0 ? min(neighbour - depth, draw.spacing) : draw.spacing);
    }
    float width = float(step) * pixel;
    return sum * draw.spacing / (width * width);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 distance_speed = texelFetch(surface, at, 0).xy;
    float depth = distance_speed.x;
    if (depth <= 0.0) {
        discard;
    }
    vec4 absorbed = mean_thickness(at, depth);
    Point p;
    p.position = world_position(gl_FragCoord.xy, depth);
    p.to_eye = towards_eye(p.position);
    p.normal = normalize(cross(derivative(at, ivec2(0, 1), depth), derivative(at, ivec2(1, 0), depth)));
    p.normal *= dot(p.normal, p.to_eye) < 0.0 ? -1.0 : 1.0;
    float foam = smoothstep(FOAM_SPEED.x, FOAM_SPEED.y, distance_speed.y)
        * smoothstep(FOAM_CURVATURE.x, FOAM_CURVATURE.y, curvature(at, depth));
    vec3 absorption = absorbed.rgb / max(absorbed.a, 1e-6);
    vec3 deep_color = exp(-absorption * draw.attenuation_distance);
    vec3 transmittance = exp(-absorbed.rgb);
    p.albedo = mix(deep_color * SCATTERING * (1.0 - exp(-absorbed.a / draw.attenuation_distance)), vec3(0.85), foam);
    p.specular = vec3(REFLECTANCE);
    p.roughness = mix(0.15, 0.8, foam);
    p.occlusion = 1.0;

    // The refracted ray leaves the fluid after its thickness. The background is read where that point is in the picture.
    vec3 refracted = refract(-p.to_eye, p.normal, REFRACTION);
    vec4 exit = view.world_to_clip * vec4(p.position + refracted * absorbed.a, 1.0);
    vec2 uv = exit.xy / exit.w * 0.5 + 0.5;
    vec3 light = inverse_tone(textureLod(background, clamp(uv, 0.0, 1.0), 0.0).rgb);
    float fresnel = REFLECTANCE + (1.0 - REFLECTANCE) * pow(1.0 - clamp(dot(p.normal, p.to_eye), 0.0, 1.0), 5.0);
    light *= (1.0 - fresnel) * (1.0 - foam) * transmittance;
    out_color = vec4(dither(tone(lit(p) + light), gl_FragCoord.xy), 1.0);
    vec4 clip = view.world_to_clip * vec4(p.position, 1.0);
    gl_FragDepth = clip.z / clip.w;
}
