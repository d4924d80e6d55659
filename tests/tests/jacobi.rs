//! Jacobi with Chebyshev acceleration is stable for any number of iterations.

use pliant_scene::Solver;
use pliant_tests::world::{World, committed};

/// The previous λ is 0 before the first iteration, whatever the last substep left in its buffer. A stale λ made the elastic
/// rope diverge in its first frames.
#[test]
fn chebyshev_acceleration_restarts_in_each_substep() {
    for iterations in [1, 2, 5, 10, 20] {
        let mut world = World::new(&committed("catenary"), |settings| {
            settings.solver = Solver::Jacobi;
            settings.iterations = iterations;
        });
        world.run(60);
        for body in world.measure().bodies {
            // The elastic rope stretches by 0.11 at rest (5.3 N · 1e-3 m/N / 0.05 m); a sudden load at most doubles it.
            let strain = body.max_strain.expect("a rope has links");
            assert!(
                strain < 0.25,
                "{} at {iterations} iterations: strain {strain}",
                body.name
            );
        }
    }
}
