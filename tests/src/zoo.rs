//! A scene with every kind of body and constraint, so that most passes have work.

use glam::{Quat, Vec3};
use pliant_scene::{Filter, Overrides, Scene, Source, load};
use pliant_scenes::shapes::{cuboid, grid, sphere};
use pliant_scenes::{
    Channel, Document, Interpolation, Material, Mode, Node, Primitive, Shape, Track,
};
use serde_json::json;

/// Cloths of both bending models, one attached to the other, a densely linked rope, and balloons. Some particles are pinned to a
/// moving node. There is a collider of each shape, one of them moving, and mesh colliders, one of them growing.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn zoo() -> Scene {
    let mut document = Document::new();
    let shiny = document.material(&Material::new("Checked", 1.0, 1.0, 1.0).checker(
        [255, 0, 0],
        [0, 0, 255],
        4,
    ));
    let hinged = cloth(
        &mut document,
        shiny,
        json!({"pliant_body": "cloth", "pliant_pin": "left", "pliant_bend_compliance": 10.0,
        "pliant_stretch_compliance": 1e-6, "pliant_damping": 50.0, "pliant_velocity_damping": 0.3, "pliant_air_drag": 0.5, "pliant_friction": 0.6, "pliant_thickness": 0.02,
        "pliant_self_collision": false}),
        "Hinged",
        [0.0, 0.2, 0.0],
    );
    cloth(
        &mut document,
        shiny,
        json!({"pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "distance",
        "pliant_shear_compliance": 1e-4, "pliant_restitution": 0.5, "pliant_thickness": 0.01, "pliant_velocity": [0.0, -2.0, 0.31],
        "pliant_attach": ["left=Hinged", "corners=Collider4", "17=Hinged:40", "500=Tangle"], "pliant_attach_compliance": 1e-4, "pliant_damping": 0.1,
        "pliant_self_collision": false}),
        "Gridded",
        [0.0, 0.27, 0.0],
    );
    dense_rope(&mut document);
    balloons(&mut document);
    let moving = colliders(&mut document);
    let growing = rocks(&mut document);
    let channel = |node, track| Channel {
        node,
        times: vec![0.0, 1.0],
        interpolation: Interpolation::Linear,
        track,
    };
    document.extra("pliant_wind", json!([3.0, 0.5, -1.0]));
    document.animation(
        "Everything moves",
        &[
            channel(
                hinged,
                Track::Translation(vec![Vec3::new(0.0, 0.2, 0.0), Vec3::new(0.0, 0.5, 0.2)]),
            ),
            channel(
                growing,
                Track::Scale(vec![Vec3::new(-1.0, 1.2, 1.0), Vec3::new(-2.0, 2.4, 1.5)]),
            ),
            channel(
                moving,
                Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)]),
            ),
        ],
    );
    let mut value = document.to_value();
    value["materials"][0]["normalTexture"] = json!({"index": 0});
    let bytes = value.to_string().into_bytes();
    let mut scene = load(&Source::Bytes(bytes), &Overrides::default()).expect("the scene loads");
    disable_body_contacts(&mut scene);
    scene
}

/// Bodies collide with colliders only; the scene `deformables` tests how they collide with each other.
fn disable_body_contacts(scene: &mut Scene) {
    const BODIES: u32 = 1 << 20;
    let nothing = Filter::default().systems;
    for body in &mut scene.bodies {
        if body.filter.systems == nothing {
            body.filter.systems = BODIES;
        }
    }
    let all = scene
        .bodies
        .iter()
        .fold(0, |all, body| all | body.filter.systems);
    scene
        .bodies
        .iter_mut()
        .for_each(|body| body.filter.ignores |= all);
}

/// Finite elements and linked tetrahedra: an elastic sheet, and boxes of each model. One box starts flat, so that elements
/// invert, and one is pinned, so that forces are measured.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn solids() -> Scene {
    let mut document = Document::new();
    let sheet = document.mesh("Sheet", [grid(17, 17, 1.0, 1.0)]);
    document.add(Node::new("Sheet").mesh(sheet).at([0.0, 0.5, 0.0]).extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": 1e3, "pliant_pin": "left",
        "pliant_damping": 0.01, "pliant_strain_limit": 0.001, "pliant_self_collision": false})));
    let size = Vec3::new(0.4, 0.3, 0.3);
    let solid = document.mesh("Solid", [cuboid(size)]);
    let mut flat = cuboid(size);
    let rest = flat.positions.clone();
    flat.positions.iter_mut().for_each(|x| x.y *= 0.02);
    let flat = document.mesh("Flat", [flat.vector("_REST_POSITION", rest)]);
    let soft = [
        (
            solid,
            json!({"pliant_pin": "left", "pliant_damping": 0.001}),
        ),
        (flat, json!({"pliant_youngs_modulus": 1e4})),
        (
            solid,
            json!({"pliant_model": "xpbd", "pliant_stretch_compliance": 1e-4, "pliant_volume_compliance": 1e-7,
            "pliant_damping": 10, "pliant_pin": "right"}),
        ),
        (
            solid,
            json!({"pliant_model": "pbd", "pliant_stiffness": 0.5}),
        ),
    ];
    for (i, (mesh, keys)) in soft.into_iter().enumerate() {
        let node = Node::new(&format!("Soft{i}"))
            .mesh(mesh)
            .at([i as f32, 1.0, 0.0]);
        document.add(node.extras(keys).extras(
            json!({"pliant_body": "soft", "pliant_spacing": 0.1, "pliant_self_collision": false}),
        ));
    }
    crate::world::scene_of(&document)
}

