//! Contacts and attachments between rigid bodies and deformable bodies or fluids, with forces in both directions.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{grid, points};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape};
use pliant_sim::FrameMetrics;
use pliant_tests::momenta::relative_changes;
use pliant_tests::reference::within;
use pliant_tests::world::{SOLVERS, World, scene_of};
use serde_json::{Value, json};

/// Adds a level sheet of cloth around the origin.
fn sheet(document: &mut Document, side: u32, size: f32, keys: Value) {
    let mesh = document.mesh("Sheet", [grid(side, side, size, size)]);
    let plain = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_friction": 0.5});
    document.add(Node::new("Sheet").mesh(mesh).extras(plain).extras(keys));
}

/// A spinning box that flies into a floating sheet, without gravity.
fn collision(restitution: f32) -> Scene {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    sheet(&mut document, 13, 0.6, json!({"pliant_mass": 0.4}));
    let shape = document.shape(Shape::Box {
        size: Vec3::new(0.2, 0.1, 0.15),
    });
    let grip = document.physics_material(0.5, 0.5, restitution);
    let thrown =
        json!({"mass": 0.5, "linearVelocity": [0.2, -2, 0.1], "angularVelocity": [1, 2, 3]});
    let node = Node::new("Box")
        .at([0.05, 0.12, 0.02])
        .rotated(Quat::from_rotation_z(0.3))
        .collider(shape, Some(grip));
    document.add(node.motion(thrown));
    scene_of(&document)
}

#[test]
fn a_box_and_a_sheet_in_free_flight_conserve_momentum() {
    for (restitution, (solver, iterations)) in
        [(0.0, SOLVERS[0]), (0.0, SOLVERS[1]), (0.8, SOLVERS[0])]
    {
        let mut world = World::new(&collision(restitution), |s| {
            s.solver = solver;
            s.iterations = iterations;
            // A contact impulse has a torque of first order in the displacement of its points in the substep.
            s.substeps = 80;
        });
        let start = world.measure();
        world.run(12);
        let end = world.measure();
        let [linear, angular] = relative_changes(&start.bodies, &end.bodies);
        let energy = |m: &FrameMetrics| m.bodies.iter().map(|b| b.kinetic_energy).sum::<f64>();
        let speed = |m: &FrameMetrics| DVec3::from(m.bodies[1].momentum).y / 0.5;
        println!(
            "{solver:?}, restitution {restitution}: momentum {linear}, angular {angular}, from {} to {} m/s",
            speed(&start),
            speed(&end)
        );
        assert!(speed(&end) > -1.6, "the sheet did not slow the box");
        within("momentum", linear, 0.0, 1e-5);
        within("angular momentum", angular, 0.0, 2e-3);
        within("energy", energy(&end) / energy(&start), 0.0, 1.005);
    }
}

const NET: u32 = 33;
const NET_MASS: f64 = 0.5;

/// A net that hangs by its corners, and a box of 2 kg just above it.
fn box_on_a_net() -> Scene {
    let mut document = Document::new();
    sheet(
        &mut document,
        NET,
        1.0,
        json!({
        "pliant_pin": "corners", "pliant_mass": NET_MASS, "pliant_air_drag": 2, "pliant_stretch_compliance": 1e-5,
        "pliant_shear_compliance": 1e-3, "pliant_bend_model": "none", "pliant_self_collision": false}),
    );
    let shape = document.shape(Shape::Box {
        size: Vec3::new(0.3, 0.1, 0.3),
    });
    let node = Node::new("Box").at([0.0, 0.06, 0.0]).collider(shape, None);
    document.add(
        node.motion(json!({"mass": 2}))
            .extras(json!({"pliant_air_drag": 2})),
    );
    scene_of(&document)
}

