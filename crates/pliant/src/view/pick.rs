//! Picks the particle under the cursor, and computes the target that it is pulled to.

use glam::{Vec2, Vec3};
use pliant_render::{Ray, Viewpoint};

/// Depth over width of a surface at the flattest useful viewing angle, 7 degrees.
const STEEPEST: f32 = 8.0;

/// The viewpoint and the cursor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CursorView {
    /// The viewpoint.
    pub(crate) viewpoint: Viewpoint,
    /// The window's size, pixels.
    pub(crate) size: [u32; 2],
    /// The cursor, pixels from the upper left corner.
    pub(crate) at: Vec2,
}

/// A particle in view.
struct Projected {
    index: usize,
    pixel: Vec2,
    /// Distance along the view direction, m.
    depth: f32,
}

impl CursorView {
    /// The picked particle: of those within `radius` pixels of the cursor, the nearest that no other particle hides.
    pub(crate) fn pick(&self, positions: &[[f32; 3]], radius: f32) -> Option<usize> {
        let near = |(index, position): (usize, &[f32; 3])| {
            let (pixel, depth) = self.viewpoint.project((*position).into(), self.size)?;
            let projected = Projected {
                index,
                pixel,
                depth,
            };
            (self.cursor_distance(&projected) <= radius).then_some(projected)
        };
        let mut near: Vec<Projected> = positions.iter().enumerate().filter_map(near).collect();
        near.sort_by(|a, b| self.cursor_distance(a).total_cmp(&self.cursor_distance(b)));
        let hidden = |particle: &Projected| near.iter().any(|other| self.hides(other, particle));
        near.iter()
            .find(|particle| !hidden(particle))
            .map(|s| s.index)
    }

    /// Whether one particle hides another: they are points, so it does where a surface through both would be steeper than
    /// [`STEEPEST`].
    fn hides(&self, front: &Projected, behind: &Projected) -> bool {
        let deeper = behind.depth - front.depth;
        let width = (front.pixel.distance(behind.pixel) + 1.0) * self.pixel(front.depth);
        deeper > STEEPEST * width
    }

    fn cursor_distance(&self, particle: &Projected) -> f32 {
        particle.pixel.distance(self.at)
    }

    /// The ray from the eye through the cursor.
    pub(crate) fn ray(&self) -> Ray {
        self.viewpoint.ray(self.at, self.size)
    }

    /// The point under the cursor at the depth of another point.
    pub(crate) fn at_depth_of(&self, point: Vec3) -> Vec3 {
        let forward = self.viewpoint.forward();
        let ray = self.ray();
        let depth = (point - ray.origin).dot(forward);
        ray.origin + ray.direction * (depth / ray.direction.dot(forward))
    }

    /// Distance of a projected point from the cursor, pixels.
    pub(crate) fn distance(&self, point: Vec3) -> Option<f32> {
        let (pixel, _) = self.viewpoint.project(point, self.size)?;
        Some(pixel.distance(self.at))
    }

    /// Width of a pixel at a depth, m.
    fn pixel(&self, depth: f32) -> f32 {
        let middle = Vec2::new(self.size[0] as f32, self.size[1] as f32) / 2.0;
        let point = |at| {
            let cursor = Self { at, ..*self };
            cursor.at_depth_of(self.viewpoint.eye + self.viewpoint.forward() * depth)
        };
        point(middle).distance(point(middle + Vec2::X))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_render::{Bounds, OrbitCamera};

    const SIZE: [u32; 2] = [800, 600];

    fn cursor_at(point: Vec3) -> CursorView {
        let viewpoint = OrbitCamera::framing(Bounds::new(-Vec3::ONE, Vec3::ONE)).viewpoint();
        let (at, _) = viewpoint.project(point, SIZE).expect("it is in front");
        CursorView {
            viewpoint,
            size: SIZE,
            at,
        }
    }

    #[test]
    fn the_nearest_to_the_cursor_is_picked() {
        let cursor = cursor_at(Vec3::X * 0.5);
        let points = [[0.4, 0.0, 0.0], [0.5, 0.01, 0.0], [0.6, 0.0, 0.0]];
        assert_eq!(cursor.pick(&points, 100.0), Some(1));
        assert_eq!(cursor.pick(&points[..1], 3.0), None);
        assert_eq!(cursor.pick(&[], 100.0), None);
    }

    #[test]
    fn particles_in_front_hide_those_behind() {
        let cursor = cursor_at(Vec3::ZERO);
        let forward = cursor.viewpoint.forward();
        let side = cursor.viewpoint.rotation * Vec3::X * 0.01;
        let front = (side - forward).to_array();
        let behind = forward.to_array();
        assert_eq!(cursor.pick(&[behind, front], 24.0), Some(1));
    }

    #[test]
    fn a_flat_surface_does_not_hide_itself() {
        // Viewed from 0.32 rad above the horizon, its far corner lies well behind its middle.
        let grid = |i: usize| [(i % 9) as f32 / 8.0 - 0.5, 0.0, (i / 9) as f32 / 8.0 - 0.5];
        let points: Vec<[f32; 3]> = (0..81).map(grid).collect();
        for corner in [0, 8, 72, 80, 40] {
            let cursor = cursor_at(points[corner].into());
            assert_eq!(cursor.pick(&points, 60.0), Some(corner));
        }
    }

    #[test]
    fn nothing_behind_the_eye_is_picked() {
        let cursor = cursor_at(Vec3::ZERO);
        let behind = cursor.viewpoint.eye - cursor.viewpoint.forward();
        assert_eq!(cursor.pick(&[behind.to_array()], 1e6), None);
    }

    #[test]
    fn a_pulled_point_stays_at_its_depth_under_the_cursor() {
        let point = Vec3::new(0.3, 0.2, -0.1);
        let mut cursor = cursor_at(point);
        assert!(cursor.at_depth_of(point).distance(point) < 1e-3);
        cursor.at += Vec2::new(120.0, -75.0);
        let pulled = cursor.at_depth_of(point);
        assert!(cursor.distance(pulled).expect("in front") < 0.05);
        let deeper = (pulled - point).dot(cursor.viewpoint.forward());
        assert!(deeper.abs() < 1e-4);
    }
}
