//! CPU implementation of `shaders/include/sweep.glsl`.

use crate::cpu::crossing::first_crossing;
use crate::cpu::mesh::{CollisionMeshes, Surface};
use crate::cpu::shapes::surface;
use crate::memory::Read;
use crate::views::group;
use glam::Vec3;
use pliant_passes::types::{
    Collider, EXPULSION_SPEED, FaceMotion, MESH, NO_HIT, NO_SURFACE, PLANE, Pose,
};

/// The first hit of a point on a collider along a straight path in the collider's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sweep {
    /// Fraction of the path, 0 to 1, or [`NO_HIT`].
    pub(crate) time: f32,
    /// Length of the path, m.
    pub(crate) l: f32,
    /// At the end of the path: of the tangent plane at the hit, else of the nearest point.
    pub(crate) surface: Surface,
}

/// All colliders with their poses in a substep.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) collision_meshes: CollisionMeshes<'a>,
    pub(crate) colliders: Read<'a, Collider>,
    pub(crate) poses: Read<'a, Pose>,
    /// First pose of this substep; the previous substep's poses lie `pose_stride` before.
    pub(crate) first_pose: u32,
    pub(crate) pose_stride: u32,
    pub(crate) motions: SurfaceMotions<'a>,
}

/// Motions of deforming colliders in a substep; empty where a pass has none.
#[derive(Clone, Copy, Default)]
pub(crate) struct SurfaceMotions<'a> {
    pub(crate) faces: Read<'a, FaceMotion>,
    /// Bits of the largest displacement of each collider, m.
    pub(crate) largest: Read<'a, u32>,
    /// How far a deforming collider pushes out in a substep what it has enclosed, m.
    pub(crate) expulsion: f32,
}

impl<'a> SurfaceMotions<'a> {
    /// The motions in a substep of `h` s.
    #[inline]
    pub(crate) fn new(faces: Read<'a, FaceMotion>, largest: Read<'a, u32>, h: f32) -> Self {
        Self {
            faces,
            largest,
            expulsion: EXPULSION_SPEED * h,
        }
    }
}

impl<'a> Surroundings<'a> {
    /// All colliders that a pass binds. Without motions where no collider deforms, or the pass has none.
    #[inline]
    pub(crate) fn new(
        slots: &group::Surroundings<'a>,
        [first_pose, pose_stride]: [u32; 2],
        motions: SurfaceMotions<'a>,
    ) -> Self {
        Self {
            collision_meshes: slots.meshes.view(),
            colliders: slots.colliders,
            poses: slots.poses,
            first_pose,
            pose_stride,
            motions,
        }
    }

    /// Of a point that moves from `old` by d in the world; `margin`: distance from the surface that counts as contact, m.
    pub(crate) fn sweep_to(&self, collider: u32, old: Vec3, d: Vec3, margin: f32) -> Sweep {
        let [then, now] = self.poses_of(collider);
        self.sweep_from(collider, then.to_local_then(now, old), (old, d), margin)
    }

    /// Of a point that started at `from` in the collider's frame.
    pub(crate) fn sweep_from(
        &self,
        collider: u32,
        from: Vec3,
        (old, d): (Vec3, Vec3),
        margin: f32,
    ) -> Sweep {
        let [_, now] = self.poses_of(collider);
        let c = self.colliders[collider as usize].posed(&now);
        let (start, step) = (now.to_local(old), now.turn_back(d));
        let to = start + step;
        let dropped = step - (to - start);
        let mut hit = sweep(self.collision_meshes, &c, from, to, margin);
        hit.surface.distance += hit.surface.normal.dot(dropped);
        hit
    }

    /// How far a point may be from `old` at the end of the substep, m, without its path coming within `margin` of the collider;
    /// negative where that is not known. `hit` is that of the path d.
    ///
    /// A path's points lie in a ball around its end, whose radius is the path's length, and distances change by at most the distance
    /// moved.
    pub(crate) fn clearance(
        &self,
        hit: Sweep,
        collider: u32,
        (old, d): (Vec3, Vec3),
        margin: f32,
    ) -> f32 {
        if hit.time <= 1.0 {
            return -1.0;
        }
        let [_, now] = self.poses_of(collider);
        let rounding = 4e-6 * (old.length() + Vec3::from(now.translation).length());
        let motion = self.largest_motion(collider);
        hit.surface.distance - margin - hit.l.max(d.length() + motion) - rounding
    }

    /// At the start of the substep and at its end.
    pub(crate) fn poses_of(&self, collider: u32) -> [Pose; 2] {
        let now = self.first_pose + collider;
        [now - self.pose_stride, now].map(|place| self.poses[place as usize])
    }
}

/// A path of a point.
#[derive(Clone, Copy)]
struct Path<'a> {
    collision_meshes: CollisionMeshes<'a>,
    c: &'a Collider,
    from: Vec3,
    path: Vec3,
    l: f32,
    margin: f32,
}

