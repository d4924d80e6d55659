//! Two bodies and what connects them, solved as one block: a joint, or several manifolds, one in each lane: CPU implementation of `shaders/rigid/blocks/block.glsl`.

use crate::cpu::lanes::{LANES, Lanes, Vec3s, components};
use crate::cpu::rigid::blocks::ends::Ends;
use bytemuck::{Pod, cast};
use glam::{Mat3, Vec3};
use pliant_passes::types::{BLOCK_SWEEPS, POINTS, RigidContact};

const MOST: usize = POINTS as usize;

/// A contact point of each manifold. Where a manifold has fewer points, it is zero.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Point {
    /// From the second body to the first.
    pub(in crate::cpu::rigid) normal: Vec3s,
    /// From the centre of each body.
    pub(in crate::cpu::rigid) arms: [Vec3s; 2],
    /// Residual: C, or a velocity.
    pub(in crate::cpu::rigid) separation: Lanes,
    pub(in crate::cpu::rigid) lambda: Lanes,
    /// Normal velocity before any contact impulse but restitution.
    pub(in crate::cpu::rigid) normal_velocity: Lanes,
}

/// The two bodies of each manifold and its contact points, solved as one block.
pub(in crate::cpu::rigid) struct Manifolds {
    pub(in crate::cpu::rigid) a: Ends,
    pub(in crate::cpu::rigid) b: Ends,
    points: [Point; MOST],
    /// The most points of a manifold.
    count: usize,
}

impl Manifolds {
    /// Loads manifolds from the two bodies of each, their number of points, and their contacts by lane and point.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn load<T: Pod>(
        bodies: [[T; LANES]; 2],
        points: [u32; LANES],
        contact: impl Fn(usize, usize) -> RigidContact,
    ) -> Self {
        let [a, b] = bodies.map(Ends::load);
        let load = |i: usize| {
            let words: [[[f32; 4]; 3]; LANES] = std::array::from_fn(|k| {
                if i < points[k] as usize {
                    cast(contact(k, i))
                } else {
                    [[0.0; 4]; 3]
                }
            });
            Point::load_point(words)
        };
        Self {
            a,
            b,
            points: std::array::from_fn(load),
            count: points.into_iter().fold(0, u32::max) as usize,
        }
    }

    pub(in crate::cpu::rigid) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    pub(in crate::cpu::rigid) fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.count]
    }

    /// Relative motion of two points, that of the first body minus that of the second.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn relative(&self, arms: [Vec3s; 2]) -> Vec3s {
        let (a, b) = (&self.a, &self.b);
        a.linear + a.angular.cross(arms[0]) - b.linear - b.angular.cross(arms[1])
    }

    /// Adds opposite impulses at the arms of both bodies, and opposite angular impulses.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn apply_impulse(
        &mut self,
        impulse: Vec3s,
        arms: [Vec3s; 2],
        twist: Vec3s,
    ) {
        let (a, b) = (&mut self.a, &mut self.b);
        a.linear += impulse * a.w;
        b.linear -= impulse * b.w;
        let [on_a, on_b] = arms.map(|arm| arm.cross(impulse) + twist);
        a.angular_impulse += on_a;
        b.angular_impulse -= on_b;
        a.angular += a.turned_by(on_a);
        b.angular -= b.turned_by(on_b);
    }

    /// Adds the motion along its normal to the residual of each point.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn add_motion(&mut self) {
        for i in 0..self.count {
            let point = &self.points[i];
            let motion = point.normal.dot(self.relative(point.arms));
            self.points[i].separation += motion;
        }
    }

    /// Sum of λ.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn normal_impulse(&self) -> Lanes {
        let lambdas = self.points().iter().map(|point| point.lambda);
        lambdas.fold(Lanes::ZERO, |sum, lambda| sum + lambda)
    }

    /// Normal impulses of all points by projected Gauss–Seidel, applied at once.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn solve_normals(&mut self) {
        match self.count {
            1 => self.solve_points::<1>(),
            2 => self.solve_points::<2>(),
            3 => self.solve_points::<3>(),
            _ => self.solve_points::<MOST>(),
        }
    }

    /// The same for N points: with a known number, the compiler keeps them in registers.
    fn solve_points<const N: usize>(&mut self) {
        let mut arms = [[Vec3s::ZERO; 2]; N];
        let mut responses = [[Vec3s::ZERO; 2]; N];
        let mut rows = [[Lanes::ZERO; N]; N];
        let w = self.a.w + self.b.w;
        for i in 0..N {
            let point = &self.points[i];
            arms[i] = point.arms.map(|arm| arm.cross(point.normal));
            responses[i] = [self.a.turned_by(arms[i][0]), self.b.turned_by(arms[i][1])];
            for j in 0..=i {
                rows[i][j] = point.normal.dot(self.points[j].normal) * w
                    + arms[i][0].dot(responses[j][0])
                    + arms[i][1].dot(responses[j][1]);
                rows[j][i] = rows[i][j];
            }
        }
        let changes = self.sweep(&rows);
        let (a, b) = (&mut self.a, &mut self.b);
        for i in 0..N {
            let (point, change) = (&mut self.points[i], changes[i]);
            point.lambda += change;
            a.linear += point.normal * (a.w * change);
            b.linear -= point.normal * (b.w * change);
            a.angular_impulse += arms[i][0] * change;
            b.angular_impulse -= arms[i][1] * change;
            a.angular += responses[i][0] * change;
            b.angular -= responses[i][1] * change;
        }
    }

    /// Changes of λ. Sweeps end early where none of them changes any more.
    #[inline(always)]
    fn sweep<const N: usize>(&self, rows: &[[Lanes; N]; N]) -> [Lanes; N] {
        let zero = Lanes::ZERO;
        let mut changes = [zero; N];
        let inverse: [Lanes; N] = std::array::from_fn(|i| {
            let diagonal = rows[i][i];
            diagonal
                .simd_gt(zero)
                .select(Lanes::splat(1.0) / diagonal, zero)
        });
        for _ in 0..BLOCK_SWEEPS {
            let mut differs = zero;
            for i in 0..N {
                let point = &self.points[i];
                let mut residual = point.separation;
                for j in 0..N {
                    residual += rows[i][j] * changes[j];
                }
                let next = (changes[i] - residual * inverse[i]).fast_max(-point.lambda);
                differs |= next.simd_ne(changes[i]);
                changes[i] = next;
            }
            if !differs.any() {
                break;
            }
        }
        changes
    }
}

