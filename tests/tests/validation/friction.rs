//! V17 and V18 for cloth and ropes: patches on slopes, sliding rods and bounces, with materials and their combine modes.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Document, Mode, Node, Primitive, Shape, shapes};
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

const SLOPE: f64 = 30.0;
const THICKNESS: f32 = 0.01;
const G: f64 = 9.81;
const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// The smallest μ that holds a body on a slope of this angle, degrees.
fn smallest_friction(angle: f64) -> f64 {
    angle.to_radians().tan()
}

/// A patch of 0.2 kg with its static and dynamic μ, and its initial speed downhill, m/s.
struct LargeTriangle {
    static_friction: f64,
    friction: f64,
    speed: f64,
}

impl LargeTriangle {
    fn new(static_friction: f64, friction: f64, speed: f64) -> Self {
        Self {
            static_friction,
            friction,
            speed,
        }
    }

    /// The distance that a sliding patch covers downhill in a time, m.
    fn distance(&self, seconds: f64) -> f64 {
        let slope = SLOPE.to_radians();
        let acceleration = G * (slope.sin() - self.friction * slope.cos());
        self.speed * seconds + 0.5 * acceleration * seconds * seconds
    }
}

fn patches() -> [LargeTriangle; 5] {
    let (above, below) = (
        smallest_friction(SLOPE + 1.0),
        smallest_friction(SLOPE - 1.0),
    );
    [
        LargeTriangle::new(above, above, 0.0),
        LargeTriangle::new(below, below, 0.0),
        LargeTriangle::new(0.364, 0.364, 0.0),
        LargeTriangle::new(above, 0.364, 0.0),
        LargeTriangle::new(above, 0.364, 0.5),
    ]
}

/// Patches side by side on a slope through `shift` that descends along +X. Its material does not change the μ of patches.
fn slope(shape: Shape, solver: Solver, shift: Vec3) -> World {
    let turn = Quat::from_rotation_z(-SLOPE.to_radians() as f32);
    let mut document = Document::new();
    let rock = document.physics_material(1.0, 1.0, 0.0);
    document.combine(rock, "multiply", "average");
    let below = match shape {
        Shape::Box { size } => 0.5 * size.y,
        _ => 0.0,
    };
    let collider = document.shape(shape);
    let node = Node::new("Slope")
        .rotated(turn)
        .at(shift + turn * Vec3::new(0.0, -below, 0.0));
    document.add(node.collider(collider, Some(rock)));
    let mesh = document.mesh("Patch", [shapes::grid(7, 7, 0.5, 0.5)]);
    for (i, patch) in patches().iter().enumerate() {
        let position = shift + turn * Vec3::new(0.0, 0.5 * THICKNESS, i as f32 - 2.0);
        let velocity = turn * Vec3::new(patch.speed as f32, 0.0, 0.0);
        document.add(Node::new(&format!("Patch{i}")).rotated(turn).at(position).mesh(mesh).extras(json!({
            "pliant_body": "cloth", "pliant_links": "grid", "pliant_mass": 0.2, "pliant_thickness": THICKNESS,
            "pliant_static_friction": patch.static_friction, "pliant_friction": patch.friction,
            "pliant_velocity": velocity.to_array(), "pliant_self_collision": false})));
    }
    World::new(&scene_of(&document), |settings| {
        settings.solver = solver;
        settings.iterations = if solver == Solver::Jacobi { 4 } else { 1 };
        settings.contact_forces = true;
    })
}

/// The coordinate of each centre of mass downhill, m.
fn downhill_positions(world: &mut World) -> Vec<f64> {
    let slope = SLOPE.to_radians();
    let downhill = DVec3::new(slope.cos(), -slope.sin(), 0.0);
    let bodies = world.measure().bodies;
    bodies
        .iter()
        .map(|b| downhill.dot(DVec3::from(b.com)))
        .collect()
}

