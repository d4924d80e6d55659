//! CPU implementation of `shaders/rigid/collision/separating_axis.glsl`.

use crate::cpu::closest::nearest_on_triangle;
use crate::cpu::mesh::CollisionMeshes;
use glam::Vec3;
use pliant_passes::types::{
    BOX, CYLINDER, Collider, MESH, MOST_CORNER_FACES, PLANE, Pose, SEPARATION_STEPS, SPHERE,
};

/// An axis between two shapes.
pub(in crate::cpu::rigid) struct Axis {
    /// Unit vector from the second shape to the first; 0 without a test.
    pub(in crate::cpu::rigid) direction: Vec3,
    /// Distance of the two shapes along it, m; below 0 they overlap.
    pub(in crate::cpu::rigid) separation: f32,
}

impl Axis {
    const NONE: Self = Self {
        direction: Vec3::ZERO,
        separation: -3e38,
    };
}

/// Whether the farthest point of a shape along a direction is found fast.
fn has_corners(c: &Collider) -> bool {
    c.shape != PLANE && c.faces <= MOST_CORNER_FACES
}

/// The point of a shape that is farthest along a direction, in the collider's frame.
fn farthest(collision_meshes: CollisionMeshes<'_>, c: &Collider, direction: Vec3) -> Vec3 {
    let [height, low, high] = c.size;
    let out_of = match c.shape {
        MESH => return farthest_corner(collision_meshes, c, direction),
        SPHERE => return height * direction,
        BOX => return sign(direction) * Vec3::from(c.size),
        CYLINDER => {
            let out_of = Vec3::new(direction.x, 0.0, direction.z);
            let length = out_of.length();
            if length > 0.0 {
                out_of / length
            } else {
                Vec3::ZERO
            }
        }
        _ => direction,
    };
    let half_height = Vec3::new(0.0, 0.5 * height, 0.0);
    let (low, high) = (low * out_of - half_height, high * out_of + half_height);
    if (high - low).dot(direction) > 0.0 {
        high
    } else {
        low
    }
}

/// The sign of each component, 0 where it is 0.
fn sign(v: Vec3) -> Vec3 {
    Vec3::select(v.cmpeq(Vec3::ZERO), Vec3::ZERO, v.signum())
}

/// Only corners that stand out can be farthest.
fn farthest_corner(collision_meshes: CollisionMeshes<'_>, c: &Collider, direction: Vec3) -> Vec3 {
    let scaled = Vec3::from(c.size) * direction;
    let (mut best, mut most) = (Vec3::ZERO, -3e38);
    for k in 0..c.faces {
        let face = &collision_meshes.faces[(c.first_face + k) as usize];
        for (bit, corner) in [face.a, face.b, face.c].into_iter().enumerate() {
            if face.tested >> (3 + bit) & 1 == 0 {
                continue;
            }
            let far = Vec3::from(corner).dot(scaled);
            if far > most {
                (best, most) = (corner.into(), far);
            }
        }
    }
    Vec3::from(c.size) * best
}

/// The same of a shape at its pose, in the world.
pub(in crate::cpu::rigid) fn farthest_in_world(
    collision_meshes: CollisionMeshes<'_>,
    (c, pose): &(Collider, Pose),
    direction: Vec3,
) -> Vec3 {
    let local = farthest(collision_meshes, c, pose.turn_back(direction));
    Vec3::from(pose.translation) + pose.turn(local)
}

/// The search for the axis with the largest separation of two shapes.
pub(in crate::cpu::rigid) struct AxisSearch {
    /// The first direction; 0 for that between both positions.
    pub(in crate::cpu::rigid) guess: Vec3,
    /// The guess is good enough where the shapes are separate by more than this along it, m.
    pub(in crate::cpu::rigid) worst: f32,
    /// The search ends where they are separate by more than this, m.
    pub(in crate::cpu::rigid) enough: f32,
    /// The search ends where the distance is known up to this, m.
    pub(in crate::cpu::rigid) allowance: f32,
}

impl AxisSearch {
    /// GJK: the axis from the origin to the nearest point of the Minkowski difference of both shapes, the first one minus the other
    /// [GJK88].
    pub(in crate::cpu::rigid) fn axis_between(
        &self,
        collision_meshes: CollisionMeshes<'_>,
        [one, other]: [&(Collider, Pose); 2],
    ) -> Axis {
        if one.0.shape == PLANE || other.0.shape == PLANE {
            return normal_of_plane(collision_meshes, [one, other]);
        }
        let mut best = Axis::NONE;
        if !has_corners(&one.0) || !has_corners(&other.0) {
            return best;
        }
        let between = Vec3::from(one.1.translation) - Vec3::from(other.1.translation);
        let mut direction = unit_or(self.guess, unit_or(between, Vec3::Y));
        let (mut triangle, mut distance) = ([Vec3::ZERO; 3], 3e38);
        for step in 0..SEPARATION_STEPS {
            let corner = farthest_in_world(collision_meshes, one, -direction)
                - farthest_in_world(collision_meshes, other, direction);
            let separation = direction.dot(corner);
            if separation > best.separation {
                best = Axis {
                    direction,
                    separation,
                };
            }
            let is_known = distance - separation < self.allowance || best.separation > self.enough;
            if is_known || separation > self.worst {
                break;
            }
            if step == 0 {
                triangle = [corner; 3];
            }
            let inside = holds_origin(corner, triangle);
            triangle = nearest_face(corner, triangle);
            let nearest = nearest_point(triangle);
            distance = if inside { 3e38 } else { nearest.length() };
            let outward = unit_or(nearest, direction);
            direction = if inside { -outward } else { outward };
        }
        best
    }
}

