//! V15, V16 and V20: tops, pendulums and loads on joints; also breaking joints, and equal bits of two runs.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Document, Node};
use pliant_sim::BodyMetrics;
use pliant_tests::momenta::momenta;
use pliant_tests::reference::{near, numbers, reference, within, zero_crossings};
use pliant_tests::world::{World, committed, scene_of};
use serde_json::{Value, json};

/// A ball joint.
fn ball() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]})
}

/// A hinge about Z.
fn hinge() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}]})
}

/// Adds a joint of a body, at the offset `at` from its centre, m.
fn pivot(document: &mut Document, body: usize, at: Vec3, to: usize, joint: usize) {
    let node = Node::new("Pivot").at(at).joint(to, joint);
    document.add_child(body, node);
}

/// A simulation with substeps of 1 / (`fps` · `substeps`).
fn world(document: &Document, fps: f64, substeps: u32, iterations: u32) -> World {
    World::new(&scene_of(document), |settings| {
        settings.fps = fps;
        settings.substeps = substeps;
        settings.iterations = iterations;
    })
}

fn energy(world: &mut World) -> f64 {
    let bodies = world.measure().bodies;
    bodies
        .iter()
        .map(|b| b.kinetic_energy + b.potential_energy)
        .sum()
}

/// The period of an oscillation, from its zero crossings, s.
fn period(values: &[f64], dt: f64) -> f64 {
    let crossings = zero_crossings(values, dt);
    2.0 * (crossings[1] - crossings[0])
}

/// A pendulum in the XY plane that starts at `degrees` from the vertical. Its body has 1 kg and this moment of inertia, and its
/// centre is `length` m from the pivot.
fn pendulum(degrees: f64, length: f32, inertia: f32, joint: Value) -> Document {
    let mut document = Document::new();
    let turn = Quat::from_rotation_z(degrees.to_radians() as f32);
    let frame = document.add(Node::new("World"));
    let joint = document.physics_joint(joint);
    let body = Node::new("Bob")
        .at(turn * Vec3::new(0.0, -length, 0.0))
        .rotated(turn);
    let body = document
        .add(body.motion(json!({"mass": 1, "inertiaDiagonal": [inertia, inertia, inertia]})));
    pivot(
        &mut document,
        body,
        Vec3::new(0.0, length, 0.0),
        frame,
        joint,
    );
    document
}

#[test]
fn pendulums_have_their_periods_and_conserve_energy() {
    let mut point = world(&pendulum(90.0, 1.0, 1e-4, ball()), 60.0, 40, 1);
    let lowest = -9.81;
    let mut swings = Vec::new();
    for frame in 0..600 {
        if frame < 180 {
            swings.push(point.body().com[0]);
        }
        point.run(1);
    }
    near(
        "point pendulum",
        period(&swings, 1.0 / 60.0),
        2.367842,
        3e-3,
    );
    let change = energy(&mut point) / -lowest;
    within("change of energy", change, -0.005, 0.005);
    let mut rod = world(&pendulum(30.0, 0.5, 1.0 / 12.0, hinge()), 60.0, 20, 1);
    let mut swings = Vec::new();
    for _ in 0..120 {
        swings.push(rod.body().com[0]);
        rod.run(1);
    }
    near("rod pendulum", period(&swings, 1.0 / 60.0), 1.666461, 3e-3);
}

#[test]
#[ignore = "takes half a minute: tools/test --long runs it"]
fn a_pendulum_conserves_energy() {
    let mut point = world(&pendulum(90.0, 1.0, 1e-4, ball()), 60.0, 40, 1);
    point.run(600);
    within("change of energy", energy(&mut point) / 9.81, -0.005, 0.005);
}

