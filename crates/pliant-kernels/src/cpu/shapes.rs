//! CPU implementation of `shaders/include/shapes.glsl`.

use crate::cpu::mesh::{CollisionMeshes, Surface, mesh_surface};
use glam::{Vec2, Vec3, Vec3Swizzles};
use pliant_passes::types::{BOX, CAPSULE, Collider, MESH, NO_SURFACE, PLANE, SPHERE};

/// The surface of a [posed](Collider::posed) collider nearest to `p`, in its frame, m. `previous` is p at the end of the last
/// substep, which decides the side of a two-sided surface. A mesh farther away than `radius`, m, may return a distance of 3e38 m.
#[must_use]
pub fn surface(
    collision_meshes: CollisionMeshes<'_>,
    collider: &Collider,
    p: Vec3,
    previous: Vec3,
    radius: f32,
) -> Surface {
    let size = Vec3::from(collider.size);
    let r = p.xz().length();
    match collider.shape {
        PLANE => plane_surface(collider, p, previous.y),
        MESH => mesh_surface(collision_meshes, collider, p, previous, radius),
        SPHERE => Surface {
            distance: p.length() - size.x,
            normal: unit_or_up(p),
        },
        BOX => box_surface(size, p),
        CAPSULE => around_axis(capsule_profile(size, r, p.y), p, r),
        _ => around_axis(cylinder_profile(size, r, p.y), p, r),
    }
}

/// A profile's distance and normal (across, along the axis).
type Profile = (f32, Vec2);

fn unit_or_up(v: Vec3) -> Vec3 {
    let length = v.length();
    if length > 0.0 { v / length } else { Vec3::Y }
}

/// A half space, or a prism below a rectangle, as deep as its shorter half side.
fn plane_surface(c: &Collider, p: Vec3, previous_side: f32) -> Surface {
    let side = if c.double_sided != 0 && previous_side < 0.0 {
        -1.0
    } else {
        1.0
    };
    let depth = c.size[0].min(c.size[2]);
    let is_outside = p.x.abs() > c.size[0] || p.z.abs() > c.size[2] || side * p.y < -depth;
    Surface {
        distance: if is_outside { NO_SURFACE } else { side * p.y },
        normal: Vec3::new(0.0, side, 0.0),
    }
}

fn box_surface(half: Vec3, p: Vec3) -> Surface {
    let q = p.abs() - half;
    let s = Vec3::select(p.cmplt(Vec3::ZERO), Vec3::NEG_ONE, Vec3::ONE);
    let outside = q.max(Vec3::ZERO);
    let away = outside.length();
    if away > 0.0 {
        Surface {
            distance: away,
            normal: s * outside / away,
        }
    } else if q.x > q.y && q.x > q.z {
        Surface {
            distance: q.x,
            normal: Vec3::new(s.x, 0.0, 0.0),
        }
    } else if q.y > q.z {
        Surface {
            distance: q.y,
            normal: Vec3::new(0.0, s.y, 0.0),
        }
    } else {
        Surface {
            distance: q.z,
            normal: Vec3::new(0.0, 0.0, s.z),
        }
    }
}

/// A surface of revolution from its profile.
fn around_axis((distance, n): Profile, p: Vec3, r: f32) -> Surface {
    let across = if r > 0.0 { p.xz() / r } else { Vec2::X };
    Surface {
        distance,
        normal: Vec3::new(n.x * across.x, n.y, n.x * across.y),
    }
}

fn disc_profile(r: f32, y: f32, radius: f32) -> Profile {
    let l = Vec2::new(r, y).length();
    (
        l - radius,
        if l > 0.0 {
            Vec2::new(r, y) / l
        } else {
            Vec2::Y
        },
    )
}

/// The convex hull of two balls on the axis.
fn capsule_profile(size: Vec3, r: f32, y: f32) -> Profile {
    let half = 0.5 * size.x;
    let sine = if size.x > 0.0 {
        (size.y - size.z) / size.x
    } else {
        2.0
    };
    if sine.abs() >= 1.0 {
        return if size.y > size.z {
            disc_profile(r, y + half, size.y)
        } else {
            disc_profile(r, y - half, size.z)
        };
    }
    let cosine = (1.0 - sine * sine).sqrt();
    let foot = y - r * sine / cosine;
    if foot < -half {
        disc_profile(r, y + half, size.y)
    } else if foot > half {
        disc_profile(r, y - half, size.z)
    } else {
        (
            r * cosine + (y + half) * sine - size.y,
            Vec2::new(cosine, sine),
        )
    }
}

fn nearest_on_segment(a: Vec2, b: Vec2, p: Vec2) -> Vec2 {
    let ab = b - a;
    let l2 = ab.length_squared();
    a + if l2 > 0.0 {
        ((p - a).dot(ab) / l2).clamp(0.0, 1.0)
    } else {
        0.0
    } * ab
}

/// A trapezoid.
fn cylinder_profile(size: Vec3, r: f32, y: f32) -> Profile {
    let half = 0.5 * size.x;
    let (low, high, p) = (
        Vec2::new(size.y, -half),
        Vec2::new(size.z, half),
        Vec2::new(r, y),
    );
    let slope = Vec2::new(size.x, size.y - size.z).normalize();
    let (below, above, side) = (-half - y, y - half, (p - low).dot(slope));
    if below.max(above).max(side) <= 0.0 {
        return if side >= below && side >= above {
            (side, slope)
        } else if above >= below {
            (above, Vec2::Y)
        } else {
            (below, Vec2::NEG_Y)
        };
    }
    let rims = [
        Vec2::new(r.min(low.x), low.y),
        Vec2::new(r.min(high.x), high.y),
    ];
    let on_slope = nearest_on_segment(low, high, p);
    let nearest = rims.into_iter().fold(on_slope, |best, q| {
        if p.distance(q) < p.distance(best) {
            q
        } else {
            best
        }
    });
    let l = p.distance(nearest);
    (l, if l > 0.0 { (p - nearest) / l } else { slope })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::CYLINDER;

    /// The distance is 1-Lipschitz with the normal as its gradient: a step of the distance along the normal ends on the surface.
    #[test]
    fn stepping_out_lands_on_the_surface() {
        let shapes = [
            (SPHERE, [0.7, 0.0, 0.0]),
            (BOX, [0.5, 0.3, 0.8]),
            (CAPSULE, [1.0, 0.5, 0.2]),
            (CYLINDER, [1.2, 0.3, 0.6]),
        ];
        for (shape, size) in shapes {
            let collider = Collider {
                shape,
                size,
                ..Collider::default()
            };
            for i in 0..1000_u32 {
                let p = Vec3::new((i % 10) as f32, (i / 10 % 10) as f32, (i / 100) as f32) * 0.3
                    - Vec3::splat(1.37);
                let at = |p| surface(CollisionMeshes::default(), &collider, p, p, NO_SURFACE);
                let s = at(p);
                assert!(
                    (s.normal.length() - 1.0).abs() < 1e-5,
                    "shape {shape} at {p}: normal {}",
                    s.normal
                );
                let landed = at(p - s.distance * s.normal);
                assert!(
                    landed.distance.abs() < 2e-6,
                    "shape {shape} at {p}: {} off",
                    landed.distance
                );
            }
        }
    }
}
