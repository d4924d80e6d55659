//! Surfaces that start through each other: how many edges go through triangles, and that they come apart.

use glam::DVec3;
use pliant_passes::{Command, PassId};
use pliant_scene::{Scene, Solver};
use pliant_tests::crossing::crossings;
use pliant_tests::momenta::momenta;
use pliant_tests::no_gpu;
use pliant_tests::tangles::{cornered, poked, poked_beside_still, slotted};
use pliant_tests::world::{World, committed};

const SOLVERS: [(Solver, u32); 2] = [(Solver::GaussSeidel, 1), (Solver::Jacobi, 4)];

fn world(scene: &Scene, (solver, iterations): (Solver, u32)) -> World {
    World::new(scene, |settings| {
        (settings.solver, settings.iterations) = (solver, iterations);
    })
}

/// As the device counts them, and as the host does.
fn crossed(world: &mut World) -> [u64; 2] {
    let particles = world.particles().expect("a device");
    let host = crossings(&particles.triangles, &[], &particles.positions).len();
    let told = world.measure().intersections;
    [told.expect("surfaces that touch"), host as u64]
}

/// Simulates 2 s; both counts agree in every frame, nothing is gained by coming apart, and in the end all is clear.
fn comes_apart(name: &str, scene: &Scene) {
    for solver in SOLVERS {
        let mut world = world(scene, solver);
        let [start, host] = crossed(&mut world);
        assert!(
            start > 0 && start == host,
            "{name}: {start}, on the host {host}"
        );
        let before = momenta(&world.measure().bodies);
        let mut clear = None;
        let mut last = start;
        for frame in 1..=120 {
            world.run(1);
            let [told, host] = crossed(&mut world);
            assert_eq!(told, host, "{name}, {solver:?}, frame {frame}");
            if told > 0 {
                clear = None;
            } else {
                clear = clear.or(Some(frame));
            }
            last = told;
        }
        let bodies = world.measure().bodies;
        let after = momenta(&bodies);
        let [gained, turned] = [0, 1].map(|i| after[i].distance(before[i]) / before[i].length());
        let energy: f64 = bodies.iter().map(|b| b.kinetic_energy).sum();
        println!(
            "{name}, {solver:?}: {start} at the start, clear in frame {clear:?}; momentum {gained}, angular momentum {turned}, {energy} J"
        );
        assert_eq!(last, 0, "{name}, {solver:?}");
        assert!(gained < 1e-5, "{name}, {solver:?}: {gained}");
        assert!(turned < 0.03, "{name}, {solver:?}: {turned}");
    }
}

#[test]
fn a_sheet_comes_back_out_of_another_one() {
    if !no_gpu() {
        comes_apart("5 cm through", &poked(0.05, 0.1));
    }
}

#[test]
fn a_sheet_comes_back_out_of_another_one_that_it_meets_at_a_small_angle() {
    if !no_gpu() {
        comes_apart("flat through", &poked(0.1, 1.2));
    }
}

#[test]
fn sheets_that_are_halfway_through_each_other_slip_apart() {
    if !no_gpu() {
        comes_apart("halfway", &slotted());
    }
}

#[test]
fn a_corner_comes_back_out_of_its_own_sheet() {
    if !no_gpu() {
        comes_apart("a corner", &cornered());
    }
}

#[test]
fn crossings_are_told_where_pairs_are_sought_around_what_strays() {
    if no_gpu() {
        return;
    }
    for solver in SOLVERS {
        let mut world = world(&poked_beside_still(0.05, 0.1), solver);
        let mut most = 0;
        for frame in 0..=40 {
            let [told, host] = crossed(&mut world);
            assert_eq!(told, host, "{solver:?}, frame {frame}");
            most = most.max(told);
            world.run(1);
        }
        assert!(most > 20, "{solver:?}: only {most} at most");
    }
}

#[test]
fn untangling_gives_the_same_bits() {
    if no_gpu() {
        return;
    }
    for solver in SOLVERS {
        let run = || {
            let mut world = world(&poked(0.05, 0.1), solver);
            world.run(12);
            let particles = world.particles().expect("a device");
            let bits = |x: [f32; 3]| x.map(f32::to_bits);
            particles
                .positions
                .into_iter()
                .map(bits)
                .collect::<Vec<_>>()
        };
        assert!(run() == run(), "{solver:?}");
    }
}

#[test]
fn after_a_reset_all_is_as_before() {
    if no_gpu() {
        return;
    }
    let mut world = world(&poked(0.05, 0.1), SOLVERS[0]);
    let start = world.measure().intersections;
    world.run(5);
    let first = world.positions();
    world.reset().expect("a device");
    assert_eq!(world.measure().intersections, start);
    world.run(5);
    assert!(world.positions() == first);
}

/// Whether a frame of the scene has passes of tangles.
fn looks(scene: &Scene) -> (bool, Option<u64>) {
    let mut world = world(scene, SOLVERS[0]);
    let is_find = |command: &Command| matches!(command, Command::Dispatch(d) if d.pass == PassId::FindIntersections);
    let looks = world.recording().commands.iter().any(is_find);
    (looks, world.measure().intersections)
}

#[test]
fn only_surfaces_that_touch_are_looked_at() {
    if no_gpu() {
        return;
    }
    assert_eq!(looks(&committed("two_cloths")), (true, Some(0)));
    assert_eq!(looks(&committed("catenary")), (false, None));
}

#[test]
fn what_comes_apart_does_not_fly_off() {
    if no_gpu() {
        return;
    }
    for solver in SOLVERS {
        let mut world = world(&poked(0.05, 0.1), solver);
        world.run(120);
        let bodies = world.measure().bodies;
        let [one, other] = [0, 1].map(|i| DVec3::from(bodies[i].velocity));
        let speed = one.distance(other);
        println!("{solver:?}: they part at {speed} m/s");
        // Twice as fast as they are drawn: twenty times the gap in a second.
        assert!(speed < 0.4, "{solver:?}: {speed} m/s");
    }
}
