//! The derived barriers of a frame suffice, and each is needed: the checker reports a hazard when one is missing.

use pliant_kernels::CpuEngine;
use pliant_scene::Solver;
use pliant_sim::{Settings, Simulation};
use pliant_tests::hazards::check_barriers;
use pliant_tests::zoo::zoo;

#[test]
fn removing_any_barrier_of_a_frame_is_noticed() {
    let scene = zoo();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let mut settings = Settings::of(&scene);
        (settings.substeps, settings.iterations, settings.solver) = (3, 2, solver);
        let simulation =
            Simulation::new(&scene, settings, CpuEngine::default()).expect("the CPU engine");
        let recording = simulation.recording();
        let barriers = recording.barriers();
        assert!(
            barriers.len() > 20,
            "a frame has barriers: {}",
            barriers.len()
        );
        assert_eq!(check_barriers(recording, &barriers), Ok(()), "{solver:?}");
        for removed in 0..barriers.len() {
            let mut fewer = barriers.clone();
            fewer.remove(removed);
            assert!(
                check_barriers(recording, &fewer).is_err(),
                "{solver:?}: the checker accepts the frame without barrier {removed}"
            );
        }
    }
}
