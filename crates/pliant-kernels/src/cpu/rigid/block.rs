//! CPU implementation of `shaders/include/block.glsl` and `friction_cone.glsl`.

use crate::cpu::friction::{friction, resting};
use glam::{Mat2, Mat3, Vec3, Vec4};
use pliant_passes::types::{BLOCK_SWEEPS, Coefficients, LEAST_IMPULSE, POINTS};

/// One of the two bodies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct End {
    pub(super) w: f32,
    pub(super) inverse: Mat3,
    pub(super) linear: Vec3,
    pub(super) angular: Vec3,
    pub(super) angular_impulse: Vec3,
}

/// A contact point.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Point {
    pub(super) normal: Vec3,
    pub(super) arms: [Vec3; 2],
    pub(super) separation: f32,
    pub(super) lambda: f32,
}

/// Where friction of the whole manifold acts: at the mean of its points, weighted by normal impulses.
struct FrictionCenter {
    normal_impulse: f32,
    normal: Vec3,
    arms: [Vec3; 2],
    /// Lever of a twist about the normal: Σ λ times the distance from the centre.
    twist_arm: f32,
}

/// A direction at arms from both centres.
type At = (Vec3, [Vec3; 2]);

/// A manifold solved as one block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) a: End,
    pub(super) b: End,
    pub(super) points: [Point; POINTS as usize],
    pub(super) count: usize,
}

impl Block {
    /// Relative motion of two points, that of the first minus that of the second.
    pub(super) fn relative(&self, arms: [Vec3; 2]) -> Vec3 {
        let (a, b) = (&self.a, &self.b);
        a.linear + a.angular.cross(arms[0]) - b.linear - b.angular.cross(arms[1])
    }

    pub(super) fn apply_angular_impulse(&mut self, on: [Vec3; 2]) {
        self.a.angular_impulse += on[0];
        self.a.angular += self.a.inverse * on[0];
        self.b.angular_impulse -= on[1];
        self.b.angular -= self.b.inverse * on[1];
    }

    fn push(&mut self, (p, arms): At) {
        self.a.linear += self.a.w * p;
        self.b.linear -= self.b.w * p;
        self.apply_angular_impulse(arms.map(|arm| arm.cross(p)));
    }

    fn point_inverse_mass(&self, (p, p_arms): At, (q, q_arms): At) -> f32 {
        p.dot(q) * (self.a.w + self.b.w)
            + p_arms[0].cross(p).dot(self.a.inverse * q_arms[0].cross(q))
            + p_arms[1].cross(p).dot(self.b.inverse * q_arms[1].cross(q))
    }

    /// Normal impulses of all points: no separation below 0, no λ below 0.
    pub(super) fn solve_normals(&mut self) {
        const MOST: usize = POINTS as usize;
        let count = self.count;
        let mut turns = [[Vec3::ZERO; 2]; MOST];
        let mut responses = [[Vec3::ZERO; 2]; MOST];
        let mut row = [[0.0_f32; MOST]; MOST];
        let mut change = [0.0_f32; MOST];
        for i in 0..count {
            let Point { normal, arms, .. } = self.points[i];
            turns[i] = arms.map(|arm| arm.cross(normal));
            responses[i] = [self.a.inverse * turns[i][0], self.b.inverse * turns[i][1]];
            for j in 0..=i {
                row[i][j] = normal.dot(self.points[j].normal) * (self.a.w + self.b.w)
                    + turns[i][0].dot(responses[j][0])
                    + turns[i][1].dot(responses[j][1]);
                row[j][i] = row[i][j];
            }
        }
        for i in (0..BLOCK_SWEEPS).flat_map(|_| 0..count) {
            let pushed: f32 = row[i].iter().zip(change).map(|(r, c)| r * c).sum();
            let residual = self.points[i].separation + pushed;
            if row[i][i] > 0.0 {
                change[i] = (change[i] - residual / row[i][i]).max(-self.points[i].lambda);
            }
        }
        let (a, b) = (&mut self.a, &mut self.b);
        for i in 0..count {
            self.points[i].lambda += change[i];
            let push = change[i] * self.points[i].normal;
            a.linear += a.w * push;
            b.linear -= b.w * push;
            a.angular_impulse += change[i] * turns[i][0];
            b.angular_impulse -= change[i] * turns[i][1];
            a.angular += change[i] * responses[i][0];
            b.angular -= change[i] * responses[i][1];
        }
    }

