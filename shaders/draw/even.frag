#version 460
// One pixel of the surface of fluids (distance, speed), evened out along one axis by a narrow-range filter [TY18]: what is
// much nearer is another surface and left out, what is much farther is taken for a place just behind this one.
#include "draw.glsl"

layout(push_constant, scalar) uniform Push { EvenDraw draw; };
layout(set = 1, binding = 0) uniform sampler2D surface;

layout(location = 0) out vec2 out_surface;

// Looks to each side.
const int TAPS = 10;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 own = texelFetch(surface, at, 0).xy;
    out_surface = own;
    if (own.x <= 0.0) {
        return;
    }
    ivec2 last = textureSize(surface, 0) - 1;
    float reach = clamp(draw.reach / (view.pixel.x + view.pixel.y * own.x), 1.0, draw.widest);
    int stride = int(ceil(reach / float(TAPS)));
    float nearer = draw.range;
    float farther = draw.range;
    vec3 sum = vec3(own, 1.0);
    for (int i = 1; i <= TAPS; i++) {
        float away = float(i * stride) / reach;
        ivec2 beside = i * stride * ivec2(draw.axis);
        ivec2 low = at - beside;
        ivec2 high = at + beside;
        if (away > 1.0 || any(lessThan(low, ivec2(0))) || any(greaterThan(high, last))) {
            break;
        }
        vec2 pair[2] = vec2[](texelFetch(surface, low, 0).xy, texelFetch(surface, high, 0).xy);
        bvec2 hidden = bvec2(false);
        for (int side = 0; side < 2; side++) {
            hidden[side] = pair[side].x > 0.0 && pair[side].x < own.x - nearer;
        }
        // A surface in front that goes on so close by closes here, too.
        if (all(hidden) && away * draw.reach < draw.gap && abs(pair[0].x - pair[1].x) < draw.range) {
            out_surface = 0.5 * (pair[0] + pair[1]);
            return;
        }
        // Both sides or none: one alone would tilt the surface.
        if (any(hidden)) {
            continue;
        }
        float weight = exp(-2.0 * away * away);
        for (int side = 0; side < 2; side++) {
            bool gone = pair[side].x <= 0.0 || pair[side].x > own.x + farther;
            vec2 taken = gone ? vec2(own.x + 0.5 * draw.range, own.y) : pair[side];
            sum += weight * vec3(taken, 1.0);
            // Slopes go on beyond the range.
            nearer = gone ? nearer : max(nearer, own.x - taken.x + draw.range);
            farther = gone ? farther : max(farther, taken.x - own.x + draw.range);
        }
    }
    out_surface = sum.xy / sum.z;
}
