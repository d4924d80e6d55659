//! Meshes that deform by skins and morph targets, and cloth on them.

use glam::{Mat4, Quat, Vec3};
use pliant_scene::{Overrides, Scene, Source, load};
use pliant_scenes::shapes::{block, grid, limb, sphere};
use pliant_scenes::{Channel, Document, Interpolation, Material, Node, Primitive, Track};
use serde_json::{Value, json};

/// Radius and half the height of the sides of an arm, m.
const RADIUS: f32 = 0.15;
const HALF: f32 = 0.3;

/// An arm along Y around the origin, whose upper half follows the second of two joints.
#[must_use]
pub fn arm() -> Primitive {
    let arm = limb(RADIUS, 2.0 * HALF, 16, 8, 6);
    let joint = |p: &Vec3| {
        let upper = (0.5 + p.y / (2.0 * HALF)).clamp(0.0, 1.0);
        [(0, 1.0 - upper), (1, upper), (0, 0.0), (0, 0.0)]
    };
    let joints = arm.positions.iter().map(joint).collect();
    arm.joints(joints)
}

/// Adds two joints, the second of which is the child of the first and lies `HALF` below the top; returns a skin of them and
/// both nodes.
pub fn joints(document: &mut Document) -> (usize, [usize; 2]) {
    let lower = document.add(Node::new("Lower").at([0.0, -HALF, 0.0]));
    let upper = document.add_child(lower, Node::new("Upper").at([0.0, HALF, 0.0]));
    let bind = |y: f32| Mat4::from_translation(Vec3::new(0.0, y, 0.0));
    let skin = document.skin("Arm", &[(lower, bind(HALF)), (upper, bind(0.0))]);
    (skin, [lower, upper])
}

/// A channel with its keys one second apart.
#[must_use]
pub fn channel(node: usize, keys: u32, track: Track) -> Channel {
    Channel {
        node,
        times: (0..keys).map(|k| k as f32).collect(),
        interpolation: Interpolation::Linear,
        track,
    }
}

/// Adds a kinematic mesh with these keys in addition, which moves as a node or by a skin of one joint; returns the node that moves it.
pub fn movable(document: &mut Document, mesh: Primitive, keys: Value, skinned: bool) -> usize {
    let joints = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; mesh.positions.len()];
    let mesh = document.mesh("Slab", [mesh.joints(joints)]);
    let kinematic = json!({"pliant_body": "kinematic", "pliant_collider": "mesh"});
    let slab = Node::new("Slab").mesh(mesh).extras(kinematic).extras(keys);
    if !skinned {
        return document.add(slab);
    }
    let joint = document.add(Node::new("Joint"));
    let skin = document.skin("Skin", &[(joint, Mat4::IDENTITY)]);
    // glTF ignores the transform of a skinned node.
    document.add(slab.skin(skin).at([7.0, 8.0, 9.0]));
    joint
}

/// A sheet of cloth with these keys in addition.
pub fn sheet(document: &mut Document, name: &str, (size, at): (f32, Vec3), keys: Value) -> usize {
    let mesh = document.mesh(name, [grid(17, 17, size, size)]);
    let plain =
        json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_self_collision": false});
    document.add(Node::new(name).mesh(mesh).at(at).extras(plain).extras(keys))
}

/// Adds a skinned cloth beside the arm, whose vertices are pinned, pulled by their skin or free, and which is attached to the arm
/// and the membrane.
fn sleeve(document: &mut Document, skin: usize) {
    let sleeve = grid(9, 9, 0.3, 0.3).translated([0.0, 0.1, 0.5]);
    let joints = vec![[(1, 0.75), (0, 0.25), (0, 0.0), (0, 0.0)]; sleeve.positions.len()];
    let pin = |i: usize| [0.0, 0.5, 1.0][i % 3];
    let pins = (0..sleeve.positions.len()).map(pin).collect();
    let mesh = document.mesh("Sleeve", [sleeve.joints(joints).scalar("_PIN", pins)]);
    document.add(Node::new("Sleeve").mesh(mesh).skin(skin).extras(json!({
        "pliant_body": "cloth", "pliant_self_collision": false, "pliant_attach_compliance": 1e-3, "pliant_damping": 1.0,
        "pliant_attach": ["3=Arm", "6=Membrane:40"],
    })));
}

