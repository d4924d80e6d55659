//! The sun and the punctual lights of a scene, and the exposure.

use glam::{Mat4, Vec3};
use pliant_passes::types::draw::PunctualLight;
use pliant_scene::{LightKind, Scene};
use std::f32::consts::PI;

/// Largest number of punctual lights that are drawn in addition to the sun.
pub(crate) const MOST_LIGHTS: usize = 16;

/// Direction towards the default sun: high, slightly to the left of the default camera and behind it.
const DEFAULT_SUN: Vec3 = Vec3::new(-0.36, 0.86, 0.48);
/// Irradiance of the default sun over π. With the sky, a white surface that faces the sun is drawn just below white.
const DEFAULT_SUN_COLOR: Vec3 = Vec3::new(1.06, 0.98, 0.86);
/// Illuminance that is drawn as bright as the default sun, lux. Brighter scenes are dimmed to it.
const SHOWN_LUX: f32 = PI;

/// The lights of a frame.
pub(crate) struct Lights {
    /// Unit vector towards the sun.
    pub(crate) sun_direction: Vec3,
    /// Irradiance of the sun over π.
    pub(crate) sun_color: Vec3,
    pub(crate) punctual: Vec<PunctualLight>,
}

impl Lights {
    /// Collects the scene's lights at their nodes. `center` is the point that the camera looks at.
    pub(crate) fn of(scene: &Scene, poses: &[Mat4], center: Vec3) -> Self {
        let placed = || {
            scene
                .order
                .iter()
                .filter_map(|&n| Some((&scene.lights[scene.nodes[n].light?], poses[n])))
        };
        let exposure = exposure(placed().map(|(light, node)| {
            let distance_squared = (node.w_axis.truncate() - center).length_squared().max(1e-4);
            match light.kind {
                LightKind::Directional => light.intensity,
                LightKind::Point | LightKind::Spot { .. } => light.intensity / distance_squared,
            }
        }));
        let mut lights = Self {
            sun_direction: DEFAULT_SUN.normalize(),
            sun_color: DEFAULT_SUN_COLOR,
            punctual: Vec::new(),
        };
        let mut sun_found = false;
        for (light, node) in placed() {
            let color = light.color * (light.intensity * exposure / PI);
            let direction = (node.transform_vector3(Vec3::NEG_Z)).normalize_or(Vec3::NEG_Y);
            if light.kind == LightKind::Directional && !sun_found {
                (lights.sun_direction, lights.sun_color) = (-direction, color);
                sun_found = true;
            } else if lights.punctual.len() < MOST_LIGHTS {
                let position = node.w_axis.truncate();
                lights
                    .punctual
                    .push(punctual(light, color, position, direction));
            }
        }
        lights
    }
}

/// Number of lights of a scene beyond those that are drawn.
pub(crate) fn undrawn_lights(scene: &Scene) -> usize {
    let kinds: Vec<LightKind> = scene
        .order
        .iter()
        .filter_map(|&n| Some(scene.lights[scene.nodes[n].light?].kind))
        .collect();
    let sun = usize::from(kinds.contains(&LightKind::Directional));
    kinds.len().saturating_sub(MOST_LIGHTS + sun)
}

fn exposure(lux: impl Iterator<Item = f32>) -> f32 {
    let total: f32 = lux.sum();
    (SHOWN_LUX / total.max(SHOWN_LUX)).clamp(0.0, 1.0)
}

fn punctual(
    light: &pliant_scene::Light,
    color: Vec3,
    position: Vec3,
    direction: Vec3,
) -> PunctualLight {
    let (spot_scale, spot_offset) = match light.kind {
        LightKind::Spot { inner, outer } => {
            let scale = 1.0 / (inner.cos() - outer.cos()).max(1e-3);
            (scale, -outer.cos() * scale)
        }
        LightKind::Point | LightKind::Directional => (0.0, 1.0),
    };
    PunctualLight {
        position: position.to_array(),
        inverse_range_squared: light.range.map_or(0.0, |r| 1.0 / (r * r).max(1e-12)),
        direction: direction.to_array(),
        directional: u32::from(light.kind == LightKind::Directional),
        color: color.to_array(),
        spot_scale,
        spot_offset,
    }
}
