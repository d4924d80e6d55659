//! The mouse picks, pulls and wakes rigid bodies.

use glam::Vec3;
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::{Grab, Held};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Side of the pulled box, m.
const SIDE: f32 = 0.2;

/// A box of 1 kg on a floor, and a shelf above half of it.
fn world() -> World {
    let mut document = Document::new();
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, None));
    let shelf = document.shape(Shape::Box {
        size: Vec3::new(0.2, 0.02, 0.4),
    });
    let node = Node::new("Shelf").at([1.1, 1.0, 0.0]);
    document.add(node.collider(shelf, None));
    let cube = document.shape(Shape::Box {
        size: Vec3::splat(SIDE),
    });
    let node = Node::new("Box").at([1.0, SIDE / 2.0, 0.0]);
    let node = node.collider(cube, None).motion(json!({"mass": 1}));
    document.add(node.extras(json!({"pliant_air_drag": 3})));
    World::new(&scene_of(&document), |settings| settings.interactive = true)
}

#[test]
fn a_ray_hits_dynamic_bodies_only() {
    let world = world();
    let down = |x: f32, y: f32| world.rigid_along(Vec3::new(x, y, 0.05), Vec3::NEG_Y);
    for x in [0.95, 1.05] {
        let (held, point) = down(x, 3.0).expect("the box, also under the shelf");
        assert!(point.distance(Vec3::new(x, SIDE, 0.05)) < 1e-3, "{point}");
        let Held::Rigid { rigid, local } = held else {
            panic!("{held:?} is a rigid body");
        };
        assert!(world.point_on(rigid, local).distance(point) < 1e-6);
    }
    assert_eq!(
        down(1.2, 3.0),
        None,
        "beside the box there is only the floor"
    );
    assert_eq!(down(1.0, SIDE / 2.0), None, "the ray starts in the box");
    assert_eq!(down(1.0, -1.0), None, "the box is behind the ray");
}

#[test]
fn a_pulled_body_wakes_and_hangs_from_the_mouse() {
    let mut world = world();
    world.run(60);
    assert_eq!(world.measure().sleeping, Some(1));
    let corner = Vec3::splat(SIDE / 2.0);
    let held = Held::Rigid {
        rigid: 0,
        local: corner,
    };
    let target = Vec3::new(0.7, 0.8, 0.1);
    world.grab(Some(Grab { held, target }));
    world.run(1);
    assert_eq!(world.measure().sleeping, Some(0));
    world.run(299);
    // It hangs on a spring whose frequency with this mass is 3 Hz.
    let sag = 9.81 / (std::f32::consts::TAU * 3.0).powi(2);
    let position = world.point_on(0, corner);
    assert!(
        position.distance(target - Vec3::Y * sag) < 2e-3,
        "{position}"
    );
    let offset = Vec3::from(world.body().com.map(|x| x as f32)) - position;
    assert!(
        offset.x.hypot(offset.z) < 2e-3,
        "its centre is off by {offset}"
    );
    assert_eq!(world.measure().sleeping, Some(0), "a held body sleeps");
    world.grab(None);
    world.run(120);
    assert!(world.body().com[1] < 0.11, "it has not fallen");
}
