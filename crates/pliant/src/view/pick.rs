//! The particle under the cursor, and where the cursor pulls it.

use glam::{Vec2, Vec3};
use pliant_render::{Ray, Viewpoint};

/// Depth over width of a surface that is seen from as flat an angle as is still of use: 7 degrees.
const STEEPEST: f32 = 8.0;

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

/// A particle in view.
struct Seen {
    index: usize,
    pixel: Vec2,
    /// Along the view, m.
    depth: f32,
}

impl Look {
    /// The particle that is meant: of those `reach` pixels around the cursor, the nearest that no other hides.
    pub(crate) fn pick(&self, positions: &[[f32; 3]], reach: f32) -> Option<usize> {
        let near = |(index, position): (usize, &[f32; 3])| {
            let (pixel, depth) = self.viewpoint.project((*position).into(), self.size)?;
            let seen = Seen {
                index,
                pixel,
                depth,
            };
            (self.off_by(&seen) <= reach).then_some(seen)
        };
        let mut near: Vec<Seen> = positions.iter().enumerate().filter_map(near).collect();
        near.sort_by(|a, b| self.off_by(a).total_cmp(&self.off_by(b)));
        let hidden = |seen: &Seen| near.iter().any(|other| self.hides(other, seen));
        near.iter().find(|seen| !hidden(seen)).map(|s| s.index)
    }

    /// Particles are points: one hides another if it is further in front of it than a surface through both would be
    /// steep.
    fn hides(&self, front: &Seen, behind: &Seen) -> bool {
        let deeper = behind.depth - front.depth;
        let beside = (front.pixel.distance(behind.pixel) + 1.0) * self.pixel(front.depth);
        deeper > STEEPEST * beside
    }

    fn off_by(&self, seen: &Seen) -> f32 {
        seen.pixel.distance(self.at)
    }

    /// From the eye through the cursor.
    pub(crate) fn ray(&self) -> Ray {
        self.viewpoint.ray(self.at, self.size)
    }

    /// The point under the cursor, as far along the view as another point.
    pub(crate) fn beside(&self, point: Vec3) -> Vec3 {
        let forward = self.viewpoint.forward();
        let ray = self.ray();
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
    fn a_flat_surface_does_not_hide_itself() {
        // Seen from 0.32 rad above the horizon, its far corner lies well behind its middle.
        let grid = |i: usize| [(i % 9) as f32 / 8.0 - 0.5, 0.0, (i / 9) as f32 / 8.0 - 0.5];
        let points: Vec<[f32; 3]> = (0..81).map(grid).collect();
        for corner in [0, 8, 72, 80, 40] {
            let look = look_at(points[corner].into());
            assert_eq!(look.pick(&points, 60.0), Some(corner));
        }
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
