#version 460
// One pixel of the fluid surface (distance, speed), smoothed along one axis by a narrow-range filter [TY18]. A sample that
// is much nearer belongs to another surface and is left out. A sample that is much farther counts as slightly behind this one.
#include "draw/draw.glsl"

layout(push_constant, scalar) uniform Push { SmoothingDraw draw; };
layout(set = 1, binding = 0) uniform sampler2D surface;

layout(location = 0) out vec2 out_surface;

// Samples on each side.
const int TAPS = 10;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec2 center = texelFetch(surface, pixel, 0).xy;
    out_surface = center;
    if (center.x <= 0.0) {
        return;
    }
    ivec2 last = textureSize(surface, 0) - 1;
    float radius = clamp(draw.radius / (view.pixel.x + view.pixel.y * center.x), 1.0, draw.max_pixels);
    int stride = int(ceil(radius / float(TAPS)));
    float nearer = draw.range;
    float farther = draw.range;
    vec3 sum = vec3(center, 1.0);
    for (int i = 1; i <= TAPS; i++) {
        float away = float(i * stride) / radius;
        ivec2 offset = i * stride * ivec2(draw.axis);
        ivec2 low = pixel - offset;
        ivec2 high = pixel + offset;
        if (away > 1.0 || any(lessThan(low, ivec2(0))) || any(greaterThan(high, last))) {
            break;
        }
        vec2 pair[2] = vec2[](texelFetch(surface, low, 0).xy, texelFetch(surface, high, 0).xy);
        bvec2 occluded = bvec2(false);
        for (int side = 0; side < 2; side++) {
            occluded[side] = pair[side].x > 0.0 && pair[side].x < center.x - nearer;
        }
        // A nearer surface on both sides closes a small gap between them.
        if (all(occluded) && away * draw.radius < draw.gap && abs(pair[0].x - pair[1].x) < draw.range) {
            out_surface = 0.5 * (pair[0] + pair[1]);
            return;
        }
        // Use both samples or none: a single one would tilt the surface.
        if (any(occluded)) {
            continue;
        }
        float weight = exp(-2.0 * away * away);
        for (int side = 0; side < 2; side++) {
            bool too_far = pair[side].x <= 0.0 || pair[side].x > center.x + farther;
            vec2 value = too_far ? vec2(center.x + 0.5 * draw.range, center.y) : pair[side];
            sum += weight * vec3(value, 1.0);
            // The accepted range grows along a slope.
            nearer = too_far ? nearer : max(nearer, center.x - value.x + draw.range);
            farther = too_far ? farther : max(farther, value.x - center.x + draw.range);
        }
    }
    out_surface = sum.xy / sum.z;
}
