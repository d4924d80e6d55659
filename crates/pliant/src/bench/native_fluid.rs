//! A step of a fluid as plain loops on one thread of the host, by the same formulas (docs/method.md, fluids), to compare device times
//! with.

use super::native_grid::NativeGrid;
use pliant_sim::FluidConstants;
use std::time::Instant;

/// Water far from walls.
pub(crate) struct NativeFluid {
    grid: NativeGrid,
    constants: FluidConstants,
    positions: Vec<[f32; 4]>,
    velocities: Vec<[f32; 3]>,
    splitting_weight: Vec<f32>,
    pressure: Vec<f32>,
    change: Vec<f32>,
    /// Mass of a particle, kg.
    mass: f32,
    /// Rest volume of a particle, m³.
    volume: f32,
    /// Length of a substep, s.
    h: f32,
    viscosity: f32,
}

/// A neighbour: the separation vector from it, its distance `r` (m), and `u` = max(0, 1 − r / radius).
struct Neighbour {
    index: usize,
    separation: [f32; 3],
    r: f32,
    u: f32,
}

impl NativeFluid {
    /// Water particles at these positions with a spacing in m, and substeps of `h` s.
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
            splitting_weight: vec![0.0; count],
            pressure: vec![0.0; count],
            change: vec![0.0; count],
            mass: 1e3 * spacing.powi(3),
            volume: spacing.powi(3),
            h,
            viscosity: 1.0 - 0.99_f32.powf(60.0 * h),
        }
    }

    /// Computes a frame of substeps and iterations; returns its time, ms.
    pub(crate) fn frame(&mut self, substeps: u32, iterations: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..substeps {
            let before = self.positions.clone();
            for (x, v) in self.positions.iter_mut().zip(&mut self.velocities) {
                v[1] -= 9.81 * self.h;
                (0..3).for_each(|axis| x[axis] += self.h * v[axis]);
            }
            self.grid.set_points(&self.positions);
            self.grid.search();
            self.compute_splitting_weights();
            self.pressure.fill(0.0);
            for _ in 0..iterations {
                self.solve_pressure();
                self.apply_pressure();
            }
            let displaced = self.positions.iter().zip(&before).zip(&mut self.velocities);
            for ((x, old), v) in displaced {
                (0..3).for_each(|axis| v[axis] = (x[axis] - old[axis]) / self.h);
            }
            self.apply_viscosity();
        }
        start.elapsed().as_secs_f64() * 1e3
    }

    #[inline(always)]
    fn neighbours(&self, i: usize) -> impl Iterator<Item = Neighbour> + '_ {
        let [x, y, z, _] = self.positions[i];
        self.grid.list(i).iter().map(move |&index| {
            let index = index as usize;
            let [a, b, c, _] = self.positions[index];
            let separation = [x - a, y - b, z - c];
            let r = (separation[0] * separation[0]
                + separation[1] * separation[1]
                + separation[2] * separation[2])
                .sqrt();
            let u = (1.0 - r / self.constants.radius).max(0.0);
            Neighbour {
                index,
                separation,
                r: r.max(1e-9),
                u,
            }
        })
    }

    #[inline(never)]
    fn compute_splitting_weights(&mut self) {
        for i in 0..self.positions.len() {
            let (mut diagonal, mut off, mut own) = ([0.0; 3], [0.0; 3], [0.0; 3]);
            let mut add = |n: [f32; 3], size: f32| {
                for axis in 0..3 {
                    diagonal[axis] += size * n[axis] * n[axis];
                    off[axis] += size * n[axis] * n[(axis + 1) % 3];
                }
            };
            for neighbour in self.neighbours(i) {
                let size = self.constants.slope * self.volume * neighbour.u * neighbour.u;
                let n = neighbour.separation.map(|d| d / neighbour.r);
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
            self.splitting_weight[i] =
                (mean + (2.0 / 3.0 * (rest + 2.0 * across)).sqrt()) / self.mass;
        }
    }

    #[inline(never)]
    fn solve_pressure(&mut self) {
        let constants = self.constants;
        for i in 0..self.positions.len() {
            let (mut filled, mut weighted, mut own) = (1.0, 0.0, [0.0; 3]);
            for neighbour in self.neighbours(i) {
                let size = neighbour.u * neighbour.u;
                filled += size * neighbour.u;
                weighted += self.splitting_weight[neighbour.index] * size;
                let slope = size / neighbour.r;
                (0..3).for_each(|axis| own[axis] -= slope * neighbour.separation[axis]);
            }
            let steep =
                constants.slope * self.volume * (weighted + self.splitting_weight[i] * length(own));
            let residual = constants.density * self.volume * filled - 1.0;
            let rise = constants.relaxation * residual
                / ((steep + constants.regularization * self.splitting_weight[i])
                    * self.volume
                    * constants.unit
                    + 1e-9);
            let after = (self.pressure[i] + rise).max(0.0);
            self.change[i] = after - self.pressure[i];
            self.pressure[i] = after;
        }
    }

    #[inline(never)]
    fn apply_pressure(&mut self) {
        let factor =
            self.constants.slope * self.volume * self.volume * self.constants.unit / self.mass;
        let mut displaced = self.positions.clone();
        for (i, to) in displaced.iter_mut().enumerate() {
            let mut push = [0.0; 3];
            for neighbour in self.neighbours(i) {
                let both = self.change[i] + self.change[neighbour.index];
                let size = both * neighbour.u * neighbour.u / neighbour.r;
                (0..3).for_each(|axis| push[axis] += size * neighbour.separation[axis]);
            }
            (0..3).for_each(|axis| to[axis] += factor * push[axis]);
        }
        self.positions = displaced;
    }

    #[inline(never)]
    fn apply_viscosity(&mut self) {
        let before = self.velocities.clone();
        let factor = self.viscosity * self.constants.density * self.volume;
        for i in 0..self.positions.len() {
            let mut change = [0.0; 3];
            for neighbour in self.neighbours(i) {
                let weight = neighbour.u * neighbour.u * neighbour.u;
                let other = before[neighbour.index];
                (0..3).for_each(|axis| change[axis] += weight * (other[axis] - before[i][axis]));
            }
            (0..3).for_each(|axis| self.velocities[i][axis] += factor * change[axis]);
        }
    }
}

fn length(v: [f32; 3]) -> f32 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}
