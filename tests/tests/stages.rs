//! Every pass of a frame against its twin, on Vulkan, also with other subgroup sizes.

use pliant_kernels::CpuEngine;
use pliant_scene::Solver;
use pliant_sim::{Settings, Simulation};
use pliant_tests::world::{World, committed};

#[test]
fn smoke() {
    for name in ["hanging_cloth", "drape", "stiffness", "chain", "catenary", "curtain", "small_steps"] {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            let scene = committed(name);
            let mut settings = Settings::of(&scene);
            settings.solver = solver;
            let mut cpu = Simulation::new(&scene, settings, CpuEngine::default()).expect("cpu");
            let mut world = World::new(&scene, |s| s.solver = solver);
            println!("{name} {solver:?} {:?} bytes {}", world.summary().colors, world.bytes());
            for _ in 0..5 {
                cpu.step().expect("cpu");
                world.run(1);
            }
            println!("cpu {:?}", cpu.metrics().expect("cpu").bodies[0]);
            println!("gpu {:?}", world.body());
        }
    }
}
