//! A camera that orbits a point, for use with a mouse.

use crate::bounds::Bounds;
use crate::viewpoint::{Lens, Viewpoint};
use glam::{EulerRot, Quat, Vec2, Vec3};

/// Full vertical angle of view, rad. It is that of a 65 mm lens, which distorts little.
const ANGLE: f32 = 0.6;
/// Framing fits pictures of this aspect ratio (width over height) and wider ones. Narrower pictures show the same width.
const ASPECT: f32 = 4.0 / 3.0;

/// An upright camera that looks at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrbitCamera {
    /// The point that the camera looks at, m.
    pub target: Vec3,
    /// Distance of the camera from the target, m.
    pub distance: f32,
    /// Rotation about +Y, rad; 0 looks along −Z.
    pub yaw: f32,
    /// Elevation of the camera over the horizon, rad.
    pub pitch: f32,
    /// Whether the projection is orthographic; it shows the same at the target's distance.
    pub parallel: bool,
}

impl OrbitCamera {
    /// Shows a whole scene from the front, slightly from the right and above.
    #[must_use]
    pub fn framing(bounds: Bounds) -> Self {
        let mut camera = Self {
            target: Vec3::ZERO,
            distance: 1.0,
            yaw: 0.52,
            pitch: 0.32,
            parallel: false,
        };
        camera.frame(bounds);
        camera
    }

    /// Starts at another viewpoint.
    #[must_use]
    pub fn at(view: &Viewpoint) -> Self {
        let (yaw, pitch, _) = view.rotation.to_euler(EulerRot::YXZ);
        Self {
            target: view.eye + view.forward() * view.focus,
            distance: view.focus,
            yaw,
            pitch: -pitch,
            parallel: false,
        }
    }

    /// Moves the camera so that a box fills the picture. The direction does not change.
    pub fn frame(&mut self, bounds: Bounds) {
        self.target = bounds.center();
        let world_to_camera = self.rotation().inverse();
        let needed = bounds.corners().map(|corner| {
            let local = world_to_camera * (corner - self.target);
            (local.x.abs() / ASPECT).max(local.y.abs()) / (ANGLE / 2.0).tan() + local.z
        });
        self.distance = needed.into_iter().fold(1e-3, f32::max) * 1.06;
    }

