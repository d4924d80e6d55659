//! Contacts between particles, each a ball whose diameter is the thickness of the body.

use glam::Vec3;
use pliant_scene::Solver;
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Mode, Node, Primitive};
use pliant_tests::momenta::momenta;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

fn world(document: &Document, solver: Solver) -> World {
    World::new(&scene_of(document), |settings| {
        settings.solver = solver;
        settings.iterations = if solver == Solver::Jacobi { 4 } else { 1 };
    })
}

/// Adds two balls of 4 cm, 20 cm apart, on a rope that stays straight.
fn dumbbell(document: &mut Document, name: &str, at: Vec3, keys: &Value) {
    let points = vec![Vec3::new(0.0, 0.0, -0.1), Vec3::new(0.0, 0.0, 0.1)];
    let mesh = document.mesh(name, [Primitive::new(Mode::LineStrip, points)]);
    let plain =
        json!({"pliant_body": "rope", "pliant_contact": "particles", "pliant_thickness": 0.04});
    let node = Node::new(name).mesh(mesh).at(at.to_array());
    document.add(node.extras(plain).extras(keys.clone()));
}

/// The velocities along X after a head-on collision.
fn collide(solver: Solver, restitution: f32, speed: f32) -> [f64; 2] {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let still = json!({"pliant_mass": 3, "pliant_restitution": restitution});
    let flying = json!({"pliant_mass": 1, "pliant_restitution": restitution, "pliant_velocity": [speed, 0, 0]});
    dumbbell(&mut document, "Flying", Vec3::new(-0.1, 0.0, 0.0), &flying);
    dumbbell(&mut document, "Still", Vec3::ZERO, &still);
    let mut world = world(&document, solver);
    world.run(20);
    [0, 1].map(|body| world.measure().bodies[body].velocity[0])
}

#[test]
fn balls_of_two_masses_bounce_by_their_restitution() {
    let cases = [
        (Solver::GaussSeidel, 0.0, 2.0),
        (Solver::GaussSeidel, 0.5, 60.0),
        (Solver::Jacobi, 1.0, 2.0),
        (Solver::Jacobi, 0.0, 60.0),
    ];
    for (solver, restitution, speed) in cases {
        let after = collide(solver, restitution, speed);
        // With masses of 1 and 3, the common velocity is a quarter of the speed.
        let wanted = [0.25 - 0.75 * restitution, 0.25 + 0.25 * restitution];
        for (after, wanted) in after.iter().zip(wanted) {
            let off = (after / f64::from(speed) - f64::from(wanted)).abs();
            assert!(
                off < 1e-3,
                "{solver:?}, e = {restitution}, {speed} m/s: {after}"
            );
        }
    }
}

fn sheet(document: &mut Document, name: &str, at: Vec3, keys: &Value) {
    let mesh = document.mesh(name, [grid(11, 11, 0.5, 0.5)]);
    let plain = json!({"pliant_body": "cloth", "pliant_thickness": 0.05});
    let node = Node::new(name).mesh(mesh).at(at.to_array());
    document.add(node.extras(plain).extras(keys.clone()));
}

fn smallest_distance(points: &[[f32; 3]], others: &[[f32; 3]]) -> f32 {
    let pairs = points.iter().flat_map(|a| {
        others
            .iter()
            .map(move |b| Vec3::from(*a).distance(Vec3::from(*b)))
    });
    pairs.fold(f32::INFINITY, f32::min)
}

#[test]
fn sheets_of_balls_stay_separated_and_conserve_momentum() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    // Friction would spin the balls, but particles have no rotation.
    let balls = json!({"pliant_contact": "particles", "pliant_friction": 0});
    let flying = json!({"pliant_contact": "particles", "pliant_friction": 0, "pliant_mass": 0.2, "pliant_velocity": [0.3, -3, 0.1], "pliant_angular_velocity": [1, 0, 2]});
    sheet(&mut document, "Below", Vec3::ZERO, &balls);
    sheet(&mut document, "Above", Vec3::new(0.02, 0.15, 0.01), &flying);
    let mut world = world(&document, Solver::GaussSeidel);
    let start = momenta(&world.measure().bodies);
    let mut collided = false;
    for frame in 0..30 {
        world.run(1);
        let particles = world.particles().expect("a device");
        let (below, above) = particles.positions.split_at(particles.first[1] as usize);
        let distance = smallest_distance(below, above);
        assert!(distance > 0.045, "frame {frame}: {distance} m");
        collided |= distance < 0.055;
    }
    assert!(collided, "they never collided");
    // An impulse acts along the line of centres at the time of contact, a fraction of a substep before the corrected positions.
    for ((start, end), most) in start
        .iter()
        .zip(momenta(&world.measure().bodies))
        .zip([1e-5, 1e-2])
    {
        let off = (end - *start).length() / start.length();
        assert!(off < most, "momentum {start} became {end}");
    }
}

#[test]
fn balls_rest_on_a_surface() {
    let mut document = Document::new();
    let held: Vec<u32> = (0..121).collect();
    sheet(
        &mut document,
        "Floor",
        Vec3::ZERO,
        &json!({"pliant_pin": held, "pliant_thickness": 0.02}),
    );
    let falling = json!({"pliant_contact": "particles", "pliant_air_drag": 2});
    sheet(
        &mut document,
        "Falling",
        Vec3::new(0.013, 0.06, 0.008),
        &falling,
    );
    let mut world = world(&document, Solver::GaussSeidel);
    world.run(120);
    let bodies = world.measure().bodies;
    let [low, high] = bodies[1].aabb;
    assert!(low[1] > 0.0345 && high[1] < 0.0355, "{low:?} to {high:?}");
}

#[test]
fn linked_particles_do_not_collide() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    // Balls with a diameter of three edges.
    let wide = json!({"pliant_contact": "particles", "pliant_thickness": 0.15});
    sheet(&mut document, "Wide", Vec3::ZERO, &wide);
    let mut world = world(&document, Solver::GaussSeidel);
    let start = world.positions();
    world.run(30);
    let off = largest_displacement(&start, &world.positions());
    assert!(off < 1e-6, "{off} m");
}

fn largest_displacement(before: &[[f32; 3]], after: &[[f32; 3]]) -> f32 {
    let displacements = before
        .iter()
        .zip(after)
        .map(|(a, b)| Vec3::from(*a).distance(Vec3::from(*b)));
    displacements.fold(0.0, f32::max)
}
