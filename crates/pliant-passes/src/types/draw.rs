//! GPU structs that the renderer shares with the shaders under `shaders/draw/`.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// `SurfaceDraw::flags`: the vertices have normals.
    HAS_NORMALS = 1;
    /// The vertices have tangents.
    HAS_TANGENTS = 2;
    /// For points: draws every vertex in order, instead of the vertices that the elements list.
    EVERY_VERTEX = 4;
    /// `SplatDraw::flags`: the particles have velocities.
    HAS_VELOCITIES = 8;
    /// `SurfaceDraw::flags`: the base colour is that of `Colors` instead of the material's.
    HAS_COLORS = 16;
    /// The base colour is `SurfaceDraw::color` instead of the material's.
    ONE_COLOR = 32;
    /// `Surface::flags`, above the texture bits: the material is not lit.
    UNLIT = 0x1_0000;
    /// Vertices on each circle of the capsule that is drawn around a segment of a rope.
    CAPSULE_SIDES = 12;
}

gpu_struct! {
    /// Data of all draws of a render pass: the camera and the sun.
    struct View {
        /// World to clip space. Depth falls from 1 at the near plane to 0; in the shadow pass it grows from 0 to 1 away from the sun.
        world_to_clip: [[f32; 4]; 4],
        /// The inverse of `world_to_clip`.
        clip_to_world: [[f32; 4]; 4],
        /// World to shadow map: xy are in 0..1, z is the depth to compare.
        world_to_shadow: [[f32; 4]; 4],
        /// Position of the eye, m. With `eye_w` = 0 it is the direction towards an orthographic camera.
        eye: [f32; 3],
        /// 1 for a perspective camera, 0 for an orthographic one.
        eye_w: f32,
        /// Unit vector towards the sun.
        sun_direction: [f32; 3],
        /// Size of a shadow texel, m.
        shadow_texel: f32,
        /// Irradiance of the sun over π, in linear RGB.
        sun_color: [f32; 3],
        /// Smallest and largest radius of the penumbra, in 0..1 of the shadow map.
        penumbra_range: [f32; 2],
        /// Penumbra radius for each unit of shadow-map depth between the occluder and the receiver.
        penumbra_scale: f32,
        /// Number of punctual lights.
        light_count: u32,
        /// Distance along the view, m: the dot product with (position, 1).
        forward: [f32; 4],
        /// Width of a pixel, m: a constant, and an amount for each metre of distance.
        pixel: [f32; 2],
        /// 1 where fluids cast shadows, else 0.
        fluid_shadows: u32,
        /// Spacing of fluid particles, m.
        particle_spacing: f32,
    }

    /// A punctual light in the world.
    struct PunctualLight {
        /// Position, m.
        position: [f32; 3],
        /// 1/range², 1/m²; 0 without a range.
        inverse_range_squared: f32,
        /// Unit vector in which a spot or a directional light shines.
        direction: [f32; 3],
        /// 1 for a directional light, else 0.
        directional: u32,
        /// Linear colour times intensity over π.
        color: [f32; 3],
        /// A cone transmits the fraction clamp(cos·scale + offset)².
        spot_scale: f32,
        /// The offset in that formula; 1 for lights without a cone.
        spot_offset: f32,
    }

    /// KHR_texture_transform as two rows: u' = dot(u, (u, v, 1)).
    struct UvTransform {
        /// Row of u.
        u: [f32; 3],
        /// Row of v.
        v: [f32; 3],
    }

    /// A metallic-roughness material.
    struct Surface {
        /// Linear RGB and opacity.
        base_color: [f32; 4],
        /// Linear RGB.
        emissive: [f32; 3],
        /// Metalness, 0..1.
        metallic: f32,
        /// Perceptual roughness, 0..1.
        roughness: f32,
        /// Scale of the normal map's X and Y.
        normal_scale: f32,
        /// Strength of the occlusion texture, 0..1.
        occlusion_strength: f32,
        /// Opacity below which a masked material is invisible.
        alpha_cutoff: f32,
        /// Bit t: texture t exists. Bit 8 + t: it uses TEXCOORD_1. `UNLIT`. Textures are in the order of the transforms.
        flags: u32,
        /// Transform of the base colour texture.
        base_color_uv: UvTransform,
        /// Transform of the metallic and roughness texture.
        metallic_roughness_uv: UvTransform,
        /// Transform of the normal map.
        normal_uv: UvTransform,
        /// Transform of the occlusion texture.
        occlusion_uv: UvTransform,
        /// Transform of the emission texture.
        emissive_uv: UvTransform,
    }

    /// Vertex attributes that the simulation does not change.
    struct VertexAttributes {
        /// TEXCOORD_0.
        uv0: [f32; 2],
        /// TEXCOORD_1.
        uv1: [f32; 2],
        /// COLOR_0, RGBA in 8 bits each.
        color: u32,
    }

    /// Push constants of a surface: one primitive.
    struct SurfaceDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in positions, normals and tangents.
        first_vertex: u32,
        /// Index of vertex 0 in the attributes.
        first_attribute: u32,
        /// Index in the materials.
        material: u32,
        /// `HAS_NORMALS`, `HAS_TANGENTS`, `EVERY_VERTEX`, `HAS_COLORS`, `ONE_COLOR`.
        flags: u32,
        /// Radius of ropes and points, m.
        radius: f32,
        /// First entry in the elements.
        first_element: u32,
        /// With `ONE_COLOR`: sRGB, RGBA in 8 bits each.
        color: u32,
    }

    /// Push constants of a fluid whose particles are drawn as splats.
    struct SplatDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in positions.
        first_vertex: u32,
        /// Index of vertex 0 in the attributes.
        first_attribute: u32,
        /// Index of the fluid's first particle in the velocities.
        first_particle: u32,
        /// `HAS_VELOCITIES`.
        flags: u32,
        /// Radius of a splat, m.
        radius: f32,
        /// Thickness in the middle of a splat, m. The sum over all splats is the thickness of the fluid.
        thickness: f32,
        /// Absorption coefficient of red, green and blue light, 1/m.
        absorption: [f32; 3],
        /// Depth at which the fluid shows its material's colour, m.
        attenuation_distance: f32,
    }

    /// Push constants of the smoothing of the fluid surface.
    struct SmoothingDraw {
        /// One pixel along the smoothed axis.
        axis: [u32; 2],
        /// Radius of the filter, m.
        radius: f32,
        /// Upper limit of that radius, pixels.
        max_pixels: f32,
        /// Difference in distance from which a sample belongs to another surface, m.
        range: f32,
        /// Half the width of gaps that a nearer surface closes, m.
        gap: f32,
    }

    /// Push constants of the fluid surface.
    struct FluidSurfaceDraw {
        /// Spacing of fluid particles, m.
        spacing: f32,
        /// Depth at which fluids show their material's colour, m.
        attenuation_distance: f32,
    }

    /// Push constants of lines over surfaces: edges of triangles, and links.
    struct LineDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in the positions.
        first_vertex: u32,
        /// First entry in the elements.
        first_element: u32,
        /// Linear RGB and opacity.
        color: [f32; 4],
    }

    /// Push constants of the ground.
    struct GroundDraw {
        /// Ground to world; the ground is its XZ plane.
        model: [[f32; 4]; 4],
        /// Half sizes, m.
        extent: [f32; 2],
        /// Distance between thick lines, m. Thin lines divide it by ten.
        cell: f32,
        /// Distance from the centre at which the ground has faded into the sky, m; 0 for no fading.
        fade: f32,
    }

    /// Push constants of the overlay.
    struct OverlayDraw {
        /// Size of the picture in the overlay's points.
        size: [f32; 2],
    }

    /// A vertex of the overlay.
    struct OverlayVertex {
        /// Position in points from the upper left corner.
        position: [f32; 2],
        /// Texture coordinate.
        uv: [f32; 2],
        /// sRGB with premultiplied opacity, RGBA in 8 bits each.
        color: u32,
    }
}