#[test]
fn v24_pins_carry_a_sheet_and_the_box_on_it() {
    let mut world = World::new(&box_on_a_net(), |s| s.substeps = 30);
    let mut pins = 0.0;
    for frame in 1..=300 {
        world.run(1);
        let metrics = world.measure();
        let net = &metrics.bodies[0];
        within(
            "penetration",
            net.max_penetration.expect("a box"),
            0.0,
            1e-3,
        );
        assert_eq!(metrics.sleeping, Some(0), "a box on a net does not sleep");
        if frame > 240 {
            pins -= net.pin_force.expect("pins")[1] / 60.0;
        }
    }
    // Each corner has a third of the mass of one triangle or of two.
    let triangle = NET_MASS / (2.0 * f64::from((NET - 1) * (NET - 1)));
    let wanted = (NET_MASS - 2.0 * triangle + 2.0) * 9.81;
    println!("pins {pins} N of {wanted} N");
    within("pins", pins / wanted, 0.99, 1.01);
}

/// A spinning box that flies into a floating block of water, without gravity.
fn splash() -> Scene {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let mesh = document.mesh("Water", [points([9, 6, 9], 0.02)]);
    let node = Node::new("Water").mesh(mesh).at([-0.09, -0.12, -0.09]);
    document.add(node.extras(json!({"pliant_body": "fluid", "pliant_spacing": 0.02})));
    let shape = document.shape(Shape::Box {
        size: Vec3::new(0.1, 0.06, 0.08),
    });
    let node = Node::new("Box")
        .at([0.02, 0.06, 0.01])
        .rotated(Quat::from_rotation_z(0.3))
        .collider(shape, None);
    document.add(node.motion(json!({
        "mass": 0.3, "linearVelocity": [0.2, -2, 0.1], "angularVelocity": [1, 2, 3]})));
    scene_of(&document)
}

#[test]
fn a_box_and_water_in_free_flight_conserve_momentum() {
    for (solver, iterations) in SOLVERS {
        let mut world = World::new(&splash(), |s| {
            s.solver = solver;
            s.iterations = iterations;
        });
        let start = world.measure();
        world.run(12);
        let end = world.measure();
        let [linear, angular] = relative_changes(&start.bodies, &end.bodies);
        println!(
            "{solver:?}: momentum {linear}, angular {angular}, box {:?}",
            end.bodies[1].momentum
        );
        within(
            "the box's momentum",
            end.bodies[1].momentum[1] / start.bodies[1].momentum[1],
            -1.0,
            0.6,
        );
        within("momentum", linear, 0.0, 1e-5);
        within("angular momentum", angular, 0.0, 1e-2);
    }
}

/// A rope from a pin at x = `offset`, m, to a box that it holds off its middle.
fn hanging_box(offset: f32) -> Scene {
    let mut document = Document::new();
    let points = (0..=10)
        .map(|i| Vec3::new(0.0, -0.1 * i as f32, 0.0))
        .collect();
    let mesh = document.mesh("Rope", [Primitive::new(Mode::LineStrip, points)]);
    document.add(Node::new("Rope").mesh(mesh).at([offset, 0.0, 0.0]).extras(json!({
        "pliant_body": "rope", "pliant_pin": [0], "pliant_attach": ["10=Box"], "pliant_mass": 0.1, "pliant_thickness": 0.01})));
    let shape = document.shape(Shape::Box {
        size: Vec3::new(0.4, 0.2, 0.2),
    });
    let node = Node::new("Box")
        .at([offset - 0.15, -1.1, 0.0])
        .collider(shape, None);
    document.add(
        node.motion(json!({"mass": 2}))
            .extras(json!({"pliant_air_drag": 3})),
    );
    scene_of(&document)
}

