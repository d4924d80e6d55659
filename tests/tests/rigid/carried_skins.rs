//! Skins whose joints are rigid bodies: what is drawn follows the bodies, carries cloth and wears it.

use glam::{Mat4, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::{block, grid};
use pliant_scenes::{Document, Node, Primitive};
use pliant_tests::characters::arm;
use pliant_tests::world::{SOLVERS, World, scene_of};
use serde_json::{Value, json};

/// Index of the node with this name.
fn node(scene: &Scene, name: &str) -> usize {
    let found = scene.nodes.iter().position(|node| node.name == name);
    found.expect("a node")
}

/// Where the bodies have the vertices of a skinned node, m.
fn by_bodies(scene: &Scene, world: &World, name: &str) -> Vec<Vec3> {
    let deformation = scene.deformation(node(scene, name)).expect("a skin");
    deformation.deformed(&world.poses(), &[])
}

fn largest_distance(a: &[[f32; 3]], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    let apart = a.iter().zip(b).map(|(a, b)| Vec3::from(*a).distance(*b));
    apart.fold(0.0, f32::max)
}

/// Adds a rigid box of 10 cm with these keys in addition.
fn body(document: &mut Document, name: &str, at: Vec3, keys: Value) -> usize {
    let mesh = document.mesh(name, [block(Vec3::splat(0.1), 1)]);
    let rigid = json!({"pliant_body": "rigid", "pliant_mass": 1.0});
    document.add(Node::new(name).mesh(mesh).at(at).extras(rigid).extras(keys))
}

/// Two bodies, a node below each of which is a joint of an arm, fly, turn and fall on a floor.
fn thrown() -> Scene {
    let mut document = Document::new();
    let keys = json!({"pliant_angular_velocity": [2, 5, -3], "pliant_velocity": [0.5, 1, 0]});
    let lower = body(&mut document, "Lower", Vec3::new(0.0, 0.7, 0.0), keys);
    let keys = json!({"pliant_angular_velocity": [-4, 1, 2]});
    let upper = body(&mut document, "Upper", Vec3::new(0.0, 1.3, 0.0), keys);
    let below = |document: &mut Document, parent: usize, name: &str| {
        document.add_child(parent, Node::new(name).at([0.0, 0.1, 0.0]))
    };
    let joints = [
        below(&mut document, lower, "Lower joint"),
        below(&mut document, upper, "Upper joint"),
    ];
    let bind = |y: f32| Mat4::from_translation(Vec3::new(0.0, y, 0.0));
    let skin = document.skin("Skin", &[(joints[0], bind(0.3)), (joints[1], bind(-0.3))]);
    let mesh = document.mesh("Arm", [arm()]);
    document.add(Node::new("Arm").mesh(mesh).skin(skin).at([3.0, 0.0, 0.0]));
    let mesh = document.mesh("Floor", [block(Vec3::new(10.0, 0.2, 10.0), 1)]);
    let keys = json!({"pliant_body": "static"});
    document.add(
        Node::new("Floor")
            .mesh(mesh)
            .at([0.0, -0.1, 0.0])
            .extras(keys),
    );
    scene_of(&document)
}

#[test]
fn a_skin_is_drawn_where_its_bodies_are() {
    let scene = thrown();
    let mut world = World::new(&scene, |_| ());
    let [(_, first)] = world.draw_buffers().deforming[..] else {
        panic!("one mesh deforms");
    };
    let mut moved = 0.0_f32;
    let start = by_bodies(&scene, &world, "Arm");
    for frames in [0, 1, 29, 40] {
        world.run(frames);
        let drawn = world.vertices().expect("a device").positions;
        let wanted = by_bodies(&scene, &world, "Arm");
        let off = largest_distance(&drawn[first as usize..], &wanted);
        assert!(off < 1e-5, "{off} m at {} s", world.time());
        moved = moved.max(
            start
                .iter()
                .zip(&wanted)
                .map(|(a, b)| a.distance(*b))
                .fold(0.0, f32::max),
        );
    }
    assert!(moved > 0.5, "it moved by {moved} m only");
}

/// A patch of cloth on a slab whose joint is a body that slides on ice, elsewhere.
fn carried() -> Scene {
    let mut document = Document::new();
    let slide = json!({"pliant_velocity": [0.1, 0, 0.05], "pliant_friction": 0});
    let slider = body(&mut document, "Slider", Vec3::new(5.0, 0.05, 0.0), slide);
    let mesh = document.mesh("Ice", [block(Vec3::new(2.0, 0.2, 2.0), 1)]);
    let keys = json!({"pliant_body": "static", "pliant_friction": 0});
    document.add(
        Node::new("Ice")
            .mesh(mesh)
            .at([5.0, -0.1, 0.0])
            .extras(keys),
    );
    let slab = block(Vec3::new(1.0, 0.1, 1.0), 4).translated([0.0, -0.05, 0.0]);
    let joints = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; slab.positions.len()];
    let bind = Mat4::from_translation(Vec3::new(-5.0, -0.05, 0.0));
    let skin = document.skin("Skin", &[(slider, bind)]);
    let mesh = document.mesh("Slab", [slab.joints(joints)]);
    let keys = json!({"pliant_body": "kinematic", "pliant_friction": 2});
    document.add(Node::new("Slab").mesh(mesh).skin(skin).extras(keys));
    let mesh = document.mesh("Patch", [grid(3, 3, 0.04, 0.04)]);
    document.add(Node::new("Patch").at([0.3, 0.002, 0.0]).mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": 0.004, "pliant_friction": 2, "pliant_self_collision": false,
    })));
    scene_of(&document)
}

