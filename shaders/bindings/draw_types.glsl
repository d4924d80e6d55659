// Generated from crates/pliant-passes/src/types/draw.rs; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.

#define HAS_NORMALS 1u
#define HAS_TANGENTS 2u
#define EVERY_VERTEX 4u
#define HAS_VELOCITIES 8u
#define HAS_COLORS 16u
#define ONE_COLOR 32u
#define UNLIT 65536u
#define CAPSULE_SIDES 12u

struct View {
    mat4 world_to_clip;
    mat4 clip_to_world;
    mat4 world_to_shadow;
    vec3 eye;
    float eye_w;
    vec3 sun_direction;
    float shadow_texel;
    vec3 sun_color;
    vec2 penumbra_range;
    float penumbra_scale;
    uint light_count;
    vec4 forward;
    vec2 pixel;
    uint fluid_shadows;
    float particle_spacing;
};

struct PunctualLight {
    vec3 position;
    float inverse_range_squared;
    vec3 direction;
    uint directional;
    vec3 color;
    float spot_scale;
    float spot_offset;
};

struct UvTransform {
    vec3 u;
    vec3 v;
};

struct Surface {
    vec4 base_color;
    vec3 emissive;
    float metallic;
    float roughness;
    float normal_scale;
    float occlusion_strength;
    float alpha_cutoff;
    uint flags;
    UvTransform base_color_uv;
    UvTransform metallic_roughness_uv;
    UvTransform normal_uv;
    UvTransform occlusion_uv;
    UvTransform emissive_uv;
};

struct VertexAttributes {
    vec2 uv0;
    vec2 uv1;
    uint color;
};

struct SurfaceDraw {
    mat4 model;
    uint first_vertex;
    uint first_attribute;
    uint material;
    uint flags;
    float radius;
    uint first_element;
    uint color;
};

struct SplatDraw {
    mat4 model;
    uint first_vertex;
    uint first_attribute;
    uint first_particle;
    uint flags;
    float radius;
    float thickness;
    vec3 absorption;
    float attenuation_distance;
};

struct SmoothingDraw {
    uvec2 axis;
    float radius;
    float max_pixels;
    float range;
    float gap;
};

struct FluidSurfaceDraw {
    float spacing;
    float attenuation_distance;
};

struct LineDraw {
    mat4 model;
    uint first_vertex;
    uint first_element;
    vec4 color;
};

struct GroundDraw {
    mat4 model;
    vec2 extent;
    float cell;
    float fade;
};

struct OverlayDraw {
    vec2 size;
};

struct OverlayVertex {
    vec2 position;
    vec2 uv;
    uint color;
};