fn patches_stick_and_slide(shape: Shape, shift: Vec3, solvers: &[Solver]) {
    for solver in solvers {
        let mut world = slope(shape, *solver, shift);
        let start = downhill_positions(&mut world);
        world.run(60);
        let found = downhill_positions(&mut world);
        let distance = |i: usize| found[i] - start[i];
        within("1° below the angle of friction", distance(0), -1e-4, 1e-3);
        within(
            "static friction above dynamic holds",
            distance(3),
            -1e-4,
            1e-3,
        );
        let patches = patches();
        near(
            "1° above the angle of friction",
            distance(1),
            patches[1].distance(1.0),
            0.03,
        );
        near(
            "acceleration on the slope",
            distance(2),
            patches[2].distance(1.0),
            0.03,
        );
        near(
            "dynamic friction while it slides",
            distance(4),
            patches[4].distance(1.0),
            0.03,
        );
        let forces = world.measure().contact_forces;
        assert_eq!((&*forces[0].a, &*forces[0].b), ("Patch0", "Slope"));
        near("weight on the slope", -forces[0].force[1], 0.2 * G, 0.01);
        within(
            "other components",
            forces[0].force[0].hypot(forces[0].force[2]),
            0.0,
            0.02 * G * 0.2,
        );
    }
}

#[test]
fn v17_patches_stick_and_slide_on_a_plane() {
    patches_stick_and_slide(Shape::Plane, Vec3::ZERO, &SOLVERS);
}

/// Without Jacobi, which reads absolute positions of neighbours; these have too few digits here.
#[test]
fn v17_patches_stick_and_slide_far_from_the_origin() {
    let shift = Vec3::new(-70.0, 50.0, 50.0);
    patches_stick_and_slide(Shape::Plane, shift, &[Solver::GaussSeidel]);
}

#[test]
fn v17_patches_stick_and_slide_on_a_box() {
    let size = Vec3::new(8.0, 0.5, 8.0);
    patches_stick_and_slide(Shape::Box { size }, Vec3::ZERO, &SOLVERS);
}

const RULES: [&str; 4] = ["average", "minimum", "maximum", "multiply"];

/// Rods of two particles, one above a slab for each combine mode. `slab` has the friction and restitution of the slabs.
fn slabs(slab: [f32; 2], height: f32, keys: &Value, rods: Option<&str>) -> World {
    let mut document = Document::new();
    let size = Vec3::new(4.0, 0.2, 0.8);
    let shape = document.shape(Shape::Box { size });
    let mut rod = Primitive::new(Mode::Lines, vec![Vec3::ZERO, 0.1 * Vec3::Z]);
    rod.indices = vec![0, 1];
    let mesh = document.mesh("Rod", [rod]);
    let own = rods.map(|rule| {
        let own = document.physics_material(0.5, 0.5, 0.5);
        document.combine(own, rule, rule);
        own
    });
    for (i, rule) in RULES.iter().enumerate() {
        let material = document.physics_material(slab[0], slab[0], slab[1]);
        document.combine(material, rule, rule);
        let position = Vec3::new(0.0, 0.0, i as f32);
        let slab = Node::new(&format!("Slab{i}")).at(position - 0.1 * Vec3::Y);
        document.add(slab.collider(shape, Some(material)));
        let rod = Node::new(&format!("Rod{i}"))
            .at(position + height * Vec3::Y)
            .mesh(mesh);
        let plain =
            json!({"pliant_body": "rope", "pliant_thickness": 0, "pliant_self_collision": false});
        let rod = rod.extras(plain).extras(keys.clone());
        document.add(match own {
            Some(own) => rod.surface(own),
            None => rod,
        });
    }
    World::new(&scene_of(&document), |_| {})
}

/// The highest centre of mass of each body after its bounce, m.
fn peaks(world: &mut World, frames: u32) -> Vec<f64> {
    let mut peaks = vec![f64::MIN; RULES.len()];
    for _ in 0..frames {
        world.run(1);
        for (peak, body) in peaks.iter_mut().zip(world.measure().bodies) {
            if body.velocity[1] > 0.0 || *peak > f64::MIN {
                *peak = peak.max(body.com[1]);
            }
        }
    }
    peaks
}

