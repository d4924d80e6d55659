//! Surfaces that intersect at the start: their intersections are counted, and resolved.

use glam::DVec3;
use pliant_passes::{Command, PassId};
use pliant_scene::Scene;
use pliant_tests::intersecting::{pierced, pierced_beside_resting, pierced_by_corner, slotted};
use pliant_tests::momenta::relative_changes;
use pliant_tests::world::{SOLVERS, World, committed};

/// The number of intersections by the device and by the host.
fn intersections(world: &mut World) -> [u64; 2] {
    let host = world.host_intersections();
    let device = world.measure().intersections;
    [device.expect("surfaces that may intersect"), host as u64]
}

/// Simulates 2 s. Both counts agree in every frame, momentum is conserved, and no intersection is left at the end.
fn assert_untangles(name: &str, scene: &Scene) {
    for solver in SOLVERS {
        let mut world = World::solved(scene, solver);
        let [start, host] = intersections(&mut world);
        assert!(
            start > 0 && start == host,
            "{name}: {start}, on the host {host}"
        );
        let before = world.measure().bodies;
        let mut resolved = None;
        let mut last = start;
        for frame in 1..=120 {
            world.run(1);
            let [device, host] = intersections(&mut world);
            assert_eq!(device, host, "{name}, {solver:?}, frame {frame}");
            if device > 0 {
                resolved = None;
            } else {
                resolved = resolved.or(Some(frame));
            }
            last = device;
        }
        let bodies = world.measure().bodies;
        let [linear, angular] = relative_changes(&before, &bodies);
        let energy: f64 = bodies.iter().map(|b| b.kinetic_energy).sum();
        println!(
            "{name}, {solver:?}: {start} at the start, resolved in frame {resolved:?}; momentum {linear}, angular momentum {angular}, {energy} J"
        );
        assert_eq!(last, 0, "{name}, {solver:?}");
        assert!(linear < 1e-5, "{name}, {solver:?}: {linear}");
        assert!(angular < 0.03, "{name}, {solver:?}: {angular}");
    }
}

#[test]
fn a_sheet_is_pulled_out_of_another_one() {
    assert_untangles("5 cm through", &pierced(0.05, 0.1));
}

#[test]
fn a_sheet_is_pulled_out_of_another_one_at_a_small_angle() {
    assert_untangles("flat through", &pierced(0.1, 1.2));
}

#[test]
fn sheets_that_intersect_to_their_middles_separate() {
    assert_untangles("halfway", &slotted());
}

#[test]
fn a_corner_is_pulled_out_of_its_own_sheet() {
    assert_untangles("a corner", &pierced_by_corner());
}

#[test]
fn intersections_are_counted_with_local_pair_searches() {
    for solver in SOLVERS {
        let mut world = World::solved(&pierced_beside_resting(0.05, 0.1), solver);
        let mut most = 0;
        for frame in 0..=40 {
            let [device, host] = intersections(&mut world);
            assert_eq!(device, host, "{solver:?}, frame {frame}");
            most = most.max(device);
            world.run(1);
        }
        assert!(most > 20, "{solver:?}: only {most} at most");
    }
}

#[test]
fn untangling_gives_the_same_bits() {
    for solver in SOLVERS {
        let run = || {
            let mut world = World::solved(&pierced(0.05, 0.1), solver);
            world.run(12);
            world.position_bits()
        };
        assert!(run() == run(), "{solver:?}");
    }
}

#[test]
fn a_reset_restores_the_intersections() {
    let mut world = World::solved(&pierced(0.05, 0.1), SOLVERS[0]);
    let start = world.measure().intersections;
    world.run(5);
    let first = world.positions();
    world.reset().expect("a device");
    assert_eq!(world.measure().intersections, start);
    world.run(5);
    assert!(world.positions() == first);
}

/// Whether a frame of the scene searches intersections, and how many it reports.
fn searches(scene: &Scene) -> (bool, Option<u64>) {
    let mut world = World::solved(scene, SOLVERS[0]);
    let is_find = |command: &Command| matches!(command, Command::Dispatch(d) if d.pass == PassId::FindIntersections);
    let searches = world.recording().commands.iter().any(is_find);
    (searches, world.measure().intersections)
}

#[test]
fn intersections_are_searched_only_where_surfaces_may_collide() {
    assert_eq!(searches(&committed("two_cloths")), (true, Some(0)));
    assert_eq!(searches(&committed("catenary")), (false, None));
}

#[test]
fn separated_sheets_do_not_fly_off() {
    for solver in SOLVERS {
        let mut world = World::solved(&pierced(0.05, 0.1), solver);
        world.run(120);
        let bodies = world.measure().bodies;
        let [one, other] = [0, 1].map(|i| DVec3::from(bodies[i].velocity));
        let speed = one.distance(other);
        println!("{solver:?}: they separate at {speed} m/s");
        // Twice the speed at which they are pulled apart, which is twenty times the gap per second.
        assert!(speed < 0.4, "{solver:?}: {speed} m/s");
    }
}
