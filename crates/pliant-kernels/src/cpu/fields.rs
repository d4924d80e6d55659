//! CPU implementation of `shaders/include/fields.glsl`.

use crate::cpu::mesh::CollisionMeshes;
use crate::cpu::shapes::surface;
use crate::memory::Read;
use crate::views::group::GravityFields;
use glam::{Vec2, Vec3, Vec3Swizzles};
use pliant_passes::types::{
    Collider, FIELD_DIRECTIONAL, FIELD_DISC, FIELD_LINE, FIELD_NEAREST, FIELD_REPLACES,
    FIELD_STEPS, FIELD_STOPS, FIELD_STOPS_WORLD, Field, Frame, NO_SURFACE, NONE, PLANE, Pose,
};

/// All gravity fields of a scene, with their poses at one time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fields<'a> {
    /// In the order of evaluation.
    pub fields: Read<'a, Field>,
    /// Their sources and the shapes of their volumes.
    pub zones: Read<'a, Collider>,
    /// The poses of the zones, world.
    pub poses: Read<'a, Pose>,
    /// The points of lines, in the frames of their sources, m.
    pub points: Read<'a, [f32; 3]>,
    /// The meshes among the zones.
    pub collision_meshes: CollisionMeshes<'a>,
}

impl<'a> GravityFields<'a> {
    /// The fields of a pass, whose push constants have their number and their first pose.
    #[inline]
    pub(crate) fn view(&self, fields: u32, first_zone: u32) -> Fields<'a> {
        Fields {
            fields: self.fields.slice(0..fields as usize),
            zones: self.zones,
            poses: self.zone_poses.tail(first_zone as usize),
            points: self.line_points,
            collision_meshes: self.meshes.view(),
        }
    }
}

impl Fields<'_> {
    /// Gravity at the world position `x`, m/s², including that of the world. `own` is the rigid body at this position, or NONE.
    #[must_use]
    pub fn gravity_at(&self, frame: &Frame, own: u32, x: Vec3) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for field in self.fields.range(0..self.fields.len()) {
            if own != NONE && field.carrier == own || !self.contains(field, x) {
                continue;
            }
            let gravity = self.field_gravity(field, frame.h, x);
            sum = if field.flags & FIELD_REPLACES == 0 {
                sum + gravity
            } else {
                gravity
            };
            if field.flags & FIELD_STOPS_WORLD != 0 {
                return sum;
            }
            if field.flags & FIELD_STOPS != 0 {
                break;
            }
        }
        sum + Vec3::from(frame.gravity)
    }

    fn contains(&self, field: &Field, x: Vec3) -> bool {
        let first = field.source as usize + 1;
        (first..first + field.volumes as usize).any(|zone| {
            let pose = self.poses[zone];
            let p = pose.to_local(x);
            let shape = self.zones[zone].posed(&pose);
            surface(self.collision_meshes, &shape, p, p, NO_SURFACE).distance <= 0.0
        })
    }

    /// The acceleration by one field, limited near the source to what substeps resolve.
    fn field_gravity(&self, field: &Field, h: f32, x: Vec3) -> Vec3 {
        let pose = self.poses[field.source as usize];
        if field.kind == FIELD_DIRECTIONAL {
            return field.gravity * pose.turn(field.direction.into());
        }
        let direction = self.direction_to_source(field, &pose, pose.to_local(x));
        let length = direction.length();
        if length == 0.0 {
            return Vec3::ZERO;
        }
        let mut strength = field.gravity;
        if field.unit_distance > 0.0 {
            let ratio = field.unit_distance / length;
            let limit = length / ((FIELD_STEPS * FIELD_STEPS) as f32 * h * h);
            strength = (strength * ratio * ratio).clamp(-limit, limit);
        }
        strength / length * pose.turn(direction)
    }

    fn direction_to_source(&self, field: &Field, pose: &Pose, p: Vec3) -> Vec3 {
        if field.kind == FIELD_LINE {
            return self.direction_to_line(field, p);
        }
        if field.kind == FIELD_NEAREST {
            return self.direction_to_shape(&self.zones[field.source as usize].posed(pose), p);
        }
        let r = p.xz().length();
        let rim_radius = if field.kind == FIELD_DISC {
            r.min(field.radius)
        } else {
            field.radius
        };
        let rim = if r > 0.0 {
            rim_radius / r * p.xz()
        } else {
            Vec2::new(rim_radius, 0.0)
        };
        Vec3::new(rim.x, 0.0, rim.y) - p
    }

    fn direction_to_line(&self, field: &Field, p: Vec3) -> Vec3 {
        let first = field.first_point as usize;
        let points = self.points.range(first..first + field.points as usize);
        let to_segment = |ends: &[[f32; 3]]| {
            let a = Vec3::from(ends[0]) - p;
            let ab = Vec3::from(ends[1]) - p - a;
            let squared = ab.length_squared();
            let fraction = if squared > 0.0 {
                (-a.dot(ab) / squared).clamp(0.0, 1.0)
            } else {
                0.0
            };
            a + fraction * ab
        };
        let first = Vec3::from(points[0]) - p;
        points
            .windows(2)
            .map(to_segment)
            .fold(first, |nearest, candidate| {
                if candidate.length_squared() < nearest.length_squared() {
                    candidate
                } else {
                    nearest
                }
            })
    }

    fn direction_to_shape(&self, shape: &Collider, p: Vec3) -> Vec3 {
        if shape.shape == PLANE {
            let [x, _, z] = shape.size;
            return Vec3::new(p.x.clamp(-x, x), 0.0, p.z.clamp(-z, z)) - p;
        }
        let found = surface(self.collision_meshes, shape, p, p, NO_SURFACE);
        -found.distance.max(0.0) * found.normal
    }
}
