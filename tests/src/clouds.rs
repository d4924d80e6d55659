//! Point clouds, and their neighbour lists by brute force.

use crate::staged::StagedEngine;
use pliant_passes::{Engine, PassId};
use pliant_sim::Neighbours;
use std::collections::BTreeSet;

/// Points, the body of each point, and the radius of each body.
pub struct Cloud {
    /// World positions, m; the fourth component is unused.
    pub points: Vec<[f32; 4]>,
    /// The body of each point.
    pub body_of: Vec<u32>,
    /// Radius of each body, m.
    pub radii: Vec<f32>,
}

/// Pseudo-random numbers from 0 to 1, by a linear congruential generator.
fn noise(seed: u32) -> impl FnMut() -> f32 {
    let mut state = u64::from(seed) * 2 + 1;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}

impl Cloud {
    /// Makes one of ten kinds, by the last digit of the seed. Points are uniform, clustered, planar, collinear, coincident, spread
    /// over 2000 km, far from the origin, or beyond the range of cells. The last two have several radii, or a lattice whose
    /// spacing is the radius.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut random = noise(seed);
        let count = 64 + (700.0 * random()) as u32;
        let kind = seed % 10;
        let bodies = if matches!(kind, 5..=8) { 4 } else { 1 };
        let centers: Vec<[f32; 3]> = (0..8).map(|_| [random(), random(), random()]).collect();
        let mut position = |i: u32| -> [f32; 3] {
            let mut x = [random(), random(), random()];
            let c = centers[i as usize % 8];
            match kind {
                1 => x = [0, 1, 2].map(|k| 50.0 * c[k] + 0.1 * x[k]),
                2 => x[1] = -0.25,
                3 => x = [x[0], 1.0, 0.0],
                4 => x = [0.3, -7.0, 1e-3],
                5 => x = x.map(|v| 2e6 * (v - 0.5)),
                6 => x = [1e6 + 4.0 * x[0], -1e6 - 4.0 * x[1], 1e6 + x[2]],
                7 => x = x.map(|v| 1e12 * (v - 0.5)),
                9 => x = [i % 8, i / 8 % 8, i / 64].map(|n| 0.1 * n as f32),
                _ => {}
            }
            x
        };
        let points = (0..count)
            .map(&mut position)
            .map(|[x, y, z]| [x, y, z, 0.0])
            .collect();
        let radius = if kind == 9 {
            0.1
        } else {
            0.05 + 0.2 * random()
        };
        Self {
            points,
            body_of: (0..count).map(|i| i * bodies / count).collect(),
            radii: (0..bodies)
                .map(|body| radius * [1.0, 0.1, 3.0, 0.0][body as usize])
                .collect(),
        }
    }

    /// The neighbour lists by their definition.
    #[must_use]
    pub fn brute_force_lists(&self) -> Vec<Vec<u32>> {
        let adjacent = |i: usize, j: usize| {
            let [a, b] = [i, j].map(|k| self.points[k]);
            let d = [0, 1, 2].map(|k| a[k] - b[k]);
            let half = |k: usize| 0.5 * self.radii[self.body_of[k] as usize];
            let radius = half(i) + half(j);
            i != j && d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= radius * radius
        };
        let all = 0..self.points.len();
        let list = |i: usize| {
            all.clone()
                .filter(|j| adjacent(i, *j))
                .map(|j| j as u32)
                .collect()
        };
        all.clone().map(list).collect()
    }

    /// Returns the lists that an engine finds, and the engine.
    ///
    /// # Panics
    /// When the engine runs out of memory or loses its device.
    pub fn search<E: Engine>(&self, engine: E) -> (Vec<Vec<u32>>, E) {
        let mut search = Neighbours::new(engine, &self.body_of, &self.radii).expect("memory");
        search.set_points(&self.points).expect("a device");
        while search.search().expect("GPU and CPU agree") > 0 {}
        let lists = search.lists().expect("a device");
        (lists, search.into_engine())
    }
}

/// Searches some clouds with a stage test of every pass, and returns the passes.
///
/// # Panics
/// When a pass disagrees with its CPU implementation, or lists differ from those of brute force.
#[must_use]
pub fn staged_clouds(seeds: impl Iterator<Item = u32>) -> BTreeSet<PassId> {
    let mut engine = StagedEngine::new();
    for seed in seeds {
        let cloud = Cloud::new(seed);
        let (lists, back) = cloud.search(engine);
        assert!(lists == cloud.brute_force_lists(), "cloud {seed}");
        engine = back;
    }
    engine.covered().clone()
}
