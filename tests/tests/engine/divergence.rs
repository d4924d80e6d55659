//! A value that is not finite ends the run with an error that names the frame, the body and the pass.

use pliant_scenes::{Document, Node, shapes};
use pliant_sim::Error;
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// The error of a sheet with these keys, beside a sheet at rest.
fn first_error(keys: serde_json::Value) -> String {
    let mut document = Document::new();
    let mesh = document.mesh("Sheet", [shapes::grid(9, 9, 1.0, 1.0)]);
    let plain = || json!({"pliant_body": "cloth", "pliant_self_collision": false});
    document.add(Node::new("Calm").mesh(mesh).extras(plain()));
    let wild = Node::new("Wild").mesh(mesh).extras(plain());
    document.add(wild.extras(keys));
    let mut world = World::new(&scene_of(&document), |_| {});
    for _ in 0..3 {
        match world.step() {
            Ok(()) => {}
            Err(error @ Error::Diverged { .. }) => return error.to_string(),
            Err(error) => panic!("{error}"),
        }
    }
    panic!("nothing diverged");
}

#[test]
fn an_overflowing_angular_velocity_is_reported_with_its_pass() {
    let line = first_error(json!({"pliant_angular_velocity": [0.0, 0.0, 1e25]}));
    assert!(line.contains("frame 1") && line.contains("Wild"), "{line}");
    assert!(line.contains(" in solve/solve_links"), "{line}");
}