/// A rod with e = 0.5 falls from 0.5 m on slabs with e = 0.8. It bounces to 0.5 e² m, with e by the combine mode of the slab.
#[test]
fn v18_restitution_combines_by_the_mode_of_the_slab() {
    let mut world = slabs([0.0, 0.8], 0.5, &json!({"pliant_restitution": 0.5}), None);
    let found = peaks(&mut world, 54);
    for (i, e) in [0.65, 0.5, 0.8, 0.4_f64].into_iter().enumerate() {
        near(RULES[i], found[i], 0.5 * e * e, 0.02);
    }
}

/// A rod with μ = 0.5 slides at 1 m/s over slabs with μ = 0.25, and stops after v²/2μg. Of two combine modes, the one that
/// KHR_physics_rigid_bodies lists first applies.
#[test]
fn friction_combines_by_the_first_of_two_modes() {
    let keys = json!({"pliant_velocity": [1, 0, 0], "pliant_friction": 0.5});
    let stops = |rods: Option<&str>, wanted: [f64; 4]| {
        let mut world = slabs([0.25, 0.0], 0.0, &keys, rods);
        world.run(60);
        for (body, friction) in world.measure().bodies.iter().zip(wanted) {
            near(&body.name, body.com[0], 1.0 / (2.0 * friction * G), 0.01);
        }
    };
    stops(None, [0.375, 0.25, 0.5, 0.125]);
    stops(Some("maximum"), [0.375, 0.25, 0.5, 0.5]);
}

/// A patch with e = 0.5 falls flat on a table from 0.5 m and bounces to a quarter of that. Its impulse on the table is that of
/// its weight plus its change of momentum; at rest, its force on the table is its weight.
#[test]
fn v18_a_patch_bounces_flat_and_its_contact_forces_match_its_weight() {
    for solver in SOLVERS {
        let mut document = Document::new();
        let table = document.shape(Shape::Box {
            size: Vec3::new(2.0, 0.2, 2.0),
        });
        let wood = document.physics_material(0.5, 0.5, 0.5);
        let node = Node::new("Table").at([0.0, -0.1, 0.0]);
        document.add(node.collider(table, Some(wood)));
        let mesh = document.mesh("Patch", [shapes::grid(9, 9, 0.5, 0.5)]);
        document.add(Node::new("Patch").at([0.0, 0.505, 0.0]).mesh(mesh).extras(json!({
            "pliant_body": "cloth", "pliant_mass": 0.2, "pliant_thickness": THICKNESS, "pliant_restitution": 0.5,
            "pliant_self_collision": false})));
        let mut world = World::new(&scene_of(&document), |settings| {
            settings.solver = solver;
            settings.contact_forces = true;
        });
        let (mut peak, mut impulse) = (0.0_f64, 0.0);
        for frame in 1..=240 {
            world.run(1);
            let metrics = world.measure();
            let forces = metrics.contact_forces.iter();
            impulse -= forces.map(|f| f.force[1]).sum::<f64>() / 60.0;
            if (20..55).contains(&frame) {
                peak = peak.max(metrics.bodies[0].com[1] - 0.005);
            }
            if frame == 24 {
                let momentum = metrics.bodies[0].momentum[1];
                near(
                    "impulse of the bounce",
                    impulse,
                    momentum + 0.2 * G * 0.4,
                    1e-4,
                );
                assert_eq!(metrics.contacts_by_kind.collider, metrics.contacts);
            }
        }
        near("second peak", peak, 0.125, 0.02);
        let metrics = world.measure();
        near(
            "weight on the table",
            -metrics.contact_forces[0].force[1],
            0.2 * G,
            0.01,
        );
        within(
            "depth",
            metrics.max_penetration.expect("a table"),
            0.0,
            1e-5,
        );
        assert_eq!(metrics.overflow.forces, 0);
    }
}
