//! The sun's view of what is looked at.

use crate::bounds::Bounds;
use glam::{Mat4, Quat, Vec3, Vec4};

/// Tangent of half the angle that the sun fills: four times the real one, as through haze.
const SUN_SPREAD: f32 = 0.02;

/// Where the shadow map lies.
pub(crate) struct ShadowView {
    /// World to the shadow pass's clip space, depth growing away from the sun.
    pub(crate) world_to_clip: Mat4,
    /// World to texture coordinates and depth.
    pub(crate) world_to_map: Mat4,
    /// Size of a texel, m.
    pub(crate) texel: f32,
    /// Radius of a soft edge for each unit of depth, in 0..1 of the map.
    pub(crate) spread: f32,
}

impl ShadowView {
    /// Covers a ball around what is looked at, and whatever of the scene can throw a shadow into it.
    pub(crate) fn new(sun: Vec3, looked_at: Vec3, reach: f32, scene: Bounds, texels: u32) -> Self {
        let whole = scene.radius().max(1e-3) * 1.1;
        let (center, radius) = if reach < whole {
            (looked_at, reach)
        } else {
            (scene.center(), whole)
        };
        let side = if sun.y.abs() < 0.99 { Vec3::Y } else { Vec3::X };
        let right = side.cross(sun).normalize();
        let turn = Quat::from_mat3(&glam::Mat3::from_cols(right, sun.cross(right), sun));
        let texel = 2.0 * radius / texels as f32;
        // The map moves by whole texels, so that shadows do not crawl when the camera moves.
        let seen = turn.inverse() * center;
        let snapped = Vec3::new(
            (seen.x / texel).round() * texel,
            (seen.y / texel).round() * texel,
            seen.z,
        );
        let depth = radius + whole + center.distance(scene.center());
        let world_to_sun = Mat4::from_translation(-snapped) * Mat4::from_quat(turn.inverse());
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
            spread: SUN_SPREAD * depth / radius,
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
