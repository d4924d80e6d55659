//! A step of a fluid as plain loops on one thread of the host, by the same formulas (docs/method.md §25): what the device's
//! times stand beside.

use super::native_grid::NativeGrid;
use pliant_sim::FluidConstants;
use std::time::Instant;

/// Water far from walls.
pub(crate) struct NativeFluid {
    grid: NativeGrid,
    constants: FluidConstants,
    positions: Vec<[f32; 4]>,
    velocities: Vec<[f32; 3]>,
    hold: Vec<f32>,
    pressure: Vec<f32>,
    change: Vec<f32>,
    /// Of a particle, kg.
    mass: f32,
    /// Of a particle at rest, m³.
    volume: f32,
    /// Of a substep, s.
    h: f32,
    viscosity: f32,
}

/// What a neighbour is: the way from it, its distance, and how close it is.
struct Beside {
    index: usize,
    apart: [f32; 3],
    r: f32,
    u: f32,
}

impl NativeFluid {
    /// Particles at these places, of water `spacing` m apart, in substeps of `h` s.
    pub(crate) fn new(
        positions: &[[f32; 3]],
        spacing: f32,
        h: f32,
        constants: FluidConstants,
        capacity: usize,
    ) -> Self {
        let count = positions.len();
        let positions: Vec<[f32; 4]> = positions
            .iter()
            .map(|[x, y, z]| [*x, *y, *z, 0.0])
            .collect();
        Self {
            grid: NativeGrid::new(positions.clone(), constants.radius, capacity).unsorted(),
            constants,
            positions,
            velocities: vec![[0.0; 3]; count],
            hold: vec![0.0; count],
            pressure: vec![0.0; count],
            change: vec![0.0; count],
            mass: 1e3 * spacing.powi(3),
            volume: spacing.powi(3),
            h,
            viscosity: 1.0 - 0.99_f32.powf(60.0 * h),
        }
    }

    /// ms of so many substeps of so many iterations.
    pub(crate) fn frame(&mut self, substeps: u32, iterations: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..substeps {
            let before = self.positions.clone();
            for (x, v) in self.positions.iter_mut().zip(&mut self.velocities) {
                v[1] -= 9.81 * self.h;
                (0..3).for_each(|axis| x[axis] += self.h * v[axis]);
            }
            self.grid.place(&self.positions);
            self.grid.search();
            self.split();
            self.pressure.fill(0.0);
            for _ in 0..iterations {
                self.press();
                self.push();
            }
            let ways = self.positions.iter().zip(&before).zip(&mut self.velocities);
            for ((x, old), v) in ways {
                (0..3).for_each(|axis| v[axis] = (x[axis] - old[axis]) / self.h);
            }
            self.stir();
        }
        start.elapsed().as_secs_f64() * 1e3
    }

    #[inline(always)]
    fn around(&self, i: usize) -> impl Iterator<Item = Beside> + '_ {
        let [x, y, z, _] = self.positions[i];
        self.grid.list(i).iter().map(move |&index| {
            let index = index as usize;
            let [a, b, c, _] = self.positions[index];
            let apart = [x - a, y - b, z - c];
            let r = (apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]).sqrt();
            let u = (1.0 - r / self.constants.radius).max(0.0);
            Beside {
                index,
                apart,
                r: r.max(1e-9),
                u,
            }
        })
    }

    #[inline(never)]
    fn split(&mut self) {
        for i in 0..self.positions.len() {
            let (mut diagonal, mut off, mut own) = ([0.0; 3], [0.0; 3], [0.0; 3]);
            let mut add = |n: [f32; 3], size: f32| {
                for axis in 0..3 {
                    diagonal[axis] += size * n[axis] * n[axis];
                    off[axis] += size * n[axis] * n[(axis + 1) % 3];
                }
            };
            for beside in self.around(i) {
                let size = self.constants.push * self.volume * beside.u * beside.u;
                let n = beside.apart.map(|d| d / beside.r);
                add(n, size);
                (0..3).for_each(|axis| own[axis] -= size * n[axis]);
            }
            let size = length(own);
            add(own.map(|g| g / size.max(1e-9)), size);
            let mean = diagonal.iter().sum::<f32>() / 3.0;
            let rest = diagonal
                .iter()
                .map(|d| (d - mean) * (d - mean))
                .sum::<f32>();
            let across = off.iter().map(|d| d * d).sum::<f32>();
            self.hold[i] = (mean + (2.0 / 3.0 * (rest + 2.0 * across)).sqrt()) / self.mass;
        }
    }

    #[inline(never)]
    fn press(&mut self) {
        let constants = self.constants;
        for i in 0..self.positions.len() {
            let (mut filled, mut held, mut own) = (1.0, 0.0, [0.0; 3]);
            for beside in self.around(i) {
                let size = beside.u * beside.u;
                filled += size * beside.u;
                held += self.hold[beside.index] * size;
                let slope = size / beside.r;
                (0..3).for_each(|axis| own[axis] -= slope * beside.apart[axis]);
            }
            let steep = constants.push * self.volume * (held + self.hold[i] * length(own));
            let open = constants.density * self.volume * filled - 1.0;
            let rise = constants.relaxation * open
                / ((steep + constants.give * self.hold[i]) * self.volume * constants.unit + 1e-9);
            let after = (self.pressure[i] + rise).max(0.0);
            self.change[i] = after - self.pressure[i];
            self.pressure[i] = after;
        }
    }

    #[inline(never)]
    fn push(&mut self) {
        let factor =
            self.constants.push * self.volume * self.volume * self.constants.unit / self.mass;
        let mut moved = self.positions.clone();
        for (i, to) in moved.iter_mut().enumerate() {
            let mut push = [0.0; 3];
            for beside in self.around(i) {
                let both = self.change[i] + self.change[beside.index];
                let size = both * beside.u * beside.u / beside.r;
                (0..3).for_each(|axis| push[axis] += size * beside.apart[axis]);
            }
            (0..3).for_each(|axis| to[axis] += factor * push[axis]);
        }
        self.positions = moved;
    }

    #[inline(never)]
    fn stir(&mut self) {
        let before = self.velocities.clone();
        let factor = self.viscosity * self.constants.density * self.volume;
        for i in 0..self.positions.len() {
            let mut change = [0.0; 3];
            for beside in self.around(i) {
                let share = beside.u * beside.u * beside.u;
                let other = before[beside.index];
                (0..3).for_each(|axis| change[axis] += share * (other[axis] - before[i][axis]));
            }
            (0..3).for_each(|axis| self.velocities[i][axis] += factor * change[axis]);
        }
    }
}

fn length(v: [f32; 3]) -> f32 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}
