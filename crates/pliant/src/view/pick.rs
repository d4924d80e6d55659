//! The particle under the cursor, and where the cursor pulls it.

use glam::{Vec2, Vec3};
use pliant_render::Viewpoint;

/// What is seen, and where the cursor is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Where it is seen from.
    pub(crate) viewpoint: Viewpoint,
    /// The window's size, pixels.
    pub(crate) size: [u32; 2],
    /// The cursor, pixels from the upper left corner.
    pub(crate) at: Vec2,
}

impl Look {
    /// The particle that is meant, of those `reach` pixels around the cursor: the nearest to it on the front-most
    /// surface there.
    pub(crate) fn pick(&self, positions: &[[f32; 3]], reach: f32) -> Option<usize> {
        let near = |(i, position): (usize, &[f32; 3])| {
            let (pixel, depth) = self.viewpoint.project((*position).into(), self.size)?;
            let off = pixel.distance(self.at);
            (off <= reach).then_some((i, off, depth))
        };
        let near: Vec<_> = positions.iter().enumerate().filter_map(near).collect();
        let front = near.iter().map(|n| n.2).min_by(f32::total_cmp)?;
        // A surface that is steep to the view is this deep under the cursor.
        let deep = front + 2.0 * reach * self.pixel(front);
        near.into_iter()
            .filter(|(_, _, depth)| *depth <= deep)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(i, ..)| i)
    }

    /// The point under the cursor, as far along the view as another point.
    pub(crate) fn beside(&self, point: Vec3) -> Vec3 {
        let forward = self.viewpoint.forward();
        let ray = self.viewpoint.ray(self.at, self.size);
        let depth = (point - ray.origin).dot(forward);
        ray.origin + ray.direction * (depth / ray.direction.dot(forward))
    }

    /// How far from the cursor a point is seen, pixels.
    pub(crate) fn off(&self, point: Vec3) -> Option<f32> {
        let (pixel, _) = self.viewpoint.project(point, self.size)?;
        Some(pixel.distance(self.at))
    }

    /// Width of a pixel at a distance along the view, m.
    fn pixel(&self, depth: f32) -> f32 {
        let middle = Vec2::new(self.size[0] as f32, self.size[1] as f32) / 2.0;
        let point = |at| {
            let look = Self { at, ..*self };
            look.beside(self.viewpoint.eye + self.viewpoint.forward() * depth)
        };
        point(middle).distance(point(middle + Vec2::X))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_render::{Bounds, OrbitCamera};

    const SIZE: [u32; 2] = [800, 600];

    fn look_at(point: Vec3) -> Look {
        let viewpoint = OrbitCamera::framing(Bounds::new(-Vec3::ONE, Vec3::ONE)).viewpoint();
        let (at, _) = viewpoint.project(point, SIZE).expect("it is in front");
        Look {
            viewpoint,
            size: SIZE,
            at,
        }
    }

    #[test]
    fn the_nearest_to_the_cursor_is_picked() {
        let look = look_at(Vec3::X * 0.5);
        let points = [[0.4, 0.0, 0.0], [0.5, 0.01, 0.0], [0.6, 0.0, 0.0]];
        assert_eq!(look.pick(&points, 100.0), Some(1));
        assert_eq!(look.pick(&points[..1], 3.0), None);
        assert_eq!(look.pick(&[], 100.0), None);
    }

    #[test]
    fn what_is_in_front_hides_what_is_behind() {
        let look = look_at(Vec3::ZERO);
        let forward = look.viewpoint.forward();
        let side = look.viewpoint.turn * Vec3::X * 0.01;
        let front = (side - forward).to_array();
        let behind = forward.to_array();
        assert_eq!(look.pick(&[behind, front], 24.0), Some(1));
    }

    #[test]
    fn nothing_behind_the_eye_is_picked() {
        let look = look_at(Vec3::ZERO);
        let behind = look.viewpoint.eye - look.viewpoint.forward();
        assert_eq!(look.pick(&[behind.to_array()], 1e6), None);
    }

    #[test]
    fn a_pulled_point_stays_at_its_depth_under_the_cursor() {
        let point = Vec3::new(0.3, 0.2, -0.1);
        let mut look = look_at(point);
        assert!(look.beside(point).distance(point) < 1e-3);
        look.at += Vec2::new(120.0, -75.0);
        let pulled = look.beside(point);
        assert!(look.off(pulled).expect("in front") < 0.05);
        let deeper = (pulled - point).dot(look.viewpoint.forward());
        assert!(deeper.abs() < 1e-4);
    }
}