/// Of a point that moves from `from` to `to` in the frame of a posed collider.
pub(crate) fn sweep(
    collision_meshes: CollisionMeshes<'_>,
    c: &Collider,
    from: Vec3,
    to: Vec3,
    margin: f32,
) -> Sweep {
    let path = to - from;
    let l = path.length();
    let swept = Path {
        collision_meshes,
        c,
        from,
        path,
        l,
        margin,
    };
    if c.shape == PLANE {
        return swept.sweep_plane(to);
    }
    let end = surface(collision_meshes, c, to, from, margin + l);
    if end.distance - margin > l {
        return swept.result(NO_HIT, end);
    }
    let start = surface(collision_meshes, c, from, from, margin + 3.0 * l);
    if alike(&start, &end, path, l) {
        let gap = (start.distance - margin).max(0.0);
        let overlaps = end.distance < margin;
        let time = gap / (gap + margin - end.distance);
        return swept.result(if overlaps { time } else { NO_HIT }, end);
    }
    if c.shape == MESH {
        swept.cross_faces(start, end)
    } else {
        swept.advance(start, end)
    }
}

/// Whether both ends are nearest to one smooth part of the surface.
fn alike(start: &Surface, end: &Surface, path: Vec3, l: f32) -> bool {
    let bend = start.distance + start.normal.dot(path) - end.distance;
    start.normal.dot(end.normal) > 0.998 && bend.abs() <= 0.1 * l + 1e-6
}

