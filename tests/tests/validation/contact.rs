//! V25: a sheet of heavy particles falls on a ball. V24: a net carries a lowered box.

use glam::{DVec3, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{grid, sphere};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use pliant_sim::Settings;
use pliant_tests::bodies::{Stepping, sheet};
use pliant_tests::reference::{numbers, reference, within};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

const SIDE: usize = 21;
const CENTRE: usize = SIDE * SIDE / 2;
const EDGE_MIDDLES: [usize; 4] = [
    SIDE / 2,
    SIDE * (SIDE / 2),
    CENTRE + SIDE / 2,
    SIDE * SIDE - 1 - SIDE / 2,
];
const CORNERS: [usize; 4] = [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1];

/// The ball that the sheet falls on.
#[derive(Debug, Clone, Copy)]
enum Ball {
    Sphere,
    /// Triangles that lie at most 0.5 mm inside the sphere.
    Mesh,
}

/// The sheet, `offset` m off centre, above a ball; both have the friction μ.
fn sheet_above_ball(ball: Ball, friction: f32, offset: f64) -> Scene {
    let mut document = Document::new();
    let node = Node::new("Ball").at([0.0, -0.5, 0.0]);
    match ball {
        Ball::Sphere => {
            let shape = document.shape(Shape::Sphere { radius: 0.5 });
            let grip = document.physics_material(friction, friction, 0.0);
            document.add(node.collider(shape, Some(grip)));
        }
        Ball::Mesh => {
            let mesh = document.mesh("Ball", [sphere(0.5, 96, 96)]);
            let keys = json!({"pliant_body": "static", "pliant_friction": friction});
            document.add(node.mesh(mesh).extras(keys));
        }
    }
    let keys = json!({
        "pliant_particle_mass": 1,
        "pliant_stretch_compliance": 1e-4,
        "pliant_shear_compliance": 1e-2,
        "pliant_air_drag": 0.5,
        "pliant_thickness": 0,
        "pliant_friction": friction,
    });
    sheet(
        &mut document,
        SIDE as u32,
        DVec3::new(offset, 0.0, 0.0),
        keys,
    );
    scene_of(&document)
}

fn settings(settings: &mut Settings) {
    Stepping {
        gravity: 0.98,
        ..Stepping::new(20, 1)
    }
    .apply(settings);
}

/// Simulates the fall; in every frame no particle penetrates the ball, and none jumps up.
fn fall(ball: Ball, friction: f32, offset: f64, seconds: u32) -> World {
    let mut world = World::new(&sheet_above_ball(ball, friction, offset), settings);
    let (mut deepest, mut highest) = (0.0_f64, 0.0_f64);
    for _ in 0..60 * seconds {
        world.run(1);
        let body = world.body();
        deepest = deepest.max(body.max_penetration.expect("a ball"));
        highest = highest.max(body.aabb[1][1]);
    }
    println!("{ball:?}, μ {friction}, offset {offset}, {seconds} s");
    within("penetration", deepest, 0.0, 1e-5);
    within("jump", highest, 0.0, 0.02);
    world
}

fn heights(world: &mut World, particles: [usize; 4]) -> [f64; 4] {
    let all = world.positions();
    particles.map(|i| f64::from(all[i][1]))
}

/// The state of the reference at a time in s.
fn reference_state(friction: f64, time: f64) -> Value {
    let runs = reference("cloth_on_sphere");
    let is = |run: &&Value| run["N"] == SIDE && run["mu"] == friction;
    let run = runs
        .as_array()
        .expect("runs")
        .iter()
        .find(is)
        .expect("this μ");
    let frames = run["frames"].as_array().expect("frames");
    frames
        .iter()
        .find(|f| f["t"] == time)
        .expect("this time")
        .clone()
}

fn assert_shape(world: &mut World, wanted: &Value) {
    let edges = heights(world, EDGE_MIDDLES);
    let corners = heights(world, CORNERS);
    for (what, found, key) in [
        ("edge", edges, "edge_mid_y"),
        ("corner", corners, "corner_y"),
    ] {
        let mean = numbers(&wanted[key]).iter().sum::<f64>() / 4.0;
        for height in found {
            within(what, height, mean - 0.02, mean + 0.02);
        }
    }
    within("centre", world.position(CENTRE).y, -1e-3, 1e-3);
}

#[test]
fn v25_friction_holds_the_sheet_on_a_sphere() {
    assert_held(Ball::Sphere, 8);
}

#[test]
fn v25_friction_holds_the_sheet_on_a_mesh_ball() {
    assert_held(Ball::Mesh, 4);
}

fn assert_held(ball: Ball, seconds: u32) {
    let mut world = fall(ball, 0.5, 0.0, seconds);
    assert_shape(&mut world, &reference_state(0.5, f64::from(seconds)));
    let centre = world.position(CENTRE);
    within("centre, sideways", centre.x.hypot(centre.z), 0.0, 1e-3);
    let speed = (2.0 * world.body().kinetic_energy / (SIDE * SIDE) as f64).sqrt();
    within("rms speed", speed, 0.0, 1e-3);
}

#[test]
fn v25_without_friction_the_sheet_stays_symmetric_for_2_s() {
    let mut world = fall(Ball::Sphere, 0.0, 0.0, 2);
    assert_shape(&mut world, &reference_state(0.0, 2.0));
    let centre = world.position(CENTRE);
    within("centre, sideways", centre.x.hypot(centre.z), 0.0, 1e-3);
}

#[test]
fn v25_without_friction_an_offset_sheet_slides_off() {
    let mut world = fall(Ball::Sphere, 0.0, 0.1, 8);
    within("highest particle", world.body().aabb[1][1], -1e3, -1.0);
}

/// Heights at which the box of V24 starts and ends, m, and the duration between them, s.
const LOWERED: ([f32; 2], f32) = ([0.1, -0.2], 1.0);
const BOX: Vec3 = Vec3::new(0.3, 0.1, 0.3);
const NET: u32 = 33;
const NET_MASS: f64 = 0.5;

/// A sheet that hangs by its corners, and a box that an animation lowers onto it.
fn lowered_box() -> Scene {
    let mut document = Document::new();
    let shape = document.shape(Shape::Box { size: BOX });
    let ([high, low], seconds) = LOWERED;
    let node = Node::new("Box").at([0.0, high, 0.0]);
    let node = document.add(node.collider(shape, None).kinematic());
    let track = Track::Translation([high, low].map(|y| Vec3::new(0.0, y, 0.0)).to_vec());
    let lower = Channel {
        node,
        times: vec![0.0, seconds],
        interpolation: Interpolation::Linear,
        track,
    };
    document.animation("Lower", &[lower]);
    let mesh = document.mesh("Net", [grid(NET, NET, 1.0, 1.0)]);
    document.add(Node::new("Net").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_pin": "corners", "pliant_mass": NET_MASS, "pliant_air_drag": 2,
        "pliant_stretch_compliance": 1e-5, "pliant_shear_compliance": 1e-3, "pliant_thickness": 0,
        "pliant_self_collision": false, "pliant_bend_model": "none",
    })));
    scene_of(&document)
}

#[test]
fn v24_pins_carry_a_sheet_and_the_contact_force_on_it() {
    let mut world = World::new(&lowered_box(), |settings: &mut Settings| {
        settings.contact_forces = true;
    });
    let (mut pins, mut contact) = (0.0, 0.0);
    for frame in 1..=180 {
        world.run(1);
        let metrics = world.measure();
        let body = metrics.bodies.iter().find(|b| b.name == "Net");
        let body = body.expect("the sheet");
        within(
            "penetration",
            body.max_penetration.expect("a box"),
            0.0,
            1e-5,
        );
        if frame > 120 {
            pins -= body.pin_force.expect("pins")[1] / 60.0;
            let forces = metrics.contact_forces.iter();
            contact += forces.map(|pair| pair.force[1]).sum::<f64>() / 60.0;
        }
    }
    // Each corner has a third of the mass of one triangle or of two.
    let triangle = NET_MASS / (2.0 * f64::from((NET - 1) * (NET - 1)));
    let free = NET_MASS - 2.0 * triangle;
    let wanted = free * 9.81 + contact;
    println!("pins {pins} N, contact force {contact} N");
    within("contact force", contact, 2.0, 1e3);
    within("pins", pins / wanted, 0.99, 1.01);
}
