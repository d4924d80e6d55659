// The primitive's material: its row, its five textures, and its opacity.
layout(constant_id = 0) const int ALPHA = 0;  // 0 opaque, 1 mask, 2 blend, 3 mask by sample coverage

#define BASE_COLOR 0u
#define METALLIC_ROUGHNESS 1u
#define NORMAL 2u
#define OCCLUSION 3u
#define EMISSIVE 4u

layout(push_constant, scalar) uniform Push { SurfaceDraw draw; };
layout(set = 0, binding = 3, scalar) readonly buffer Materials { Surface materials[]; };
layout(set = 2, binding = 0) uniform sampler2D base_color_texture;
layout(set = 2, binding = 1) uniform sampler2D metallic_roughness_texture;
layout(set = 2, binding = 2) uniform sampler2D normal_texture;
layout(set = 2, binding = 3) uniform sampler2D occlusion_texture;
layout(set = 2, binding = 4) uniform sampler2D emissive_texture;

// Whether the vertex colour shows a quantity, in place of the material.
bool shows_quantity() {
    return (draw.flags & (HAS_COLORS | ONE_COLOR)) != 0u;
}

bool has_texture(Surface m, uint slot) {
    return (m.flags >> slot & 1u) != 0u;
}

// Both texture coordinates and their screen-space derivatives. The derivatives are computed before any branch: in branches,
// software drivers compute no values for pixels outside a triangle.
struct Coordinates {
    vec4 at;
    vec4 dx;
    vec4 dy;
};

Coordinates coordinates(vec4 uv) {
    return Coordinates(uv, dFdx(uv), dFdy(uv));
}

// Rotates and scales a texture's coordinates, or their derivatives.
vec2 apply_uv_rotation(Surface m, uint slot, UvTransform transform, vec4 uv) {
    vec2 chosen = (m.flags >> (8u + slot) & 1u) != 0u ? uv.zw : uv.xy;
    return vec2(dot(transform.u.xy, chosen), dot(transform.v.xy, chosen));
}

vec4 look_up(sampler2D map, Surface m, uint slot, UvTransform transform, Coordinates uv) {
    vec2 at = apply_uv_rotation(m, slot, transform, uv.at) + vec2(transform.u.z, transform.v.z);
    vec2 dx = apply_uv_rotation(m, slot, transform, uv.dx);
    vec2 dy = apply_uv_rotation(m, slot, transform, uv.dy);
    return textureGrad(map, at, dx, dy);
}

vec4 base_color(Surface m, Coordinates uv) {
    vec4 color = m.base_color;
    if (has_texture(m, BASE_COLOR)) {
        color *= look_up(base_color_texture, m, BASE_COLOR, m.base_color_uv, uv);
    }
    return color;
}

// The opacity to write. Fragments that a mask hides are discarded.
float apply_mask(Surface m, float alpha) {
    if (ALPHA == 0) {
        return 1.0;
    }
    if (ALPHA == 1 && alpha < m.alpha_cutoff) {
        discard;
    }
    if (ALPHA == 3) {
        // The mask's edge becomes one pixel wide, and its opacity sets the sample coverage.
        return clamp((alpha - m.alpha_cutoff) / max(fwidth(alpha), 1e-4) + 0.5, 0.0, 1.0);
    }
    return alpha;
}