/// Two lattices, one of each model, with so many cells that a colour of bundles gets its own dispatch.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn blocks() -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Block", [cuboid(Vec3::ONE)]);
    for (i, model) in ["stvk", "xpbd"].into_iter().enumerate() {
        let node = Node::new(model).mesh(mesh).at([2.0 * i as f32, 1.0, 0.0]);
        document.add(node.extras(json!({
            "pliant_body": "soft", "pliant_model": model, "pliant_spacing": 0.11, "pliant_pin": "left", "pliant_damping": 0.01,
            "pliant_self_collision": false})));
    }
    crate::world::scene_of(&document)
}

/// The densely linked rope alone: with so many links, the lanes of a subgroup share a particle in Jacobi.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn knot() -> Scene {
    let mut document = Document::new();
    dense_rope(&mut document);
    crate::world::scene_of(&document)
}

fn cloth(
    document: &mut Document,
    material: usize,
    extras: serde_json::Value,
    name: &str,
    at: [f32; 3],
) -> usize {
    let mesh = document.mesh(name, [grid(33, 33, 1.0, 1.0).material(material)]);
    document.add(Node::new(name).at(at).mesh(mesh).extras(extras))
}

/// Adds forty particles, each linked to twenty others: enough links for a subgroup to share a particle.
fn dense_rope(document: &mut Document) {
    let position = |i: u32| {
        Vec3::new(
            (i * 37 % 40) as f32,
            (i * 17 % 40) as f32,
            (i * 29 % 40) as f32,
        ) * 0.02
            + Vec3::new(1.0, 0.3, 0.0)
    };
    let mut lines = Primitive::new(Mode::Lines, (0..40).map(position).collect());
    lines.indices = (0..40)
        .flat_map(|i| (1..=10).flat_map(move |k| [i, (i + k) % 40]))
        .collect();
    let mesh = document.mesh("Tangle", [lines]);
    document.add(Node::new("Tangle").mesh(mesh).extras(
        json!({"pliant_body": "rope", "pliant_thickness": 0.02, "pliant_tear_strain": 0.02, "pliant_self_collision": false}),
    ));
}

/// Adds two balloons with more particles than a workgroup has invocations; one is compliant and pinned.
fn balloons(document: &mut Document) {
    let keys = [
        json!({"pliant_pressure": 1.3, "pliant_stretch_compliance": 1e-5}),
        json!({"pliant_pressure": 0.8, "pliant_volume_compliance": 1e-7, "pliant_damping": 20, "pliant_pin": "top"}),
    ];
    let light = document.collision_filter(json!({"collisionSystems": ["balloons"]}));
    for (i, keys) in keys.into_iter().enumerate() {
        let name = format!("Balloon{i}");
        let mesh = document.mesh(&name, [sphere(0.2, 24, 14)]);
        let plain = json!({"pliant_body": "balloon", "pliant_self_collision": false});
        let at = Vec3::new(-0.3 + 0.6 * i as f32, 0.6, 0.1);
        document.add(
            Node::new(&name)
                .at(at)
                .mesh(mesh)
                .filtered(light)
                .extras(plain)
                .extras(keys),
        );
    }
}

/// Adds a collider of each shape around the cloths, and returns the node of the box, which moves.
fn colliders(document: &mut Document) -> usize {
    let rough = document.physics_material(0.9, 0.7, 0.2);
    document.combine(rough, "maximum", "multiply");
    let ground = document.collision_filter(json!({"notCollideWithSystems": ["balloons"]}));
    let shapes = [
        (Shape::Sphere { radius: 0.18 }, [-0.31, 0.003, -0.27]),
        (
            Shape::Capsule {
                height: 0.3,
                bottom: 0.1,
                top: 0.05,
            },
            [0.27, 0.107, -0.33],
        ),
        (
            Shape::Cylinder {
                height: 0.3,
                bottom: 0.15,
                top: 0.1,
            },
            [-0.26, 0.051, 0.29],
        ),
        (Shape::Plane, [0.0, -0.123, 0.0]),
        (
            Shape::Box {
                size: Vec3::new(0.3, 0.3, 0.3),
            },
            [0.34, 0.033, 0.31],
        ),
    ];
    let mut last = 0;
    for (shape, at) in shapes {
        let shape = document.shape(shape);
        last = document.add(
            Node::new(&format!("Collider{shape}"))
                .at(at)
                .collider(shape, Some(rough))
                .filtered(ground)
                .kinematic(),
        );
    }
    last
}

/// Adds a mirrored rock, a sheet with a border and a hull around the cloths, and returns the node of the rock, which grows.
fn rocks(document: &mut Document) -> usize {
    let static_body =
        |word| json!({"pliant_body": "static", "pliant_collider": word, "pliant_friction": 0.4});
    let rock = document.mesh("Rock", [sphere(0.12, 12, 8)]);
    let sheet = document.mesh("Sheet", [grid(4, 4, 0.3, 0.3)]);
    document.add(
        Node::new("Sheet")
            .mesh(sheet)
            .at([-0.1, 0.11, 0.35])
            .rotated(Quat::from_rotation_x(0.3))
            .extras(static_body("mesh")),
    );
    let hull = Node::new("Hull").mesh(rock).at([0.0, 0.06, -0.3]);
    document.add(hull.extras(static_body("hull")));
    document.add(
        Node::new("Rock")
            .mesh(rock)
            .at([0.02, 0.05, 0.03])
            .scaled([-1.0, 1.2, 1.0])
            .extras(static_body("mesh")),
    )
}