/// Point masses of 1 kg on massless rods of `length` m, which start along +X.
fn chain(count: u32, length: f32) -> Document {
    let mut document = Document::new();
    let mut last = document.add(Node::new("World"));
    let joint = document.physics_joint(ball());
    let small = 1e-5;
    for i in 1..=count {
        let node = Node::new(&format!("Bob{i}")).at([i as f32 * length, 0.0, 0.0]);
        let node =
            document.add(node.motion(json!({"mass": 1, "inertiaDiagonal": [small, small, small]})));
        pivot(
            &mut document,
            node,
            Vec3::new(-length, 0.0, 0.0),
            last,
            joint,
        );
        last = node;
    }
    document
}

#[test]
fn a_double_pendulum_follows_the_reference() {
    let reference = reference("double_pendulum");
    let at = numbers(&reference["xy1_xy2"][100]);
    let wanted = DVec3::new(at[2], at[3], 0.0);
    for (rate, most) in [(1200, 0.025), (2400, 0.0125), (6000, 0.0052)] {
        let mut world = world(&chain(2, 0.3), 60.0, rate / 60, 1);
        world.run(60);
        let bob = DVec3::from(world.measure().bodies[1].com);
        within("bob 2 at 1 s", bob.distance(wanted), 0.0, most);
    }
}

#[test]
#[ignore = "takes a minute: tools/test --long runs it"]
fn many_substeps_conserve_energy_better_than_many_iterations() {
    let mut lost = Vec::new();
    for (substeps, iterations) in [(40, 1), (1, 100)] {
        let mut world = world(&chain(3, 0.3), 60.0, substeps, iterations);
        let start = energy(&mut world);
        world.run(600);
        lost.push((energy(&mut world) - start).abs());
    }
    println!("lost {lost:?}");
    assert!(lost[1] > 10.0 * lost[0], "{lost:?}");
}

/// A symmetric top of 1 kg whose centre is 0.1 m from the pivot, in steady precession.
fn top(tilt: f32, spin: f32, precession: f32) -> Document {
    let mut document = Document::new();
    let frame = document.add(Node::new("World"));
    let joint = document.physics_joint(ball());
    let turn = Quat::from_rotation_z(tilt);
    let axis = turn * Vec3::Y;
    let omega = spin * axis + precession * (Vec3::Y - tilt.cos() * axis);
    let velocity = omega.cross(0.1 * axis);
    let own = |v: Vec3| (turn.inverse() * v).to_array();
    let node = Node::new("Top")
        .at(0.1 * axis)
        .rotated(turn)
        .motion(json!({"mass": 1,
        "inertiaDiagonal": [0.01, 0.008, 0.01],
        "linearVelocity": own(velocity), "angularVelocity": own(omega)}));
    let node = document.add(node);
    pivot(&mut document, node, Vec3::new(0.0, -0.1, 0.0), frame, joint);
    document
}

/// The direction of the top's axis.
fn axis(body: &BodyMetrics) -> DVec3 {
    let [x, y, z, w] = body.rotation.expect("a rigid body");
    glam::DQuat::from_xyzw(x, y, z, w) * DVec3::Y
}

#[test]
fn a_heavy_top_precesses_steadily() {
    let rate = 2.22189;
    let mut world = world(&top(30.0_f32.to_radians(), 60.0, rate as f32), 60.0, 20, 1);
    let (mut angle, mut last) = (0.0, axis(&world.body()));
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for _ in 0..600 {
        world.run(1);
        let now = axis(&world.body());
        angle += (last.z * now.x - last.x * now.z).atan2(last.x * now.x + last.z * now.z);
        let tilt = now.y.acos().to_degrees();
        (low, high, last) = (low.min(tilt), high.max(tilt), now);
    }
    near("precession", angle / 10.0, rate, 0.01);
    within("nutation", (high - 30.0).max(30.0 - low), 0.0, 0.5);
    let body = world.body();
    let spin = DVec3::from(body.angular_velocity.expect("a rigid body")).dot(axis(&body));
    near("spin", spin, 60.0, 0.01);
}