#[test]
fn cloth_rides_on_a_skin_of_a_body() {
    let scene = carried();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let mut world = World::new(&scene, |settings| settings.solver = solver);
        let start = world.positions();
        world.run(60);
        for (then, now) in start.iter().zip(world.positions()) {
            let off = Vec3::from(now) - Vec3::from(*then) - Vec3::new(0.1, 0.0, 0.05);
            assert!(
                off.length() < 2e-3,
                "{solver:?}: {off} m from where the slab went"
            );
        }
    }
}

/// A cloth whose skin is two bodies, pinned to it everywhere.
fn worn() -> Scene {
    let mut document = Document::new();
    let turn = json!({"pliant_angular_velocity": [1, 2, 3]});
    let bodies = [
        body(&mut document, "Left", Vec3::new(-0.3, 0.0, 0.0), turn),
        body(&mut document, "Right", Vec3::new(0.3, 0.0, 0.0), json!({})),
    ];
    let cloth = grid(5, 3, 0.4, 0.1).translated([0.0, 0.2, 0.0]);
    let blend = |p: &Vec3| {
        let right = 0.5 + p.x / 0.4;
        [(0, 1.0 - right), (1, right), (0, 0.0), (0, 0.0)]
    };
    let joints = cloth.positions.iter().map(blend).collect();
    let pins = vec![1.0; cloth.positions.len()];
    let cloth: Primitive = cloth.joints(joints).scalar("_PIN", pins);
    let bind = |x: f32| Mat4::from_translation(Vec3::new(x, 0.0, 0.0));
    let skin = document.skin("Skin", &[(bodies[0], bind(0.3)), (bodies[1], bind(-0.3))]);
    let mesh = document.mesh("Cloth", [cloth]);
    let keys = json!({"pliant_body": "cloth", "pliant_self_collision": false});
    document.add(Node::new("Cloth").mesh(mesh).skin(skin).extras(keys));
    scene_of(&document)
}

#[test]
fn cloth_is_pinned_to_a_skin_of_falling_bodies() {
    let scene = worn();
    for solver in SOLVERS {
        let mut world = World::solved(&scene, solver);
        for frames in [0, 1, 30] {
            world.run(frames);
            let off = largest_distance(&world.positions(), &by_bodies(&scene, &world, "Cloth"));
            assert!(off < 1e-5, "{solver:?}: {off} m at {} s", world.time());
        }
    }
}
