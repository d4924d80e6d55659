//! Metrics of a fluid, summed over its particles.

use crate::metrics::{Densities, FluidMetrics, Neighbourhood};

/// Sums over the particles of a fluid, from which its metrics follow.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FluidSum {
    pub(crate) particles: u64,
    pub(crate) error: f64,
    pub(crate) max_error: f64,
    pub(crate) neighbours: u64,
    pub(crate) max_neighbours: u32,
    pub(crate) absent: u64,
    pub(crate) leaked: u64,
}

impl FluidSum {
    pub(crate) fn add(&mut self, error: f64, neighbours: u32) {
        self.particles += 1;
        self.error += error.max(0.0);
        self.max_error = self.max_error.max(error);
        self.neighbours += u64::from(neighbours);
        self.max_neighbours = self.max_neighbours.max(neighbours);
    }

    pub(crate) fn metrics(self, pending: u64) -> FluidMetrics {
        let particles = self.particles.max(1) as f64;
        let removed = self.absent.saturating_sub(pending);
        FluidMetrics {
            density_error: Densities {
                mean: self.error / particles,
                max: self.max_error,
            },
            neighbours: Neighbourhood {
                mean: self.neighbours as f64 / particles,
                max: self.max_neighbours,
            },
            pending,
            removed,
            leaked: removed + self.leaked,
        }
    }
}