/// Adds a flap that a tumbling body carries, far from everything else.
fn flap(document: &mut Document) {
    let mesh = document.mesh("Weight", [sphere(0.1, 12, 8)]);
    let keys = json!({"pliant_body": "rigid", "pliant_angular_velocity": [1, 2, 3]});
    let weight = document.add(
        Node::new("Weight")
            .mesh(mesh)
            .at([0.0, 9.0, 0.0])
            .extras(keys),
    );
    let skin = document.skin("Flap", &[(weight, Mat4::from_translation(Vec3::NEG_Y))]);
    let flap = grid(3, 3, 0.5, 0.5);
    let joints = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; flap.positions.len()];
    let mesh = document.mesh("Flap", [flap.joints(joints)]);
    document.add(Node::new("Flap").mesh(mesh).skin(skin));
}

/// Adds a box and a ball that fall on the arm and on the membrane.
fn dropped(document: &mut Document) {
    let box_mesh = document.mesh("Box", [block(Vec3::splat(0.1), 1)]);
    let ball_mesh = document.mesh("Small ball", [sphere(0.06, 12, 8)]);
    for (name, mesh, x, keys) in [
        ("Box", box_mesh, 0.0, json!({})),
        (
            "Small ball",
            ball_mesh,
            1.05,
            json!({"pliant_collider": "sphere"}),
        ),
    ] {
        let rigid =
            json!({"pliant_body": "rigid", "pliant_mass": 1.0, "pliant_velocity": [0, -2, 0.2]});
        let node = Node::new(name).mesh(mesh).at([x, 0.75, 0.05]);
        document.add(node.extras(rigid).extras(keys));
    }
}

/// Cloth on an arm that bends, beside a membrane that morphs and is open, and a ball that only is drawn. A part of the arm has
/// five joints and morphs, too.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn characters() -> Scene {
    let mut document = Document::new();
    let (skin, [lower, upper]) = joints(&mut document);
    let solid =
        json!({"pliant_body": "kinematic", "pliant_friction": 0.8, "pliant_restitution": 0.4});
    let thick: Vec<Vec3> = arm()
        .positions
        .iter()
        .map(|p| 0.1 * *p * Vec3::new(1.0, 0.0, 1.0))
        .collect();
    let more = vec![[(1, 0.25), (0, 0.0), (0, 0.0), (0, 0.0)]; thick.len()];
    let mesh = document.mesh("Arm", [arm().joints(more).target(thick)]);
    let arm = document.add(Node::new("Arm").mesh(mesh).skin(skin).extras(solid.clone()));
    let wave = |p: &Vec3| Vec3::Y * 0.2 * (1.0 - 16.0 * p.x * p.x) * (1.0 - 16.0 * p.z * p.z);
    let membrane = grid(9, 9, 0.5, 0.5);
    let waves = membrane.positions.iter().map(wave).collect();
    let mesh = document.mesh("Membrane", [membrane.target(waves)]);
    let at = Vec3::new(1.0, 0.35, 0.0);
    let membrane = document.add(Node::new("Membrane").mesh(mesh).at(at).extras(solid));
    let shiny = Material::new("Checked", 1.0, 1.0, 1.0).checker([255, 0, 0], [0, 0, 255], 4);
    let shiny = document.material(&shiny);
    let ball = sphere(0.2, 12, 8);
    let flat = ball
        .positions
        .iter()
        .map(|p| -0.5 * Vec3::Y * p.y)
        .collect();
    let mesh = document.mesh("Ball", [ball.target(flat).material(shiny)]);
    let ball = document.add(Node::new("Ball").mesh(mesh).at([-1.0, 0.4, 0.0]));
    for (name, x) in [("Sheet", 0.0), ("Other sheet", 1.0)] {
        let keys = json!({"pliant_velocity": [0.0, -2.0, 0.3], "pliant_restitution": 0.3});
        sheet(&mut document, name, (0.8, Vec3::new(x, 0.48, 0.0)), keys);
    }
    sleeve(&mut document, skin);
    flap(&mut document);
    dropped(&mut document);
    let turn = |angle: f32| Quat::from_rotation_z(angle);
    document.animation(
        "Everything deforms",
        &[
            channel(upper, 2, Track::Rotation(vec![turn(0.0), turn(-0.9)])),
            channel(
                lower,
                2,
                Track::Translation(vec![Vec3::NEG_Y * HALF, Vec3::new(0.2, -0.1, 0.0)]),
            ),
            channel(arm, 2, Track::Weights(vec![0.0, 2.0])),
            channel(membrane, 2, Track::Weights(vec![0.2, 3.0])),
            channel(ball, 2, Track::Weights(vec![0.0, 1.0])),
        ],
    );
    let mut value = document.to_value();
    value["materials"][0]["normalTexture"] = json!({"index": 0});
    let bytes = value.to_string().into_bytes();
    load(&Source::Bytes(bytes), &Overrides::default()).expect("the scene loads")
}
