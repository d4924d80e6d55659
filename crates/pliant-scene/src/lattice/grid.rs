//! Lattice space: the frame in which cells are cubes of size 1 with corners at whole numbers.

use glam::{DQuat, DVec3, Quat, Vec3};
use pliant_math::{cbrt, log10, powf};

/// Most cells: more would take gigabytes before anything is simulated.
const MOST_CELLS: f64 = 2e6;

/// A box of cells around a surface, and the map between it and the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    /// Cells along each axis.
    pub(super) cells: [usize; 3],
    origin: DVec3,
    /// Edges of a cell, m.
    step: DVec3,
    turn: DQuat,
    /// Largest rounding error of a position in the world, in cells.
    pub(super) rounding: f64,
}

impl Grid {
    /// Cells of about `spacing` that fit the bounding box of `points` in `frame` exactly.
    pub(super) fn around(
        points: impl Iterator<Item = Vec3>,
        spacing: f32,
        frame: Quat,
    ) -> Result<Self, String> {
        let turn = frame.as_dquat().normalize();
        let back = turn.inverse();
        let local = points.map(|p| back * p.as_dvec3());
        let (min, max) = local.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(min, max), p| {
            (min.min(p), max.max(p))
        });
        let farthest = min.abs().max(max.abs()).max_element();
        let extent = max - min;
        if extent.min_element() <= 1e-6 * farthest {
            return Err(
                "its surface is flat; a soft body needs a closed surface around some volume".into(),
            );
        }
        let counts = (extent / f64::from(spacing)).round().max(DVec3::ONE);
        let total = counts.element_product();
        if total > MOST_CELLS {
            let needed = f64::from(spacing) * cbrt(total / MOST_CELLS);
            return Err(format!(
                "filling it would take {total:.1e} cells, more than the {MOST_CELLS:.0e} allowed; set pliant_spacing to {} or more",
                round_up(needed),
            ));
        }
        let step = extent / counts;
        Ok(Self {
            cells: counts.as_usizevec3().to_array(),
            origin: min,
            step,
            turn,
            rounding: 1e-5 + 1e-6 * farthest / step.min_element(),
        })
    }

    /// The edge of a cell, m; the mean where edges differ.
    pub(super) fn spacing(&self) -> f32 {
        cbrt(self.step.element_product()) as f32
    }

    /// A point of the world in lattice space.
    pub(super) fn local(&self, world: Vec3) -> DVec3 {
        (self.turn.inverse() * world.as_dvec3() - self.origin) / self.step
    }

    /// A point of lattice space in the world.
    pub(super) fn world(&self, local: DVec3) -> Vec3 {
        (self.turn * (self.origin + local * self.step)).as_vec3()
    }

    /// Nodes along each axis.
    pub(super) fn nodes(&self) -> [usize; 3] {
        self.cells.map(|n| n + 1)
    }

    /// The number of a node.
    pub(super) fn node(&self, [i, j, k]: [usize; 3]) -> usize {
        let [nx, ny, _] = self.nodes();
        i + nx * (j + ny * k)
    }

    /// Position of a node by its number.
    pub(super) fn coordinates(&self, node: usize) -> [usize; 3] {
        let [nx, ny, _] = self.nodes();
        [node % nx, node / nx % ny, node / nx / ny]
    }

    /// The cell a point is in, the nearest one for points outside.
    pub(super) fn cell(&self, local: DVec3) -> [usize; 3] {
        let coordinates = local.as_i64vec3().to_array();
        std::array::from_fn(|axis| {
            usize::try_from(coordinates[axis])
                .unwrap_or(0)
                .min(self.cells[axis] - 1)
        })
    }
}

/// Rounds up to two digits, so that the value in the message gives fewer cells than allowed.
fn round_up(length: f64) -> f64 {
    let unit = powf(10.0, log10(length).floor() - 1.0);
    (length * 1.01 / unit).ceil() * unit
}
