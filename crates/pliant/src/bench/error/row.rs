//! The results of `pliant bench error`.

use crate::report::Lines;
use serde::Serialize;

/// Iterations a substep that are measured.
pub(super) const ITERATIONS: [u32; 4] = [1, 2, 4, 8];

/// The result for one scene and method.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) bench: &'static str,
    pub(super) scene: &'static str,
    pub(super) solver: &'static str,
    pub(super) substeps: u32,
    pub(super) iterations: u32,
    /// RMS distance of all particles from where they are in the converged run; `None` where the run diverged.
    pub(super) error_mm: Option<f64>,
    pub(super) frame_ms: f64,
    /// Whether no other method has a smaller error in less time.
    pub(super) best: bool,
}

/// Marks the rows that no other one beats in both error and time.
pub(super) fn mark_best(rows: &mut [Row]) {
    let all: Vec<(f64, f64)> = (rows.iter())
        .map(|row| (row.error_mm.unwrap_or(f64::INFINITY), row.frame_ms))
        .collect();
    for (row, own) in rows.iter_mut().zip(&all) {
        let beaten = |other: &(f64, f64)| other.0 < own.0 && other.1 < own.1;
        row.best = row.error_mm.is_some() && !all.iter().any(beaten);
    }
}

impl Row {
    /// The line for people.
    pub(super) fn text(&self) -> Lines {
        let mut lines = Lines::default();
        let error = match self.error_mm {
            Some(mm) => format!("{mm:10.3} mm"),
            None => format!("{:>13}", "diverged"),
        };
        lines.add(format_args!(
            "  {:<12} {:>3} x {} {error} {:9.3} ms a frame{}",
            self.solver,
            self.substeps,
            self.iterations,
            self.frame_ms,
            if self.best { "  best" } else { "" }
        ));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_rows_are_those_that_nothing_beats() {
        let row = |error_mm, frame_ms| Row {
            bench: "error",
            scene: "",
            solver: "",
            substeps: 1,
            iterations: 1,
            error_mm,
            frame_ms,
            best: false,
        };
        let mut rows = [
            row(Some(10.0), 1.0),
            row(Some(1.0), 2.0),
            row(Some(5.0), 3.0),
            row(None, 0.5),
        ];
        mark_best(&mut rows);
        assert_eq!(rows.map(|row| row.best), [true, true, false, false]);
    }
}