    /// Orbits by a drag, in fractions of the picture's height. A drag over the full height is half a turn.
    pub fn orbit(&mut self, drag: Vec2) {
        let limit = std::f32::consts::FRAC_PI_2 - 0.01;
        self.yaw = (self.yaw - drag.x * std::f32::consts::PI).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + drag.y * std::f32::consts::PI).clamp(-limit, limit);
    }

    /// Pans by a drag, in fractions of the picture's height. A point at the target's distance stays under the cursor.
    pub fn pan(&mut self, drag: Vec2) {
        let height = 2.0 * self.distance * (ANGLE / 2.0).tan();
        self.target += self.rotation() * Vec3::new(-drag.x, drag.y, 0.0) * height;
    }

    /// Turns the camera on the spot by a drag, in fractions of the picture's height.
    pub fn look_around(&mut self, drag: Vec2) {
        let back = |camera: &Self| camera.rotation() * Vec3::Z * camera.distance;
        let eye = self.target + back(self);
        self.orbit(Vec2::new(0.5 * drag.x, 0.5 * drag.y));
        self.target = eye - back(self);
    }

    /// Moves the camera by a vector of its own frame (right, up, back), m.
    pub fn travel(&mut self, way: Vec3) {
        self.target += self.rotation() * way;
    }

    /// Zooms by steps of a wheel, each a tenth of the distance. Negative steps zoom out.
    pub fn zoom(&mut self, steps: f32) {
        self.distance = (self.distance * 0.9_f32.powf(steps)).clamp(1e-3, 1e5);
    }

    /// The camera's viewpoint.
    #[must_use]
    pub fn viewpoint(&self) -> Viewpoint {
        let rotation = self.rotation();
        if self.parallel {
            // Far enough away that nothing near the target is behind the eye.
            let away = (10.0 * self.distance).max(100.0);
            return Viewpoint {
                eye: self.target + rotation * Vec3::Z * away,
                rotation,
                lens: Lens::Parallel {
                    half_height: self.distance * (ANGLE / 2.0).tan(),
                    near: 0.0,
                    far: 2.0 * away,
                },
                focus: away,
                margins: [0.0; 4],
            };
        }
        Viewpoint {
            eye: self.target + rotation * Vec3::Z * self.distance,
            rotation,
            lens: Lens::Perspective {
                angle: ANGLE,
                narrow: ASPECT,
                near: self.distance * 0.01,
            },
            focus: self.distance,
            margins: [0.0; 4],
        }
    }

    fn rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [800, 600];

    fn camera() -> OrbitCamera {
        let corner = Vec3::new(1.0, 2.0, 0.5);
        OrbitCamera::framing(Bounds::new(-corner, corner))
    }

    #[test]
    fn the_whole_box_is_in_the_picture() {
        let corner = Vec3::new(1.0, 2.0, 0.5);
        for size in [SIZE, [600, 800], [1600, 300]] {
            let view = camera().viewpoint();
            for corner in Bounds::new(-corner, corner).corners() {
                let (pixel, _) = view.project(corner, size).expect("in front");
                let [width, height] = size.map(|s| s as f32);
                assert!((0.0..width).contains(&pixel.x), "{size:?}: {pixel}");
                assert!((0.0..height).contains(&pixel.y), "{size:?}: {pixel}");
            }
        }
    }

    #[test]
    fn the_target_is_in_the_middle_and_up_is_up() {
        let view = camera().viewpoint();
        let (middle, depth) = view.project(Vec3::ZERO, SIZE).expect("in front");
        assert!(middle.distance(Vec2::new(400.0, 300.0)) < 1e-2);
        assert!((depth - camera().distance).abs() < 1e-3);
        let (above, _) = view.project(Vec3::Y, SIZE).expect("in front");
        assert!(above.y < middle.y);
    }

    #[test]
    fn rays_go_through_what_is_projected() {
        let mut camera = camera();
        camera.orbit(Vec2::new(0.2, -0.4));
        let parallel = Viewpoint {
            lens: Lens::Parallel {
                half_height: 3.0,
                near: 0.1,
                far: 100.0,
            },
            ..camera.viewpoint()
        };
        for view in [camera.viewpoint(), parallel] {
            let point = Vec3::new(0.3, -0.7, 0.4);
            let (pixel, _) = view.project(point, SIZE).expect("in front");
            let ray = view.ray(pixel, SIZE);
            let off = (point - ray.origin).cross(ray.direction).length();
            assert!(off < 1e-3, "{off} m from the point");
        }
    }

    #[test]
    fn margins_move_the_view_beside_panels() {
        let margins = [200.0, 30.0, 100.0, 70.0];
        let inner = camera().viewpoint();
        let outer = Viewpoint { margins, ..inner };
        let (size, inside) = (SIZE, [500, 500]);
        for point in [Vec3::ZERO, Vec3::new(0.3, -0.7, 0.4)] {
            let (pixel, _) = outer.project(point, size).expect("in front");
            let (alone, _) = inner.project(point, inside).expect("in front");
            assert!(
                pixel.distance(alone + Vec2::new(200.0, 30.0)) < 0.05,
                "{pixel} {alone}"
            );
            let ray = outer.ray(pixel, size);
            assert!((point - ray.origin).cross(ray.direction).length() < 1e-3);
        }
    }

    #[test]
    fn the_orthographic_view_has_the_same_scale_at_the_target() {
        let perspective = camera().viewpoint();
        let parallel = OrbitCamera {
            parallel: true,
            ..camera()
        };
        let parallel = parallel.viewpoint();
        let beside = perspective.rotation * Vec3::X * 0.5;
        for point in [Vec3::ZERO, beside] {
            let [a, b] =
                [perspective, parallel].map(|v| v.project(point, SIZE).expect("in front").0);
            assert!(a.distance(b) < 0.1, "{a} {b}");
        }
    }

    #[test]
    fn a_pan_keeps_the_point_under_the_cursor() {
        let mut camera = camera();
        let before = camera
            .viewpoint()
            .project(Vec3::ZERO, SIZE)
            .expect("in front")
            .0;
        camera.pan(Vec2::new(60.0, -30.0) / 600.0);
        let after = camera
            .viewpoint()
            .project(Vec3::ZERO, SIZE)
            .expect("in front")
            .0;
        assert!((after - before).distance(Vec2::new(60.0, -30.0)) < 0.1);
    }

    #[test]
    fn depth_falls_from_one_at_the_near_plane() {
        let view = camera().viewpoint();
        let near = view.eye + view.forward() * camera().distance * 0.01;
        let far = view.eye + view.forward() * 1e4;
        let clip = |p: Vec3| view.world_to_clip(SIZE).project_point3(p).z;
        assert!((clip(near) - 1.0).abs() < 1e-3);
        assert!((0.0..1e-2).contains(&clip(far)));
    }
}