/// Adds bodies of these masses, kg, that hang from each other. The first hangs by a damped spring joint, or a hard one without
/// a stiffness.
fn hang(document: &mut Document, frame: usize, stiffness: Option<f64>, masses: &[f32]) {
    let mut limit = json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0});
    if let Some(stiffness) = stiffness {
        limit["stiffness"] = stiffness.into();
        limit["damping"] = (stiffness.sqrt() * 2.0).into();
    }
    let mut joint = document.physics_joint(json!({ "limits": [limit] }));
    let mut last = frame;
    for mass in masses {
        let inertia = 0.01 * mass;
        let body = Node::new("Hung")
            .motion(json!({"mass": mass, "inertiaDiagonal": [inertia, inertia, inertia]}))
            .joint(last, joint);
        last = document.add(body);
        joint = document.physics_joint(ball());
    }
}

/// Stiffnesses of joints, N/m; `None` is hard.
const STIFFNESSES: [Option<f64>; 3] = [Some(100.0), Some(1000.0), None];

/// Two bodies that hang alone, pairs of 1 kg below 1 g with joints of [`STIFFNESSES`], and a horizontal arm of 0.2 m.
fn gallows() -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, -10, 0]));
    let frame = document.add(Node::new("World"));
    hang(&mut document, frame, Some(100.0), &[1.0]);
    hang(&mut document, frame, Some(100.0), &[0.125]);
    for stiffness in STIFFNESSES {
        hang(&mut document, frame, stiffness, &[0.001, 1.0]);
    }
    let held = document.physics_joint(json!({"limits": [
        {"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}));
    let arm = document.add(
        Node::new("Arm")
            .at([0.2, 0.0, 0.0])
            .motion(json!({"mass": 1, "inertiaDiagonal": [0.01, 0.01, 0.01]})),
    );
    pivot(&mut document, arm, Vec3::new(-0.2, 0.0, 0.0), frame, held);
    document
}

/// Compares forces, stretches and a torque with [MMCK20, figs. 4 to 6]: within 1 %, hard joints within 1 mm.
fn assert_loads(world: &mut World) {
    let metrics = world.measure();
    let down = |body: usize| -metrics.bodies[body].com[1];
    let force = |joint: usize| -metrics.joints[joint].force[1];
    near("1 kg", down(0), 0.1, 0.01);
    near("1 kg", force(0), 10.0, 0.01);
    near("1/8 kg", down(1), 0.0125, 0.01);
    near("1/8 kg", force(1), 1.25, 0.01);
    for (k, stiffness) in STIFFNESSES.into_iter().enumerate() {
        let (upper, lower) = (2 + 2 * k, 3 + 2 * k);
        near("top joint", force(upper), 10.01, 0.01);
        near("lower joint", force(lower), 10.0, 0.01);
        within("gap", down(lower) - down(upper), -1e-3, 1e-3);
        match stiffness {
            Some(stiffness) => near("stretch", down(upper), 10.01 / stiffness, 0.01),
            None => within("stretch", down(upper), -1e-3, 1e-3),
        }
    }
    near("torque", metrics.joints[8].torque[2].abs(), 2.0, 0.01);
    within("arm", down(8), -1e-3, 1e-3);
}

#[test]
fn forces_and_stretches_do_not_depend_on_substeps_and_iterations() {
    let document = gallows();
    for substeps in [1, 5, 20] {
        for iterations in [1, 5, 20] {
            println!("{substeps} × {iterations}");
            let mut world = world(&document, 60.0, substeps, iterations);
            world.run(90);
            assert_loads(&mut world);
        }
    }
}

/// A chain of links of these masses, kg, each 0.1 m below the one before, that hangs from a fixed node. Without gravity it is free,
/// and rotates about its first link as a rigid body at 2 rad/s.
fn links(masses: &[f32], gravity: [f32; 3]) -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!(gravity));
    let free = gravity == [0.0; 3];
    let joint = document.physics_joint(ball());
    let mut last = document.add(Node::new("World"));
    for (k, mass) in masses.iter().enumerate() {
        let (below, inertia) = (0.1 * k as f32, 1e-3 * mass);
        let mut motion = json!({"mass": mass, "inertiaDiagonal": [inertia, inertia, inertia]});
        if free {
            motion["linearVelocity"] = json!([2.0 * below, 0.0, 0.3]);
            motion["angularVelocity"] = json!([0.0, 1.0 - k as f32, 2.0]);
        }
        let node = Node::new("Link").at([0.0, -below, 0.0]).motion(motion);
        let node = document.add(node);
        if k > 0 || !free {
            let seat = Node::new("Seat").at([0.0, if k > 0 { -0.05 } else { 0.05 }, 0.0]);
            let seat = document.add_child(last, seat);
            pivot(&mut document, node, Vec3::new(0.0, 0.05, 0.0), seat, joint);
        }
        last = node;
    }
    document
}

#[test]
fn a_chain_carries_ten_thousand_times_the_mass_of_a_link() {
    let masses = [&[0.001; 20][..], &[10.0]].concat();
    let document = links(&masses, [0.0, -10.0, 0.0]);
    for substeps in [1, 20] {
        let mut world = world(&document, 60.0, substeps, 1);
        world.run(30);
        let metrics = world.measure();
        for (k, joint) in metrics.joints.iter().enumerate() {
            let carried: f32 = masses[k..].iter().sum();
            near("joint", -joint.force[1], 10.0 * f64::from(carried), 0.01);
        }
        within("weight", metrics.bodies[20].com[1], -2.001, -1.999);
    }
}

/// 40 substeps, since links of 10 g under this tension oscillate too fast for 20.
#[test]
fn a_weight_swings_on_links_of_a_thousandth_of_its_mass() {
    let masses = [&[0.01; 20][..], &[10.0]].concat();
    let mut world = world(&links(&masses, [10.0, 0.0, 0.0]), 60.0, 40, 1);
    let (start, height) = (energy(&mut world), 10.0 * 10.0 * 2.0);
    for _ in 0..6 {
        world.run(30);
        let gained = (energy(&mut world) - start) / height;
        within("energy gained", gained, -0.05, 0.005);
    }
}

#[test]
fn joints_conserve_momentum() {
    let document = links(&[1.0, 0.05, 0.05, 0.05, 0.05, 1.0], [0.0; 3]);
    for (substeps, iterations) in [(20, 1), (80, 2)] {
        let mut world = world(&document, 60.0, substeps, iterations);
        let start = momenta(&world.measure().bodies);
        world.run(60);
        let end = momenta(&world.measure().bodies);
        for (k, what) in ["momentum", "angular momentum"].into_iter().enumerate() {
            let lost = start[k].distance(end[k]) / start[k].length();
            within(what, lost, 0.0, 1e-3);
        }
    }
}

/// Bits of positions and joint forces of the scene `ragdoll` after a third of a second.
fn ragdoll_bits(solver: Solver) -> Vec<u64> {
    let mut world = World::new(&committed("ragdoll"), |settings| settings.solver = solver);
    world.run(20);
    let metrics = world.measure();
    let positions = metrics.bodies.iter().map(|b| b.com);
    let forces = metrics.joints.iter().map(|j| j.force);
    positions
        .chain(forces)
        .flatten()
        .map(f64::to_bits)
        .collect()
}

#[test]
fn joints_give_the_same_bits_every_run() {
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        assert_eq!(ragdoll_bits(solver), ragdoll_bits(solver), "{solver:?}");
    }
}

#[test]
fn a_joint_breaks_above_its_break_force() {
    for (strength, breaks) in [(9.0, true), (11.0, false)] {
        let mut document = pendulum(0.0, 0.1, 0.01, ball());
        document.extra("pliant_gravity", json!([0, -10, 0]));
        let mut scene = scene_of(&document);
        scene.joints[0].break_force = Some(strength);
        let mut world = World::new(&scene, |_| {});
        world.run(30);
        let metrics = world.measure();
        assert_eq!(metrics.joints[0].broken, breaks);
        assert_eq!(metrics.bodies[0].com[1] < -0.5, breaks);
    }
}
