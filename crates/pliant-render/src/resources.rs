//! The device resources of a scene.

use crate::capsule::capsule_indices;
use crate::fluids::FluidShadow;
use crate::frame::Simulated;
use crate::geometry::{Geometry, GeometryBuffers};
use crate::lights::MOST_LIGHTS;
use crate::materials::{Materials, white};
use crate::options::RenderOptions;
use crate::programs::Layouts;
use bytemuck::{Zeroable, bytes_of, cast_slice};
use pliant_gpu::graphics::{
    Bindings, DrawBuffer, Format, Graphics, Image, Resource, Role, Sampler, SamplerOptions, Wrap,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{PunctualLight, Surface, View};
use pliant_scene::Scene;
use std::sync::Arc;

/// Side of the shadow map over that of the fluid shadow, which needs fewer texels since it has no sharp edges.
const FLUID_SHADOW_SCALE: u32 = 2;

/// Buffers, images and their bindings.
pub(crate) struct Resources {
    pub(crate) geometry: GeometryBuffers,
    pub(crate) materials: Materials,
    /// Indices of the capsule that ropes are made of.
    pub(crate) capsule: DrawBuffer,
    /// Links as (a, b, rest length).
    pub(crate) links: DrawBuffer,
    pub(crate) view: DrawBuffer,
    pub(crate) shadow_view: DrawBuffer,
    pub(crate) lights: DrawBuffer,
    pub(crate) shadow_map: Arc<Image>,
    /// `None` for scenes without fluids.
    pub(crate) fluid_shadow: Option<FluidShadow>,
    /// Binds the scene's vertices.
    pub(crate) packed: Bindings<'static>,
    /// Bindings that all draws of the picture share.
    pub(crate) in_picture: Bindings<'static>,
    /// Bindings that all draws of the shadow map share.
    pub(crate) in_shadow: Bindings<'static>,
}

impl Resources {
    pub(crate) fn new(
        graphics: &Graphics,
        layouts: &Layouts,
        options: &RenderOptions,
        scene: &Scene,
        geometry: &Geometry,
        built_in: &[Surface],
        fluids: bool,
    ) -> Result<Self, EngineError> {
        let geometry = geometry.upload(graphics)?;
        let materials = Materials::upload(graphics, &layouts.material, scene, built_in)?;
        let buffer = |name, bytes: &[u8]| DrawBuffer::new(graphics, name, bytes);
        let view = buffer("view", bytes_of(&View::zeroed()))?;
        let shadow_view = buffer("shadow view", bytes_of(&View::zeroed()))?;
        let lights = buffer(
            "lights",
            cast_slice(&[PunctualLight::zeroed(); MOST_LIGHTS]),
        )?;
        let shadow_map = Arc::new(shadow_map(graphics, options)?);
        let [compare, plain] = shadow_samplers(graphics)?;
        let rows = Resource::Buffer(materials.rows.clone());
        // A pass can't read a map that it draws to, so it binds a white image instead.
        let white = Resource::Texture(Arc::new(white(graphics)?), Arc::clone(&plain));
        let fluid_shadow = fluids
            .then(|| FluidShadow::new(graphics, options.shadow_size.div_ceil(FLUID_SHADOW_SCALE)))
            .transpose()?;
        let fluid_maps = fluid_shadow.as_ref().map(|s| s.resources.clone());
        let [fluid_depth, fluid_thickness] = fluid_maps.unwrap_or([white.clone(), white.clone()]);
        let in_picture = vec![
            Resource::Buffer(view.clone()),
            Resource::Texture(Arc::clone(&shadow_map), compare),
            Resource::Buffer(lights.clone()),
            rows.clone(),
            Resource::Texture(Arc::clone(&shadow_map), plain),
            fluid_depth,
            fluid_thickness,
        ];
        let in_shadow = vec![
            Resource::Buffer(shadow_view.clone()),
            white.clone(),
            Resource::Buffer(lights.clone()),
            rows,
            white.clone(),
            white.clone(),
            white,
        ];
        let packed = [
            &geometry.positions,
            &geometry.normals,
            &geometry.tangents,
            &geometry.attributes,
            &geometry.elements,
            &geometry.attributes,
        ];
        let packed = packed.map(|b| Resource::Buffer(b.clone())).to_vec();
        Ok(Self {
            capsule: buffer("capsule", cast_slice(&capsule_indices()))?,
            links: buffer("links", &[])?,
            packed: Bindings::new(graphics, &layouts.geometry, packed)?,
            in_picture: Bindings::new(graphics, &layouts.frame, in_picture)?,
            in_shadow: Bindings::new(graphics, &layouts.frame, in_shadow)?,
            geometry,
            materials,
            view,
            shadow_view,
            lights,
            shadow_map,
            fluid_shadow,
        })
    }

    /// Binds the simulation's vertices with the scene's attributes and elements, and with the colours of a quantity, where it is shown.
    pub(crate) fn bind_simulated<'a>(
        &self,
        graphics: &Graphics,
        layouts: &Layouts,
        simulated: &Simulated<'a>,
        colors: Option<&[u32]>,
    ) -> Result<Bindings<'a>, EngineError> {
        let drawn = |id| Resource::Simulated(simulated.engine.drawn(id));
        let colors = match colors {
            Some(colors) => DrawBuffer::new(graphics, "colours", cast_slice(colors))?,
            None => self.geometry.attributes.clone(),
        };
        let resources = vec![
            drawn(simulated.vertices),
            drawn(simulated.normals),
            drawn(simulated.tangents.unwrap_or(simulated.normals)),
            Resource::Buffer(self.geometry.attributes.clone()),
            Resource::Buffer(self.geometry.elements.clone()),
            Resource::Buffer(colors),
        ];
        Bindings::new(graphics, &layouts.geometry, resources)
    }

    /// Binds the simulation's vertices with velocities in place of tangents, for fluids.
    pub(crate) fn bind_fluid<'a>(
        &self,
        graphics: &Graphics,
        layouts: &Layouts,
        simulated: &Simulated<'a>,
    ) -> Result<Bindings<'a>, EngineError> {
        let velocities = Some(simulated.velocities);
        let moving = Simulated {
            tangents: velocities,
            ..*simulated
        };
        self.bind_simulated(graphics, layouts, &moving, None)
    }

    /// Binds the simulation's particles, with links in place of elements.
    pub(crate) fn bind_links<'a>(
        &self,
        graphics: &Graphics,
        layouts: &Layouts,
        simulated: &Simulated<'a>,
    ) -> Result<Option<Bindings<'a>>, EngineError> {
        let Some(particles) = simulated.particles else {
            return Ok(None);
        };
        let resources = vec![
            Resource::Simulated(simulated.engine.drawn(particles)),
            Resource::Buffer(self.geometry.normals.clone()),
            Resource::Buffer(self.geometry.tangents.clone()),
            Resource::Buffer(self.geometry.attributes.clone()),
            Resource::Buffer(self.links.clone()),
            Resource::Buffer(self.geometry.attributes.clone()),
        ];
        Bindings::new(graphics, &layouts.geometry, resources).map(Some)
    }
}

fn shadow_map(graphics: &Graphics, options: &RenderOptions) -> Result<Image, EngineError> {
    let size = [options.shadow_size; 2];
    Image::new(
        graphics,
        "shadow map",
        Format::Depth,
        Role::Sampled,
        size,
        1,
    )
}

/// A comparison sampler, filtered if the device supports it, and a sampler that reads depths.
fn shadow_samplers(graphics: &Graphics) -> Result<[Arc<Sampler>; 2], EngineError> {
    let plain = SamplerOptions {
        mag_linear: false,
        min_linear: false,
        mip_linear: None,
        wrap: [Wrap::Clamp; 2],
        compare: false,
    };
    let compare = SamplerOptions {
        mag_linear: graphics.filters_depth(),
        min_linear: graphics.filters_depth(),
        compare: true,
        ..plain
    };
    Ok([
        Sampler::new(graphics, &compare)?,
        Sampler::new(graphics, &plain)?,
    ])
}