/// The axis along the normal of the one that is a plane, on the side of the other one's position.
fn normal_of_plane(
    collision_meshes: CollisionMeshes<'_>,
    [one, other]: [&(Collider, Pose); 2],
) -> Axis {
    let (plane, shape, back) = if other.0.shape == PLANE {
        (other, one, 1.0)
    } else {
        (one, other, -1.0)
    };
    if !has_corners(&shape.0) {
        return Axis::NONE;
    }
    let up = plane.1.turn(Vec3::Y);
    let height = |x: Vec3| up.dot(x - Vec3::from(plane.1.translation));
    let is_below = plane.0.double_sided != 0 && height(shape.1.translation.into()) < 0.0;
    let side = if is_below { -1.0 } else { 1.0 };
    let lowest = farthest_in_world(collision_meshes, shape, -side * up);
    Axis {
        direction: side * back * up,
        separation: side * height(lowest),
    }
}

fn unit_or(v: Vec3, default: Vec3) -> Vec3 {
    let length = v.length();
    if length > 0.0 { v / length } else { default }
}

/// The point of a triangle nearest to the origin.
fn nearest_point(triangle: [Vec3; 3]) -> Vec3 {
    let weights = nearest_on_triangle(triangle);
    weights.x * triangle[0] + weights.y * triangle[1] + weights.z * triangle[2]
}

/// Of the three faces at corner `p` of a tetrahedron with base `triangle`, the one nearest to the origin.
fn nearest_face(p: Vec3, [a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    let mut best = [p, a, b];
    let mut least = nearest_point(best).length_squared();
    for face in [[p, b, c], [p, c, a]] {
        let squared = nearest_point(face).length_squared();
        if squared < least {
            (best, least) = (face, squared);
        }
    }
    best
}

/// Whether the origin is on the same side of a triangle as a point.
fn is_on_same_side([a, b, c]: [Vec3; 3], p: Vec3) -> bool {
    let normal = (b - a).cross(c - a);
    -normal.dot(a) * normal.dot(p - a) > 0.0
}

/// Whether the tetrahedron of corner `p` and `triangle` holds the origin.
fn holds_origin(p: Vec3, [a, b, c]: [Vec3; 3]) -> bool {
    is_on_same_side([a, b, c], p)
        && is_on_same_side([p, a, b], c)
        && is_on_same_side([p, b, c], a)
        && is_on_same_side([p, c, a], b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use pliant_passes::types::CAPSULE;

    const ALLOWANCE: f32 = 1e-5;

    fn placed(shape: u32, size: [f32; 3], at: Vec3, turn: Quat) -> (Collider, Pose) {
        let collider = Collider {
            shape,
            size,
            convex: 1,
            ..Collider::default()
        };
        let pose = Pose {
            rotation: turn.to_array(),
            translation: at.to_array(),
            scale: [1.0; 3],
        };
        (collider, pose)
    }

    fn separation(one: &(Collider, Pose), other: &(Collider, Pose)) -> f32 {
        let search = AxisSearch {
            guess: Vec3::ZERO,
            worst: f32::INFINITY,
            enough: f32::INFINITY,
            allowance: ALLOWANCE,
        };
        let both = [[one, other], [other, one]];
        let [there, back] = both.map(|pair| search.axis_between(CollisionMeshes::default(), pair));
        assert!((there.separation - back.separation).abs() < 2.0 * ALLOWANCE);
        assert!(there.direction.dot(back.direction) < -0.999);
        there.separation
    }

    #[test]
    fn the_separation_is_the_distance() {
        let still = Quat::IDENTITY;
        let cube = placed(BOX, [0.5; 3], Vec3::ZERO, still);
        // Corner to corner, across the diagonal.
        let other = placed(BOX, [0.5; 3], Vec3::splat(1.2), still);
        assert!((separation(&other, &cube) - 0.2 * 3f32.sqrt()).abs() < 2.0 * ALLOWANCE);
        // Face to an edge that is turned towards it.
        let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_4);
        let other = placed(BOX, [0.5; 3], Vec3::new(1.3, 0.1, 0.2), turned);
        let distance = 0.8 - 0.5f32.sqrt();
        assert!((separation(&other, &cube) - distance).abs() < 2.0 * ALLOWANCE);
        // Two crossed capsules.
        let lying = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let one = placed(CAPSULE, [1.0, 0.1, 0.1], Vec3::ZERO, still);
        let other = placed(CAPSULE, [1.0, 0.2, 0.2], Vec3::new(0.0, 0.0, 0.5), lying);
        assert!((separation(&other, &one) - 0.2).abs() < 2.0 * ALLOWANCE);
    }

    #[test]
    fn overlapping_shapes_have_no_axis() {
        let cube = placed(BOX, [0.5; 3], Vec3::ZERO, Quat::IDENTITY);
        for at in [Vec3::ZERO, Vec3::new(0.9, 0.3, -0.2), Vec3::splat(0.9)] {
            let turned = placed(BOX, [0.5; 3], at, Quat::from_rotation_x(0.1));
            let found = AxisSearch {
                guess: Vec3::ZERO,
                worst: f32::INFINITY,
                enough: 0.0,
                allowance: ALLOWANCE,
            };
            let axis = found.axis_between(CollisionMeshes::default(), [&turned, &cube]);
            assert!(axis.separation <= 0.0, "{at}: {}", axis.separation);
        }
    }
}