    /// Where friction of the whole manifold acts; without normal impulses, the mean of all points.
    fn friction_center(&self) -> FrictionCenter {
        let points = &self.points[..self.count];
        let normal_impulse: f32 = points.iter().map(|p| p.lambda).sum();
        let normal_impulse = if normal_impulse > LEAST_IMPULSE {
            normal_impulse
        } else {
            0.0
        };
        let weight = |p: &Point| {
            if normal_impulse > 0.0 {
                p.lambda
            } else {
                p.normal.length_squared()
            }
        };
        let all: f32 = points.iter().map(weight).sum();
        let mean = |of: fn(&Point) -> Vec3| points.iter().map(|p| weight(p) * of(p)).sum::<Vec3>();
        let arms = [mean(|p| p.arms[0]) / all, mean(|p| p.arms[1]) / all];
        let twist_arm = |p: &Point| p.lambda * (p.arms[0] - arms[0]).length();
        let normal = mean(|p| p.normal) / all;
        // In a groove normals may cancel.
        let normal = if normal.length_squared() > 1e-12 {
            normal.normalize()
        } else {
            points.first().map_or(Vec3::Y, |p| p.normal)
        };
        FrictionCenter {
            normal_impulse,
            normal,
            arms,
            twist_arm: points.iter().map(twist_arm).sum(),
        }
    }

    /// Friction of the whole manifold.
    pub(super) fn solve_friction(
        &mut self,
        pair: Coefficients,
        limit: f32,
        slip: Vec4,
        (tangent, twist): (&mut Vec3, &mut f32),
    ) {
        let FrictionCenter {
            normal_impulse,
            normal: n,
            arms,
            twist_arm,
        } = self.friction_center();
        if normal_impulse <= 0.0 && *tangent == Vec3::ZERO && *twist == 0.0 {
            return;
        }
        let across = if n.x.abs() > 0.6 {
            Vec3::new(n.y, -n.x, 0.0)
        } else {
            Vec3::new(0.0, n.z, -n.y)
        };
        let s = across.normalize();
        let t = n.cross(s);
        let (motion, k) = self.sliding(n, [s, t], arms, slip);
        if k.determinant() <= 0.0 {
            return;
        }
        let previous = Vec3::new(tangent.dot(s), tangent.dot(t), *twist);
        let mut target = previous - k.inverse() * motion;
        let slow = (k * target).truncate().length() < limit;
        let pair = if slow { resting(pair) } else { pair };
        let most = pair.friction * twist_arm;
        target.z = target.z.clamp(-most, most);
        let residual = motion.truncate() + (target.z - previous.z) * k.z_axis.truncate();
        let across = previous.truncate() - Mat2::from_mat3(k).inverse() * residual;
        let clamped = friction(pair, across.extend(0.0), normal_impulse);
        target = clamped.truncate().extend(target.z);
        let previous_across = previous.x * s + previous.y * t;
        let across = target.x * s + target.y * t;
        self.push((across - previous_across, arms));
        let turn = (target.z - previous.z) * n;
        self.apply_angular_impulse([turn, turn]);
        *tangent = across;
        *twist = target.z;
    }

    /// Sliding and twisting motion, and its inverse mass matrix.
    fn sliding(&self, n: Vec3, [s, t]: [Vec3; 2], arms: [Vec3; 2], slip: Vec4) -> (Vec3, Mat3) {
        let slid = self.relative(arms) + slip.truncate();
        let mut motion = Vec3::new(slid.dot(s), slid.dot(t), 0.0);
        let mut k = Mat3::IDENTITY;
        k.x_axis.x = self.point_inverse_mass((s, arms), (s, arms));
        k.y_axis.y = self.point_inverse_mass((t, arms), (t, arms));
        k.x_axis.y = self.point_inverse_mass((s, arms), (t, arms));
        k.y_axis.x = k.x_axis.y;
        let twisted = (self.a.inverse + self.b.inverse) * n;
        if n.dot(twisted) > 0.0 {
            motion.z = n.dot(self.a.angular - self.b.angular) + slip.w;
            k.z_axis.z = n.dot(twisted);
            let with = |u: Vec3| {
                arms[0].cross(u).dot(self.a.inverse * n) + arms[1].cross(u).dot(self.b.inverse * n)
            };
            (k.x_axis.z, k.y_axis.z) = (with(s), with(t));
            (k.z_axis.x, k.z_axis.y) = (k.x_axis.z, k.y_axis.z);
        }
        (motion, k)
    }

    /// Accumulated slip and twist, clamped to what friction can restore; the ends' motions are velocities.
    pub(super) fn accumulated_slip(&self, pair: Coefficients, h: f32, slip: Vec4) -> Vec4 {
        let m = self.friction_center();
        if m.normal_impulse <= 0.0 {
            return if self.count == 0 { Vec4::ZERO } else { slip };
        }
        let n = m.normal;
        let mut slid = slip.truncate() + h * self.relative(m.arms);
        slid -= slid.dot(n) * n;
        let l = slid.length();
        let u = if l > 0.0 { slid / l } else { Vec3::ZERO };
        let largest = pair.friction.max(pair.static_friction);
        let most = largest * m.normal_impulse * self.point_inverse_mass((u, m.arms), (u, m.arms));
        let most_twist = pair.friction * m.twist_arm * n.dot((self.a.inverse + self.b.inverse) * n);
        let twisted = slip.w + h * n.dot(self.a.angular - self.b.angular);
        (l.min(most) * u).extend(twisted.clamp(-most_twist, most_twist))
    }
}