#[test]
fn a_box_hangs_by_a_rope_at_its_corner() {
    for (offset, (solver, iterations)) in
        [(0.0, SOLVERS[0]), (100.0, SOLVERS[0]), (0.0, SOLVERS[1])]
    {
        let mut world = World::new(&hanging_box(offset), |s| {
            s.solver = solver;
            s.iterations = iterations;
            // With fewer substeps, links that are light for their load stretch by more than 1 %.
            s.substeps = 40;
        });
        world.run(200);
        let end = world.measure();
        let (rope, hung) = (&end.bodies[0], &end.bodies[1]);
        let attachment = &rope.attachments[0];
        println!(
            "{solver:?} at {offset}: {:?}, {:?}, pin {:?}",
            attachment.force, hung.com, rope.pin_force
        );
        assert_eq!(attachment.to, "Box");
        within(
            "force",
            attachment.force[1].abs() / (2.0 * 9.81),
            0.995,
            1.005,
        );
        within(
            "pin",
            -rope.pin_force.expect("a pin")[1] / (2.095 * 9.81),
            0.99,
            1.01,
        );
        // The centre of mass hangs under the pin; its distance from the rope's end is that within the box.
        within("beside", hung.com[0] - f64::from(offset), -2e-3, 2e-3);
        let arm = 0.15_f64.hypot(0.1);
        within("below", hung.com[1] + 1.0 + arm, -5e-3, 1e-3);
    }
}

#[test]
fn attachments_in_free_flight_conserve_momentum() {
    for (solver, iterations) in SOLVERS {
        let mut document = Document::new();
        document.extra("pliant_gravity", json!([0, 0, 0]));
        sheet(
            &mut document,
            9,
            0.4,
            json!({"pliant_mass": 0.3, "pliant_attach": ["right=Box"], "pliant_velocity": [-1, 0.5, 0]}),
        );
        let shape = document.shape(Shape::Box {
            size: Vec3::new(0.1, 0.05, 0.4),
        });
        let node = Node::new("Box").at([0.27, 0.0, 0.0]).collider(shape, None);
        document.add(node.motion(
            json!({"mass": 0.5, "linearVelocity": [1, 0, 0.4], "angularVelocity": [0, 0, 2]}),
        ));
        let mut world = World::new(&scene_of(&document), |s| {
            s.solver = solver;
            s.iterations = iterations;
        });
        let before = world.measure().bodies;
        world.run(30);
        let [linear, angular] = relative_changes(&before, &world.measure().bodies);
        println!("{solver:?}: momentum {linear}, angular {angular}");
        within("momentum", linear, 0.0, 1e-5);
        within("angular momentum", angular, 0.0, 1e-2);
    }
}

/// A shape of 5 cm that falls on a cloth of triangles of 20 cm, pinned at its rim.
fn coarse_cloth(shape: Shape) -> Scene {
    let mut document = Document::new();
    let on_rim = |i: &u32| [i % 6, i / 6].iter().any(|index| [0, 5].contains(index));
    let rim: Vec<u32> = (0..36).filter(on_rim).collect();
    sheet(
        &mut document,
        6,
        1.0,
        json!({"pliant_pin": rim, "pliant_mass": 0.5, "pliant_self_collision": false}),
    );
    let shape = document.shape(shape);
    // Above the middle of a triangle.
    let node = Node::new("Thing").at([0.06, 0.3, 0.03]);
    let node = node
        .rotated(Quat::from_rotation_z(0.4))
        .collider(shape, None);
    document.add(node.motion(json!({"mass": 0.1})));
    scene_of(&document)
}

#[test]
fn small_bodies_do_not_fall_through_coarse_cloth() {
    let cube = Shape::Box {
        size: Vec3::splat(0.05),
    };
    let ball = Shape::Sphere { radius: 0.025 };
    for (shape, (solver, iterations)) in
        [(cube, SOLVERS[0]), (ball, SOLVERS[0]), (cube, SOLVERS[1])]
    {
        let mut world = World::new(&coarse_cloth(shape), |s| {
            s.solver = solver;
            s.iterations = iterations;
        });
        world.run(120);
        let end = world.measure();
        let (sheet, body) = (&end.bodies[0], &end.bodies[1]);
        println!(
            "{shape:?} {solver:?}: {:?}, sheet {:?}",
            body.com, sheet.aabb
        );
        within(
            "height over the sheet",
            body.com[1] - sheet.aabb[0][1],
            0.02,
            0.2,
        );
        within("speed", (2.0 * body.kinetic_energy / 0.1).sqrt(), 0.0, 0.5);
    }
}
