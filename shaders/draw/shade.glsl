// Shades one sample of a metallic-roughness surface: `shade` writes its colour.
#include "draw/surface.glsl"
#include "draw/light.glsl"
#include "draw/tone.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec4 in_uv;
layout(location = 4) in vec4 in_color;

layout(location = 0) out vec4 out_color;

// The vertex normal, or the triangle's normal without one, on the visible side.
vec3 smooth_normal(vec3 flat_normal) {
    flat_normal *= dot(flat_normal, towards_eye(position)) < 0.0 ? -1.0 : 1.0;
    bool has_normals = dot(in_normal, in_normal) > 1e-12;
    return normalize(has_normals ? (gl_FrontFacing ? in_normal : -in_normal) : flat_normal);
}

// World directions of the normal map's u and v axes, as the two columns, with one common scale. They come from the vertex
// tangent, or from the screen-space derivatives of the texture coordinates.
mat2x3 tangents(vec3 normal, vec3 dx, vec3 dy, vec2 uv_dx, vec2 uv_dy) {
    vec3 u = gl_FrontFacing ? in_tangent.xyz : -in_tangent.xyz;
    vec3 v = cross(normal, u) * in_tangent.w;
    if (dot(u, u) < 1e-12) {
        vec3 along_x = cross(dy, normal);
        vec3 along_y = cross(normal, dx);
        float side = sign(dot(dx, along_x));
        u = side * (along_x * uv_dx.x + along_y * uv_dy.x);
        // The map's green points up, against its v.
        v = -side * (along_x * uv_dx.y + along_y * uv_dy.y);
    }
    float longest = inversesqrt(max(max(dot(u, u), dot(v, v)), 1e-20));
    return mat2x3(u * longest, v * longest);
}

void shade() {
    Surface m = materials[draw.material];
    Coordinates uv = coordinates(in_uv);
    vec3 dx = dFdx(position);
    vec3 dy = dFdy(position);
    bool quantity = shows_quantity();
    vec4 base = quantity ? in_color : base_color(m, uv) * in_color;
    float alpha = apply_mask(m, base.a);
    if ((m.flags & UNLIT) != 0u && !quantity) {
        out_color = vec4(base.rgb, alpha);
        return;
    }
    Point p;
    p.position = position;
    p.to_eye = towards_eye(position);
    p.normal = smooth_normal(cross(dx, dy));
    if (has_texture(m, NORMAL)) {
        vec3 bump = look_up(normal_texture, m, NORMAL, m.normal_uv, uv).xyz * 2.0 - 1.0;
        vec2 uv_dx = apply_uv_rotation(m, NORMAL, m.normal_uv, uv.dx);
        vec2 uv_dy = apply_uv_rotation(m, NORMAL, m.normal_uv, uv.dy);
        mat2x3 axes = tangents(p.normal, dx, dy, uv_dx, uv_dy);
        p.normal = normalize(axes * (bump.xy * m.normal_scale) + bump.z * p.normal);
    }
    vec2 metal_rough = quantity ? vec2(0.0, 0.8) : vec2(m.metallic, m.roughness);
    if (has_texture(m, METALLIC_ROUGHNESS) && !quantity) {
        metal_rough *= look_up(metallic_roughness_texture, m, METALLIC_ROUGHNESS, m.metallic_roughness_uv, uv).bg;
    }
    p.occlusion = 1.0;
    if (has_texture(m, OCCLUSION)) {
        float occlusion = look_up(occlusion_texture, m, OCCLUSION, m.occlusion_uv, uv).r;
        p.occlusion = mix(1.0, occlusion, m.occlusion_strength);
    }
    vec3 emitted = quantity ? vec3(0.0) : m.emissive;
    if (has_texture(m, EMISSIVE)) {
        emitted *= look_up(emissive_texture, m, EMISSIVE, m.emissive_uv, uv).rgb;
    }
    p.albedo = base.rgb * (1.0 - metal_rough.x);
    p.specular = mix(vec3(0.04), base.rgb, metal_rough.x);
    p.roughness = clamp(metal_rough.y, 0.05, 1.0);
    out_color = vec4(dither(tone(lit(p) + emitted), gl_FragCoord.xy), alpha);
}
