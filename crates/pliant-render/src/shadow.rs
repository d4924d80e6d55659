//! The sun's camera, which draws the shadow map.

use crate::bounds::Bounds;
use glam::{Mat4, Quat, Vec3, Vec4};

/// Tangent of the sun's angular radius. It is four times the real value, as through haze.
const SUN_RADIUS: f32 = 0.02;

/// Placement of the shadow map.
pub(crate) struct ShadowView {
    /// World to the clip space of the shadow pass, whose depth grows away from the sun.
    pub(crate) world_to_clip: Mat4,
    /// World to texture coordinates and depth of the shadow map.
    pub(crate) world_to_map: Mat4,
    /// Size of a texel, m.
    pub(crate) texel: f32,
    /// Penumbra radius for each unit of depth, in 0..1 of the map.
    pub(crate) penumbra_scale: f32,
}

impl ShadowView {
    /// Covers a sphere around the focus point, and everything in the scene that can cast a shadow into it.
    pub(crate) fn new(sun: Vec3, focus: Vec3, radius: f32, scene: Bounds, texels: u32) -> Self {
        let scene_radius = scene.radius().max(1e-3) * 1.1;
        let (center, radius) = if radius < scene_radius {
            (focus, radius)
        } else {
            (scene.center(), scene_radius)
        };
        let side = if sun.y.abs() < 0.99 { Vec3::Y } else { Vec3::X };
        let right = side.cross(sun).normalize();
        let rotation = Quat::from_mat3(&glam::Mat3::from_cols(right, sun.cross(right), sun));
        let texel = 2.0 * radius / texels as f32;
        // The map moves by whole texels, so that shadow edges do not flicker when the camera moves.
        let local = rotation.inverse() * center;
        let snapped = Vec3::new(
            (local.x / texel).round() * texel,
            (local.y / texel).round() * texel,
            local.z,
        );
        let depth = radius + scene_radius + center.distance(scene.center());
        let world_to_sun = Mat4::from_translation(-snapped) * Mat4::from_quat(rotation.inverse());
        let sun_to_clip = Mat4::from_cols(
            Vec4::new(1.0 / radius, 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / radius, 0.0, 0.0),
            Vec4::new(0.0, 0.0, -0.5 / depth, 0.0),
            Vec4::new(0.0, 0.0, 0.5, 1.0),
        );
        let world_to_clip = sun_to_clip * world_to_sun;
        let clip_to_map = Mat4::from_translation(Vec3::new(0.5, 0.5, 0.0))
            * Mat4::from_scale(Vec3::new(0.5, 0.5, 1.0));
        Self {
            world_to_clip,
            world_to_map: clip_to_map * world_to_clip,
            texel,
            penumbra_scale: SUN_RADIUS * depth / radius,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_lies_in_the_map_and_depth_grows_away_from_the_sun() {
        let scene = Bounds::new(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 2.0, 1.0));
        let sun = Vec3::new(0.3, 0.8, -0.2).normalize();
        let view = ShadowView::new(sun, Vec3::ZERO, 10.0, scene, 1024);
        for corner in scene.corners() {
            let at = view.world_to_map.project_point3(corner);
            assert!(
                at.cmpge(Vec3::ZERO).all() && at.cmple(Vec3::ONE).all(),
                "{at}"
            );
        }
        let near = view.world_to_map.project_point3(scene.center() + sun);
        let far = view.world_to_map.project_point3(scene.center());
        assert!(near.z < far.z);
        assert!(near.truncate().distance(far.truncate()) < 1e-4);
    }
}
