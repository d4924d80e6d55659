//! Friction of whole manifolds, one in each lane: CPU implementation of `shaders/rigid/blocks/friction_cone.glsl`.

use crate::cpu::lanes::{LANES, Lanes, Vec3s, lanes};
use crate::cpu::rigid::blocks::block::Manifolds;
use pliant_passes::types::{Coefficients, LEAST_IMPULSE};

/// Where friction acts: at the mean of the points, weighted by normal impulses; without these at the mean of all points.
struct FrictionCenter {
    normal_impulse: Lanes,
    normal: Vec3s,
    arms: [Vec3s; 2],
    /// Lever of a twist about the normal: Σ λ times the distance from the centre.
    twist_arm: Lanes,
}

/// Friction coefficients.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Friction {
    kinetic: Lanes,
    fixed: Lanes,
}

impl Friction {
    /// The coefficients of each manifold.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn of(pairs: [Coefficients; LANES]) -> Self {
        Self {
            kinetic: lanes(|k| pairs[k].friction),
            fixed: lanes(|k| pairs[k].static_friction),
        }
    }
}

/// A vector across the normal and a twist about it: λ of friction, or slip.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Across {
    pub(in crate::cpu::rigid) tangent: Vec3s,
    pub(in crate::cpu::rigid) twist: Lanes,
}

impl Across {
    pub(in crate::cpu::rigid) const ZERO: Self = Self {
        tangent: Vec3s::ZERO,
        twist: Lanes::ZERO,
    };
}

/// A symmetric matrix, in two tangential directions and a twist.
struct Matrix {
    xx: Lanes,
    yy: Lanes,
    zz: Lanes,
    xy: Lanes,
    xz: Lanes,
    yz: Lanes,
}

impl Matrix {
    #[inline(always)]
    fn times(&self, v: Vec3s) -> Vec3s {
        Vec3s {
            x: self.xx * v.x + self.xy * v.y + self.xz * v.z,
            y: self.xy * v.x + self.yy * v.y + self.yz * v.z,
            z: self.xz * v.x + self.yz * v.y + self.zz * v.z,
        }
    }

    /// The inverse times its determinant, and the determinant.
    #[inline(always)]
    fn adjugate(&self) -> (Self, Lanes) {
        let adjugate = Self {
            xx: self.yy * self.zz - self.yz * self.yz,
            yy: self.xx * self.zz - self.xz * self.xz,
            zz: self.xx * self.yy - self.xy * self.xy,
            xy: self.xz * self.yz - self.xy * self.zz,
            xz: self.xy * self.yz - self.xz * self.yy,
            yz: self.xy * self.xz - self.xx * self.yz,
        };
        let determinant = self.xx * adjugate.xx + self.xy * adjugate.xy + self.xz * adjugate.xz;
        (adjugate, determinant)
    }
}

/// One where the mask is set, else zero, times a number: 0 even where the number is not finite.
#[inline(always)]
fn only(mask: Lanes, number: Lanes) -> Lanes {
    mask.select(number, Lanes::ZERO)
}

impl Manifolds {
    #[inline(always)]
    fn friction_center(&self) -> FrictionCenter {
        let (zero, one) = (Lanes::ZERO, Lanes::splat(1.0));
        let sum = self.normal_impulse();
        let normal_impulse = only(sum.simd_gt(Lanes::splat(LEAST_IMPULSE)), sum);
        let presses = normal_impulse.simd_gt(zero);
        let (mut all, mut normal, mut arms) = (zero, Vec3s::ZERO, [Vec3s::ZERO; 2]);
        for point in self.points() {
            let weight = presses.select(point.lambda, point.normal.dot(point.normal));
            all += weight;
            normal += point.normal * weight;
            arms[0] += point.arms[0] * weight;
            arms[1] += point.arms[1] * weight;
        }
        let per_all = only(all.simd_gt(zero), one / all);
        let arms = arms.map(|arm| arm * per_all);
        let mean = normal * per_all;
        let square = mean.dot(mean);
        let unit = mean * (one / square.sqrt());
        let first = self.points().first().map_or(mean, |point| point.normal);
        let normal = unit.where_set(square.simd_gt(Lanes::splat(1e-12)), first);
        let mut twist_arm = zero;
        for point in self.points() {
            twist_arm += point.lambda * (point.arms[0] - arms[0]).length();
        }
        FrictionCenter {
            normal_impulse,
            normal,
            arms,
            twist_arm,
        }
    }

