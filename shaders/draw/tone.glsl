// Tone mapping by the Khronos PBR neutral mapper [Khronos 2024], in linear sRGB. Colours below its shoulder keep their
// authored values, and highlights roll off towards white.
vec3 tone(vec3 light) {
    const float START = 0.8 - 0.04;
    const float FADE = 0.15;
    float least = min(light.r, min(light.g, light.b));
    light -= least < 0.08 ? least - 6.25 * least * least : 0.04;
    float peak = max(light.r, max(light.g, light.b));
    if (peak < START) {
        return light;
    }
    float headroom = 1.0 - START;
    float rolled = 1.0 - headroom * headroom / (peak + headroom - START);
    float gray = 1.0 - 1.0 / (FADE * (peak - rolled) + 1.0);
    return mix(light * rolled / peak, vec3(rolled), gray);
}

// Inverse of `tone`, without the desaturation of highlights.
vec3 inverse_tone(vec3 color) {
    const float START = 0.8 - 0.04;
    float headroom = 1.0 - START;
    float peak = min(max(color.r, max(color.g, color.b)), 0.98);
    color *= peak > START ? (headroom * headroom / (1.0 - peak) - headroom + START) / peak : 1.0;
    float least = min(color.r, min(color.g, color.b));
    return color + (least < 0.04 ? sqrt(max(least, 0.0) / 6.25) - least : 0.04);
}

// Adds noise of up to half an 8-bit step in both directions, so that slow gradients show no bands.
vec3 dither(vec3 color, vec2 pixel) {
    float noise = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
    vec3 slope = max(2.2 * pow(max(color, 0.0), vec3(1.0 - 1.0 / 2.2)), vec3(0.05));
    return color + noise / 255.0 * slope;
}
