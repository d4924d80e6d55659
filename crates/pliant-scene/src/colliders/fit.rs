//! Implicit shapes fitted to a mesh, and shapes under a node's scale.

use crate::colliders::collider::Shape;
use glam::{Quat, Vec3};

/// A shape with its position and rotation in the node's frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) shape: Shape,
    pub(crate) offset: Vec3,
    pub(crate) rotation: Quat,
    /// Whether the shape is a mesh that deforms, in the world.
    pub(crate) deforms: bool,
}

impl Placed {
    /// A shape where KHR_implicit_shapes puts it: at the node.
    pub(crate) fn at_node(shape: Shape) -> Self {
        Self {
            shape,
            offset: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            deforms: false,
        }
    }
}

/// The `word` shape of `pliant_collider` around at least one point.
pub(crate) fn around(word: &str, points: &[Vec3]) -> Placed {
    let bounds =
        |pick: fn(Vec3, Vec3) -> Vec3| points.iter().copied().reduce(pick).unwrap_or_default();
    let (min, max) = (bounds(Vec3::min), bounds(Vec3::max));
    let (offset, half) = ((min + max) / 2.0, (max - min) / 2.0);
    let farthest = |distance: &dyn Fn(Vec3) -> f32| {
        points
            .iter()
            .map(|&p| distance(p - offset))
            .fold(0.0, f32::max)
    };
    match word {
        "box" => Placed {
            offset,
            ..Placed::at_node(Shape::Box { half })
        },
        "sphere" => Placed {
            offset,
            ..Placed::at_node(Shape::Sphere {
                radius: farthest(&Vec3::length),
            })
        },
        _ => {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][half.max_position()];
            let radius = farthest(&|p| p.reject_from_normalized(axis).length());
            let height = (2.0 * (half.dot(axis) - radius)).max(0.0);
            let shape = Shape::Capsule {
                height,
                bottom: radius,
                top: radius,
            };
            Placed {
                offset,
                rotation: Quat::from_rotation_arc(Vec3::Y, axis),
                ..Placed::at_node(shape)
            }
        }
    }
}

/// The shape under a node's scale, and whether the scale had to be made uniform.
pub(crate) fn scaled(shape: Shape, scale: Vec3) -> (Shape, bool) {
    let scale = scale.abs();
    let (largest, round) = (scale.max_element(), scale.x.max(scale.z));
    let uneven = |a: f32, b: f32| (a - b).abs() > 1e-4 * a.max(b);
    let stretched = uneven(largest, scale.min_element());
    match shape {
        Shape::Plane {
            size_x,
            size_z,
            double_sided,
        } => {
            let (size_x, size_z) = (size_x.map(|x| x * scale.x), size_z.map(|z| z * scale.z));
            (
                Shape::Plane {
                    size_x,
                    size_z,
                    double_sided,
                },
                false,
            )
        }
        Shape::Box { half } => (Shape::Box { half: half * scale }, false),
        Shape::Sphere { radius } => (
            Shape::Sphere {
                radius: radius * largest,
            },
            stretched,
        ),
        Shape::Capsule {
            height,
            bottom,
            top,
        } => {
            let [height, bottom, top] = [height, bottom, top].map(|length| length * largest);
            (
                Shape::Capsule {
                    height,
                    bottom,
                    top,
                },
                stretched,
            )
        }
        Shape::Cylinder {
            height,
            bottom,
            top,
        } => {
            let (height, bottom, top) = (height * scale.y, bottom * round, top * round);
            (
                Shape::Cylinder {
                    height,
                    bottom,
                    top,
                },
                uneven(scale.x, scale.z),
            )
        }
        // Its pose has the scale.
        Shape::Mesh { .. } => (shape, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_fit_their_points() {
        let points = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(6.0, 3.0, 0.0)];
        let cuboid = around("box", &points);
        assert_eq!(
            cuboid.shape,
            Shape::Box {
                half: Vec3::new(3.0, 1.0, 0.0)
            }
        );
        assert_eq!(cuboid.offset, Vec3::new(3.0, 2.0, 0.0));
        assert_eq!(
            around("sphere", &points).shape,
            Shape::Sphere {
                radius: 10f32.sqrt()
            }
        );
        let capsule = around("capsule", &points);
        assert_eq!(
            capsule.shape,
            Shape::Capsule {
                height: 4.0,
                bottom: 1.0,
                top: 1.0
            }
        );
        assert!((capsule.rotation * Vec3::Y).abs_diff_eq(Vec3::X, 1e-6));
    }

    #[test]
    fn uneven_scales_take_the_largest_where_a_shape_must_stay_round() {
        let scale = Vec3::new(-1.0, 2.0, 1.0);
        assert_eq!(
            scaled(Shape::Sphere { radius: 0.5 }, scale),
            (Shape::Sphere { radius: 1.0 }, true)
        );
        let cylinder = Shape::Cylinder {
            height: 1.0,
            bottom: 0.5,
            top: 0.25,
        };
        assert_eq!(
            scaled(cylinder, scale),
            (
                Shape::Cylinder {
                    height: 2.0,
                    bottom: 0.5,
                    top: 0.25
                },
                false
            )
        );
        assert_eq!(
            scaled(Shape::Box { half: Vec3::ONE }, scale),
            (Shape::Box { half: scale.abs() }, false)
        );
    }
}