    /// Solves friction in two tangential directions and about the normal, clamped to Coulomb's cone together with λ so far, in the
    /// lanes of `mask`. Below the motion `limit` static friction holds; `slip` is the accumulated slip.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn solve_friction(
        &mut self,
        mask: Lanes,
        pair: Friction,
        limit: f32,
        slip: Across,
        lambda: &mut Across,
    ) {
        let zero = Lanes::ZERO;
        let m = self.friction_center();
        let before = *lambda;
        let held = before.tangent.dot(before.tangent) + before.twist * before.twist;
        let mask = mask & (m.normal_impulse.simd_gt(zero) | held.simd_gt(zero));
        let n = m.normal;
        let [s, t] = tangents(n);
        let (motion, k) = self.sliding(n, [s, t], m.arms, slip);
        let (adjugate, determinant) = k.adjugate();
        let mask = mask & determinant.simd_gt(zero);
        if !mask.any() {
            return;
        }
        let previous = Vec3s {
            x: before.tangent.dot(s),
            y: before.tangent.dot(t),
            z: before.twist,
        };
        let free = previous - adjugate.times(motion) * (Lanes::splat(1.0) / determinant);
        let rate = k.times(free);
        let is_slow = (rate.x * rate.x + rate.y * rate.y)
            .sqrt()
            .simd_lt(Lanes::splat(limit));
        let kinetic = is_slow.select(pair.kinetic.fast_max(pair.fixed), pair.kinetic);
        let most = kinetic * m.twist_arm;
        let twist = free.z.fast_max(-most).fast_min(most);
        let turned = twist - previous.z;
        let (rx, ry) = (motion.x + turned * k.xz, motion.y + turned * k.yz);
        let per = Lanes::splat(1.0) / adjugate.zz;
        let x = previous.x - (k.yy * rx - k.xy * ry) * per;
        let y = previous.y - (k.xx * ry - k.xy * rx) * per;
        let size = (x * x + y * y).sqrt();
        let slides = kinetic * m.normal_impulse;
        let holds = size.simd_le(slides.fast_max(pair.fixed * m.normal_impulse));
        let factor = holds.select(Lanes::splat(1.0), slides / size);
        let tangent = s * (x * factor) + t * (y * factor);
        let tangent = tangent.where_set(mask, before.tangent);
        let twist = mask.select(twist, before.twist);
        let previous = (s * previous.x + t * previous.y).where_set(mask, tangent);
        let turn = (n * (twist - before.twist)).where_set(mask, Vec3s::ZERO);
        let arms = m.arms.map(|arm| arm.where_set(mask, Vec3s::ZERO));
        self.apply_impulse(tangent - previous, arms, turn);
        *lambda = Across { tangent, twist };
    }

    /// Sliding and twisting motion, and its inverse mass matrix.
    #[inline(always)]
    fn sliding(
        &self,
        n: Vec3s,
        [s, t]: [Vec3s; 2],
        arms: [Vec3s; 2],
        slip: Across,
    ) -> (Vec3s, Matrix) {
        let (zero, one) = (Lanes::ZERO, Lanes::splat(1.0));
        let (a, b) = (&self.a, &self.b);
        let slid = self.relative(arms) + slip.tangent;
        let w = a.w + b.w;
        let along_s = arms.map(|arm| arm.cross(s));
        let along_t = arms.map(|arm| arm.cross(t));
        let response_s = [a.turned_by(along_s[0]), b.turned_by(along_s[1])];
        let response_t = [a.turned_by(along_t[0]), b.turned_by(along_t[1])];
        let response_n = [a.turned_by(n), b.turned_by(n)];
        let sum = |p: [Vec3s; 2], q: [Vec3s; 2]| p[0].dot(q[0]) + p[1].dot(q[1]);
        let zz = n.dot(response_n[0] + response_n[1]);
        let turns = zz.simd_gt(zero);
        let k = Matrix {
            xx: s.dot(s) * w + sum(along_s, response_s),
            yy: t.dot(t) * w + sum(along_t, response_t),
            zz: turns.select(zz, one),
            xy: s.dot(t) * w + sum(along_s, response_t),
            xz: only(turns, sum(along_s, response_n)),
            yz: only(turns, sum(along_t, response_n)),
        };
        let twisting = n.dot(a.angular - b.angular) + slip.twist;
        let motion = Vec3s {
            x: slid.dot(s),
            y: slid.dot(t),
            z: only(turns, twisting),
        };
        (motion, k)
    }

    /// Accumulated slip and twist, clamped to what friction can restore; the motions are velocities in substeps of length `h`.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn accumulated_slip(
        &self,
        pair: Friction,
        h: f32,
        slip: Across,
    ) -> Across {
        let (zero, one) = (Lanes::ZERO, Lanes::splat(1.0));
        let m = self.friction_center();
        let (n, h) = (m.normal, Lanes::splat(h));
        let (a, b) = (&self.a, &self.b);
        let slid = slip.tangent + self.relative(m.arms) * h;
        let slid = slid - n * slid.dot(n);
        let l = slid.length();
        let u = slid * only(l.simd_gt(zero), one / l);
        let along = m.arms.map(|arm| arm.cross(u));
        let inverse_mass = u.dot(u) * (a.w + b.w)
            + along[0].dot(a.turned_by(along[0]))
            + along[1].dot(b.turned_by(along[1]));
        let most = pair.kinetic.fast_max(pair.fixed) * m.normal_impulse * inverse_mass;
        let most_twist = pair.kinetic * m.twist_arm * n.dot(a.turned_by(n) + b.turned_by(n));
        let twist = slip.twist + h * n.dot(a.angular - b.angular);
        let twist = twist.fast_max(-most_twist).fast_min(most_twist);
        let presses = m.normal_impulse.simd_gt(zero);
        Across {
            tangent: (u * l.fast_min(most)).where_set(presses, slip.tangent),
            twist: presses.select(twist, slip.twist),
        }
    }
}

/// Two unit vectors across n and each other.
#[inline(always)]
fn tangents(n: Vec3s) -> [Vec3s; 2] {
    let steep = n.x.abs().simd_gt(Lanes::splat(0.6));
    let zero = Lanes::ZERO;
    let s = Vec3s {
        x: only(steep, n.y),
        y: steep.select(-n.x, n.z),
        z: steep.select(zero, -n.y),
    };
    let s = s * (Lanes::splat(1.0) / s.length());
    [s, n.cross(s)]
}
