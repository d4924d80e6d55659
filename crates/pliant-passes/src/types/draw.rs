//! The structs that the renderer shares with the shaders under `shaders/draw/`.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// `SurfaceDraw::flags`: the vertices have normals.
    HAS_NORMALS = 1;
    /// The vertices have tangents.
    HAS_TANGENTS = 2;
    /// Points: all vertices in their order, not those that the elements name.
    EVERY_VERTEX = 4;
    /// `FluidDraw::flags`: the particles have velocities.
    HAS_SPEEDS = 8;
    /// `Surface::flags` above the texture bits: not lit.
    UNLIT = 0x1_0000;
    /// Corners of each ring of the capsule that is drawn around a segment of a rope.
    CAPSULE_SIDES = 12;
}

gpu_struct! {
    /// What all draws of a pass share: where is looked from, and the sun.
    struct View {
        /// World to clip space; depth is 1 at the near plane and 0 far away, but 0 to 1 towards the light in the shadow pass.
        world_to_clip: [[f32; 4]; 4],
        /// Its inverse.
        clip_to_world: [[f32; 4]; 4],
        /// World to shadow map: xy in 0..1, z the depth compared.
        world_to_shadow: [[f32; 4]; 4],
        /// Eye, m; with `eye_w` 0 the direction towards an orthographic camera instead.
        eye: [f32; 3],
        /// 1 for a perspective camera, 0 for an orthographic one.
        eye_w: f32,
        /// Unit vector towards the sun.
        sun_direction: [f32; 3],
        /// Size of a shadow texel, m.
        shadow_texel: f32,
        /// Irradiance of the sun over π, linear.
        sun_color: [f32; 3],
        /// Least and largest radius of the shadow's soft edge, in 0..1 of the shadow map.
        shadow_edge: [f32; 2],
        /// That radius for each unit of the map's depth between what throws a shadow and what gets it.
        shadow_spread: f32,
        /// How many entries of the lights are used.
        light_count: u32,
        /// How far away a place is along the view, m: its product with (place, 1).
        forward: [f32; 4],
        /// Width of a pixel, m: at any distance, and for each metre of it.
        pixel: [f32; 2],
        /// 1 where fluids stand in the sun's way.
        shaded: u32,
        /// How far apart particles of fluids are, m.
        drop: f32,
    }

    /// A punctual light in the world.
    struct PunctualLight {
        /// m.
        position: [f32; 3],
        /// 1/range², 1/m²; 0 without a range.
        inverse_range_squared: f32,
        /// Unit vector along which a spot or a directional light shines.
        direction: [f32; 3],
        /// 1 for a directional light.
        directional: u32,
        /// Linear colour times intensity over π.
        color: [f32; 3],
        /// Cone: clamp(cos·scale + offset)² is the share of the light.
        spot_scale: f32,
        /// See `spot_scale`; 1 for lights without a cone.
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
        /// Linear, with opacity.
        base_color: [f32; 4],
        /// Linear.
        emissive: [f32; 3],
        /// 0..1.
        metallic: f32,
        /// 0..1.
        roughness: f32,
        /// Scale of the normal map's X and Y.
        normal_scale: f32,
        /// 0..1.
        occlusion_strength: f32,
        /// Where mask materials are cut.
        alpha_cutoff: f32,
        /// Bit t: texture t is there; bit 8 + t: it uses TEXCOORD_1; `UNLIT`. Textures in the order of the transforms.
        flags: u32,
        /// Base colour.
        base_color_uv: UvTransform,
        /// Metallic and roughness.
        metallic_roughness_uv: UvTransform,
        /// Normal.
        normal_uv: UvTransform,
        /// Occlusion.
        occlusion_uv: UvTransform,
        /// Emission.
        emissive_uv: UvTransform,
    }

    /// What does not move with a vertex.
    struct VertexAttributes {
        /// TEXCOORD_0.
        uv0: [f32; 2],
        /// TEXCOORD_1.
        uv1: [f32; 2],
        /// COLOR_0, RGBA in 8 bits each.
        color: u32,
    }

    /// Push constants of surfaces: one primitive.
    struct SurfaceDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in positions, normals and tangents.
        first_vertex: u32,
        /// Index of vertex 0 in the attributes.
        first_attribute: u32,
        /// Index in the materials.
        material: u32,
        /// `HAS_NORMALS`, `HAS_TANGENTS`, `EVERY_VERTEX`.
        flags: u32,
        /// Radius of ropes and points, m.
        radius: f32,
        /// First entry in the elements.
        first_element: u32,
    }

    /// Push constants of a fluid: its particles as balls.
    struct FluidDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in positions.
        first_vertex: u32,
        /// Index of vertex 0 in the attributes.
        first_attribute: u32,
        /// Index of its first particle in the velocities.
        first_particle: u32,
        /// `HAS_SPEEDS`.
        flags: u32,
        /// Of a ball, m.
        radius: f32,
        /// How thick a ball is in its middle, m: all together are as thick as the fluid.
        thickness: f32,
        /// How light of each colour is absorbed, 1/m.
        absorption: [f32; 3],
        /// How deep the fluid has its colour, m.
        clarity: f32,
    }

    /// Push constants of what evens the surface of fluids out.
    struct EvenDraw {
        /// Along which axis, pixels.
        axis: [u32; 2],
        /// How far, m.
        reach: f32,
        /// But at most so far, pixels.
        widest: f32,
        /// What is so much nearer or farther is another surface, m.
        range: f32,
        /// A surface closes over gaps up to twice as wide, m.
        gap: f32,
    }

    /// Push constants of the surface of fluids.
    struct WaterDraw {
        /// Of particles, m.
        spacing: f32,
        /// How deep fluids have their colour, m.
        clarity: f32,
    }

    /// Push constants of the lines drawn over surfaces: edges of triangles, links.
    struct LineDraw {
        /// Vertex to world.
        model: [[f32; 4]; 4],
        /// Index of vertex 0 in the positions.
        first_vertex: u32,
        /// First entry in the elements.
        first_element: u32,
        /// Linear, with opacity.
        color: [f32; 4],
    }

    /// Push constants of the ground.
    struct GroundDraw {
        /// Ground to world; the ground is its XZ plane.
        model: [[f32; 4]; 4],
        /// Half sizes, m.
        extent: [f32; 2],
        /// Distance between thick lines, m; ten thin ones between.
        cell: f32,
        /// Where it fades into the sky, m from its centre; 0 never.
        fade: f32,
    }

    /// Push constants of the overlay.
    struct OverlayDraw {
        /// Size of the picture in the overlay's points.
        size: [f32; 2],
    }

    /// A corner of the overlay's triangles.
    struct OverlayVertex {
        /// Points from the upper left corner.
        position: [f32; 2],
        /// Texture coordinate.
        uv: [f32; 2],
        /// sRGB with premultiplied opacity, RGBA in 8 bits each.
        color: u32,
    }
}
