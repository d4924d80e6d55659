//! Bodies at one end of several manifolds, one in each lane.

use crate::cpu::lanes::{LANES, Lanes, Vec3s, components};
use bytemuck::{Pod, cast};

/// One of the two bodies of each manifold. Motions are displacements or velocities.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Ends {
    /// Inverse mass.
    pub(in crate::cpu::rigid) w: Lanes,
    /// Inverse inertia in the world: xx, yy, zz.
    diagonal: Vec3s,
    /// Its yz, zx, xy.
    off_diagonal: Vec3s,
    pub(in crate::cpu::rigid) linear: Vec3s,
    pub(in crate::cpu::rigid) angular: Vec3s,
    /// Sum of angular impulses.
    pub(in crate::cpu::rigid) angular_impulse: Vec3s,
}

impl Ends {
    /// From a `RigidStep` or a `RigidVelocity` for each lane, whose components have the same order.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn load<T: Pod>(bodies: [T; LANES]) -> Self {
        let words: [[[f32; 4]; 4]; LANES] = bodies.map(cast);
        let chunk = |c: usize| components(words.map(|words| Lanes::new(words[c])));
        let [lx, ly, lz, ax] = chunk(0);
        let [ay, az, ix, iy] = chunk(1);
        let [iz, w, dx, dy] = chunk(2);
        let [dz, ox, oy, oz] = chunk(3);
        let vector = |x, y, z| Vec3s { x, y, z };
        Self {
            w,
            diagonal: vector(dx, dy, dz),
            off_diagonal: vector(ox, oy, oz),
            linear: vector(lx, ly, lz),
            angular: vector(ax, ay, az),
            angular_impulse: vector(ix, iy, iz),
        }
    }

    /// Calls `store` with lane and body for each of the first lanes whose body moves. Bodies that do not move may be in several
    /// pairs of a colour, so they are only read.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn store<T: Pod>(
        &self,
        count: usize,
        mut store: impl FnMut(usize, T),
    ) {
        let (l, a, i) = (self.linear, self.angular, self.angular_impulse);
        let (d, o) = (self.diagonal, self.off_diagonal);
        let chunks = [
            components([l.x, l.y, l.z, a.x]),
            components([a.y, a.z, i.x, i.y]),
            components([i.z, self.w, d.x, d.y]),
            components([d.z, o.x, o.y, o.z]),
        ];
        let moves = self.moves();
        for k in 0..count {
            if moves & 1 << k != 0 {
                store(k, cast(chunks.map(|chunk| chunk[k].to_array())));
            }
        }
    }

    /// A bit for each lane: whether impulses change the motion of its body.
    fn moves(&self) -> u32 {
        let some = |number: Lanes| number.simd_ne(Lanes::ZERO);
        let d = self.diagonal;
        (some(self.w) | some(d.x) | some(d.y) | some(d.z)).to_bitmask()
    }

    /// The inverse inertia times a vector.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn turned_by(&self, v: Vec3s) -> Vec3s {
        let (d, o) = (self.diagonal, self.off_diagonal);
        Vec3s {
            x: d.x * v.x + o.z * v.y + o.y * v.z,
            y: o.z * v.x + d.y * v.y + o.x * v.z,
            z: o.y * v.x + o.x * v.y + d.z * v.z,
        }
    }
}