impl Point {
    /// From the components of a contact in each lane.
    #[inline(always)]
    fn load_point(words: [[[f32; 4]; 3]; LANES]) -> Self {
        let chunk = |c: usize| components(words.map(|words| Lanes::new(words[c])));
        let [nx, ny, nz, separation] = chunk(0);
        let [ax, ay, az, bx] = chunk(1);
        let [by, bz, lambda, normal_velocity] = chunk(2);
        let vector = |x, y, z| Vec3s { x, y, z };
        Self {
            normal: vector(nx, ny, nz),
            arms: [vector(ax, ay, az), vector(bx, by, bz)],
            separation,
            lambda,
            normal_velocity,
        }
    }
}

/// One of the two bodies.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cpu::rigid) struct End {
    pub(in crate::cpu::rigid) w: f32,
    pub(in crate::cpu::rigid) inverse: Mat3,
    pub(in crate::cpu::rigid) linear: Vec3,
    pub(in crate::cpu::rigid) angular: Vec3,
    pub(in crate::cpu::rigid) angular_impulse: Vec3,
}

/// The two bodies of a joint.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cpu::rigid) struct Block {
    pub(in crate::cpu::rigid) a: End,
    pub(in crate::cpu::rigid) b: End,
}

impl Block {
    pub(in crate::cpu::rigid) fn apply_angular_impulse(&mut self, on: [Vec3; 2]) {
        self.a.angular_impulse += on[0];
        self.a.angular += self.a.inverse * on[0];
        self.b.angular_impulse -= on[1];
        self.b.angular -= self.b.inverse * on[1];
    }
}

pub(in crate::cpu::rigid) fn moves(end: &End) -> bool {
    end.w != 0.0 || end.inverse != Mat3::ZERO
}