impl Path<'_> {
    fn result(&self, time: f32, surface: Surface) -> Sweep {
        let l = self.l;
        Sweep { time, l, surface }
    }

    /// A plane is hit where the path passes its height within its rectangle.
    fn sweep_plane(&self, to: Vec3) -> Sweep {
        let (c, from, margin) = (self.c, self.from, self.margin);
        let end = surface(self.collision_meshes, c, to, from, margin);
        let side = end.normal.y;
        let (above, below) = (side * from.y - margin, side * to.y - margin);
        if above <= 0.0 || below > 0.0 {
            return self.result(if end.distance < margin { 0.0 } else { NO_HIT }, end);
        }
        let time = above / (above - below);
        let at = from.lerp(to, time);
        if at.x.abs() > c.size[0] || at.z.abs() > c.size[2] {
            return self.result(NO_HIT, end);
        }
        let distance = side * to.y;
        self.result(time, Surface { distance, ..end })
    }

    /// Newton's method along a path to a convex shape.
    fn advance(&self, mut here: Surface, end: Surface) -> Sweep {
        let mut time = 0.0;
        for _ in 0..16 {
            let gap = here.distance - self.margin;
            if gap <= 1e-5 * self.l {
                break;
            }
            let closing = -here.normal.dot(self.path);
            if closing <= 0.0 {
                return self.result(NO_HIT, end);
            }
            time += gap / closing;
            if time >= 1.0 {
                return self.result(NO_HIT, end);
            }
            let at = self.from + time * self.path;
            here = surface(self.collision_meshes, self.c, at, self.from, NO_SURFACE);
        }
        let distance = here.distance + (1.0 - time) * here.normal.dot(self.path);
        self.result(time, Surface { distance, ..here })
    }

    /// The first face on the path is the hit.
    fn cross_faces(&self, start: Surface, end: Surface) -> Sweep {
        let lift = (1e-6 * (1.0 + self.from.length()) - start.distance).max(0.0);
        let from = self.from + lift * start.normal;
        let path = self.from + self.path - from;
        let hit = first_crossing(self.collision_meshes, self.c, from, path);
        if hit.time > 1.0 {
            let overlaps = end.distance < self.margin;
            return self.result(if overlaps { 1.0 } else { NO_HIT }, end);
        }
        let distance = (1.0 - hit.time) * hit.normal.dot(path);
        let normal = hit.normal;
        self.result(hit.time, Surface { distance, normal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::{BOX, CAPSULE, CYLINDER, SPHERE};

    fn near(c: &Collider, p: Vec3) -> Surface {
        surface(CollisionMeshes::default(), c, p, p, NO_SURFACE)
    }

    /// The first time on a path at which a point is nearer than `margin`, by small steps.
    fn by_steps(c: &Collider, from: Vec3, to: Vec3, margin: f32) -> Option<f32> {
        let steps = (0..=20_000).map(|k| k as f32 / 20_000.0);
        let hit = |t: &f32| near(c, from.lerp(to, *t)).distance < margin;
        steps.into_iter().find(hit)
    }

    /// Pseudorandom numbers of −1 to 1.
    fn noise(k: u32) -> f32 {
        let bits = (k.wrapping_mul(0x9E37_79B9) ^ 0x5bd1).wrapping_mul(0x85EB_CA6B);
        ((bits ^ (bits >> 13)).wrapping_mul(0xC2B2_AE35) >> 8) as f32 / 8_388_608.0 - 1.0
    }

    #[test]
    fn the_first_contact_is_that_of_small_steps() {
        let shapes = [
            (SPHERE, [0.7, 0.0, 0.0]),
            (BOX, [0.5, 0.001, 0.8]),
            (BOX, [0.5, 0.3, 0.8]),
            (CAPSULE, [1.0, 0.5, 0.2]),
            (CYLINDER, [1.2, 0.3, 0.6]),
        ];
        let mut hit = 0;
        for (case, (shape, size)) in shapes.into_iter().cycle().take(400).enumerate() {
            let c = Collider {
                shape,
                size,
                ..Collider::default()
            };
            let place = |k: u32| {
                Vec3::from_array([0, 1, 2].map(|axis| 1.6 * noise(17 * case as u32 + 3 * k + axis)))
            };
            let (from, to, margin) = (place(0), place(1), 0.02);
            if near(&c, from).distance < margin {
                continue;
            }
            let found = sweep(CollisionMeshes::default(), &c, from, to, margin);
            let Some(time) = by_steps(&c, from, to, margin) else {
                assert!(found.time > 1.0, "case {case} meets nothing");
                continue;
            };
            hit += 1;
            let at = from.lerp(to, found.time);
            let off = near(&c, at).distance - margin;
            assert!(
                (found.time - time).abs() < 2e-3 || off.abs() < 2e-3,
                "case {case}: {} for {time}",
                found.time
            );
            let blocked = to - (found.surface.distance - margin) * found.surface.normal;
            let left = near(&c, blocked).distance;
            assert!(left > margin - 1e-3, "case {case}: {left} from the surface");
        }
        assert!(hit > 40, "{hit} paths hit something");
    }

    #[test]
    fn a_thin_plate_stops_what_would_jump_it() {
        let plate = Collider {
            shape: BOX,
            size: [0.5, 0.0005, 0.5],
            ..Collider::default()
        };
        for from in [0.0405, 0.0005, 0.0004999] {
            let stopped = sweep(
                CollisionMeshes::default(),
                &plate,
                Vec3::Y * from,
                Vec3::new(0.01, -0.0395, 0.0),
                0.0,
            );
            assert!(stopped.time <= 1.0);
            assert_eq!(stopped.surface.normal, Vec3::Y);
            assert!((stopped.surface.distance + 0.04).abs() < 1e-6);
        }
    }

    #[test]
    fn a_plate_is_passed_beside_its_rectangle() {
        let plane = Collider {
            shape: PLANE,
            double_sided: 1,
            size: [0.5, 0.0, 0.5],
            ..Collider::default()
        };
        for (x, meets) in [(0.0, true), (0.7, false)] {
            for side in [1.0, -1.0] {
                let from = Vec3::new(x, 0.3 * side, 0.0);
                let found = sweep(
                    CollisionMeshes::default(),
                    &plane,
                    from,
                    -from + 2.0 * Vec3::X * x,
                    0.01,
                );
                assert_eq!(found.time <= 1.0, meets, "at {x}, from side {side}");
                if meets {
                    assert_eq!(found.surface.normal, Vec3::Y * side);
                    assert!((found.surface.distance + 0.3).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn nothing_is_touched_within_the_clearance() {
        let shapes = [
            (PLANE, [f32::MAX, 0.0, f32::MAX]),
            (SPHERE, [0.7, 0.0, 0.0]),
            (BOX, [0.5, 0.001, 0.8]),
            (CAPSULE, [1.0, 0.5, 0.2]),
            (CYLINDER, [1.2, 0.3, 0.6]),
        ];
        let mut tried = 0;
        for (case, (shape, size)) in shapes.into_iter().cycle().take(2000).enumerate() {
            let some = |k: u32| {
                Vec3::from_array([0, 1, 2].map(|axis| noise(31 * case as u32 + 3 * k + axis)))
            };
            let collider = [Collider {
                shape,
                size,
                ..Collider::default()
            }];
            // The collider moves by up to a few centimetres and turns by some degrees.
            let pose = |rotation: Vec3, translation: Vec3| Pose {
                rotation: glam::Quat::from_vec4(rotation.extend(0.3))
                    .normalize()
                    .to_array(),
                translation: translation.to_array(),
                scale: [1.0; 3],
            };
            let poses = [
                pose(some(0), 0.03 * some(1)),
                pose(some(0) + 0.05 * some(2), 0.03 * some(3)),
            ];
            let surroundings = Surroundings {
                collision_meshes: CollisionMeshes::default(),
                colliders: Read::from(&collider[..]),
                poses: Read::from(&poses[..]),
                first_pose: 1,
                pose_stride: 1,
                motions: SurfaceMotions::default(),
            };
            let (old, predicted, margin) = (2.0 * some(4), 0.3 * some(5), 0.02);
            let hit = surroundings.sweep_to(0, old, predicted, margin);
            let clearance = surroundings.clearance(hit, 0, (old, predicted), margin);
            for k in 6..10 {
                let d = clearance * some(k).normalize();
                if clearance > 0.0 {
                    let later = surroundings.sweep_to(0, old, d, margin);
                    assert!(later.time > 1.0, "case {case}: {later:?}");
                    assert!(later.surface.distance >= margin, "case {case}: {later:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 2000, "{tried} displacements were tried");
    }
}
