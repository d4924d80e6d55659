//! Rigid bodies of every shape rest on static bodies of every shape.

use glam::{DVec3, Quat, Vec3};
use pliant_scenes::shapes::{cuboid, cylinder, glass, grid};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape};
use pliant_tests::world::{World, scene_of};
use serde_json::json;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4};

/// Distance between the pairs, m.
const PITCH: f32 = 3.0;

/// The kinds of collider that both grounds and bodies can have, each in the shape of a box.
const FORMS: [&str; 3] = ["box", "hull", "mesh"];

/// A node with a collider of this kind in the shape of a box.
fn block(document: &mut Document, name: &str, form: &str, size: Vec3) -> Node {
    if form == "box" {
        let shape = document.shape(Shape::Box { size });
        return Node::new(name).collider(shape, None);
    }
    let mesh = document.mesh(name, [cuboid(size)]);
    let node = Node::new(name).mesh(mesh);
    node.extras(json!({"pliant_collider": form}))
}

/// Makes a block rigid or static.
fn body(node: Node, form: &str, kind: &str) -> Node {
    match (form, kind) {
        ("box", "rigid") => node.motion(json!({})),
        ("box", _) => node,
        _ => node.extras(json!({ "pliant_body": kind })),
    }
}

/// A body of each shape in its resting orientation, with its name and the height of its middle at rest, m.
fn bodies(document: &mut Document, ground: &str) -> Vec<(String, Node, f32)> {
    let radius = 0.15;
    let height = 0.4;
    let capsule = Shape::capsule(height, radius);
    let cylinder = Shape::cylinder(height, radius);
    let across = Quat::from_rotation_z(FRAC_PI_2);
    let shapes = [
        ("sphere", Shape::Sphere { radius }, Quat::IDENTITY, radius),
        ("capsule", capsule, across, radius),
        ("cylinder", cylinder, Quat::IDENTITY, 0.5 * height),
    ];
    let mut all = Vec::new();
    for (shape, collider, turn, height) in shapes {
        let name = format!("{shape} on {ground}");
        let collider = document.shape(collider);
        let node = Node::new(&name).rotated(turn).collider(collider, None);
        all.push((name, node.motion(json!({})), height));
    }
    for form in FORMS {
        let name = format!("{form} on {ground}");
        let node = block(document, &name, form, Vec3::new(0.5, 0.4, 0.3));
        all.push((name, body(node, form, "rigid"), 0.2));
    }
    all
}

/// Fails where a body is more than a millimetre from its expected position after some frames.
fn assert_positions(document: &Document, expected: &[(String, Vec3)], frames: u32) {
    let mut world = World::new(&scene_of(document), |_| {});
    world.run(frames);
    let bodies = world.measure().bodies;
    let off = |(name, position): &(String, Vec3)| {
        let body = bodies.iter().find(|b| b.name == *name).expect(name);
        let off = DVec3::from(body.com) - position.as_dvec3();
        (off.length() > 1e-3).then(|| (name.clone(), off))
    };
    let off: Vec<_> = expected.iter().filter_map(off).collect();
    assert!(
        off.is_empty(),
        "distances from the expected positions, m: {off:?}"
    );
}

#[test]
fn every_shape_rests_on_every_ground() {
    let mut document = Document::new();
    let mut expected = Vec::new();
    for (row, ground) in FORMS.into_iter().enumerate() {
        for (column, (name, node, height)) in bodies(&mut document, ground).into_iter().enumerate()
        {
            let position = PITCH * Vec3::new(column as f32, 0.0, row as f32);
            let floor = block(&mut document, ground, ground, Vec3::new(2.0, 0.2, 2.0));
            document.add(body(floor, ground, "static").at(position - 0.1 * Vec3::Y));
            let rest = position + Vec3::new(0.1, height, 0.07);
            document.add(node.at(rest + 0.01 * Vec3::Y));
            expected.push((name, rest));
        }
    }
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Plane").at(-Vec3::Y).collider(plane, None));
    for (column, (name, node, height)) in bodies(&mut document, "plane").into_iter().enumerate() {
        let position = PITCH * Vec3::new(column as f32, 0.0, -1.0);
        let rest = position + Vec3::Y * (height - 1.0);
        document.add(node.at(rest + 0.01 * Vec3::Y));
        expected.push((name, rest));
    }
    assert_positions(&document, &expected, 30);
}

/// A ball falls into a free glass.
#[test]
fn a_ball_falls_into_a_glass() {
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Plane").collider(plane, None));
    let thick = 0.02;
    let glass = document.mesh("Glass", [glass(0.1, 0.2, thick, 16)]);
    let own = json!({"pliant_body": "rigid", "pliant_collider": "mesh"});
    document.add(Node::new("Glass").mesh(glass).extras(own));
    let radius = 0.04;
    let ball = document.shape(Shape::Sphere { radius });
    let node = Node::new("Ball").collider(ball, None);
    document.add(node.motion(json!({})).at(Vec3::new(0.01, 0.3, 0.0)));
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(60);
    let bodies = world.measure().bodies;
    let at = |name: &str| DVec3::from(bodies.iter().find(|b| b.name == name).expect(name).com);
    let (ball, glass) = (at("Ball"), at("Glass"));
    let height = thick + f64::from(radius);
    assert!((ball.y - height).abs() < 0.1 * thick, "the ball at {ball}");
    assert!(
        (glass.x.abs() + glass.z.abs()) < 0.01,
        "the glass at {glass}"
    );
}

/// A bar along Z with an edge downwards falls on a bar along X with an edge upwards.
#[test]
fn crossed_edges_rest_on_each_other() {
    let mut document = Document::new();
    let mut expected = Vec::new();
    let size = Vec3::new(1.0, 0.2, 0.2);
    let lie = Quat::from_rotation_x(FRAC_PI_4);
    let stand = Quat::from_rotation_y(FRAC_PI_2) * lie;
    for (row, below) in FORMS.into_iter().enumerate() {
        for (column, above) in FORMS.into_iter().enumerate() {
            let position = PITCH * Vec3::new(column as f32, 0.0, row as f32);
            let ground = block(&mut document, "bar", below, size);
            document.add(body(ground, below, "static").at(position).rotated(lie));
            let name = format!("{above} on {below}");
            let bar = block(&mut document, &name, above, size);
            let height = 2.0 * 0.2 * FRAC_1_SQRT_2;
            let rest = position + height * Vec3::Y;
            document.add(
                body(bar, above, "rigid")
                    .at(rest + 0.005 * Vec3::Y)
                    .rotated(stand),
            );
            expected.push((name, rest));
        }
    }
    assert_positions(&document, &expected, 9);
}

/// Adds a static mesh with holes.
fn open_mesh(document: &mut Document, mesh: Primitive, at: Vec3) {
    let mesh = document.mesh("Ground", [mesh]);
    let node = Node::new("Ground").mesh(mesh).at(at);
    document.add(node.extras(json!({"pliant_body": "static", "pliant_collider": "mesh"})));
}

/// A flat body of a size along X, Y and Z, which stands on its position: a box, or a hexagonal prism whose corners are at ±X.
fn plate(document: &mut Document, name: &str, form: &str, size: Vec3) -> Node {
    if form == "box" {
        let node = block(document, name, form, size);
        return body(node, form, "rigid");
    }
    let mut prism = cylinder(0.5, 1.0, 6);
    let center =
        Vec3::Y * (prism.positions.iter().map(|x| x.y).sum::<f32>() / prism.positions.len() as f32);
    prism
        .positions
        .iter_mut()
        .for_each(|x| *x = (*x - center) * size);
    let mesh = document.mesh(name, [prism]);
    let node = Node::new(name).mesh(mesh);
    node.extras(json!({"pliant_body": "rigid", "pliant_collider": "hull"}))
}

/// The side of a flat mesh of two triangles is at X = 0.5. Bodies whose middle is within it stay, by statics, and others tip.
#[test]
fn bodies_overhang_the_side_of_an_open_mesh() {
    let size = Vec3::new(0.5, 0.1, 0.3);
    let mut document = Document::new();
    let (mut staying, mut tipping) = (Vec::new(), Vec::new());
    let mut row = 0.0;
    for form in ["box", "hull"] {
        for turn in [0.0, 0.4] {
            for (column, overhang) in [0.4, 0.6].into_iter().enumerate() {
                let ground = PITCH * Vec3::new(column as f32, 0.0, row);
                open_mesh(&mut document, grid(2, 2, 1.0, 1.0), ground);
                let name = format!("{form} turned by {turn} overhangs by {overhang}");
                let rest = ground + Vec3::new(0.5 + (overhang - 0.5) * size.x, 0.5 * size.y, 0.07);
                let plate = plate(&mut document, &name, form, size);
                document.add(
                    plate
                        .at(rest + 0.001 * Vec3::Y)
                        .rotated(Quat::from_rotation_y(turn)),
                );
                if overhang < 0.5 {
                    &mut staying
                } else {
                    &mut tipping
                }
                .push((name, rest));
            }
            row += 1.0;
        }
    }
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(120);
    let bodies = world.measure().bodies;
    let fell = |(name, rest): &(String, Vec3)| {
        let body = bodies.iter().find(|b| b.name == *name).expect(name);
        (name.clone(), f64::from(rest.y) - body.com[1])
    };
    let not_fallen: Vec<_> = tipping
        .iter()
        .map(fell)
        .filter(|(_, by)| *by < 0.1)
        .collect();
    assert!(
        not_fallen.is_empty(),
        "bodies that have not fallen, and by how much, m: {not_fallen:?}"
    );
    assert_positions(&document, &staying, 120);
}

/// A capsule, and coins turned about their axis by eight angles, lie on slabs and reach beyond a side by a part of their length. They stay if
/// their middle is over the slab, by statics, and else they tip.
#[test]
fn round_bodies_overhang_the_side_of_a_slab() {
    let mut document = Document::new();
    let (mut staying, mut tipping) = (Vec::new(), Vec::new());
    let coin = document.shape(Shape::cylinder(0.04, 0.2));
    let capsule = document.shape(Shape::capsule(0.36, 0.02));
    let along = Quat::from_rotation_z(FRAC_PI_2);
    for (row, form) in ["box", "hull", "mesh", "cylinder"].into_iter().enumerate() {
        for column in 0..8 {
            let turn = 0.1 * column as f32;
            for (level, overhang) in [0.48, 0.52].into_iter().enumerate() {
                let ground = PITCH * Vec3::new(column as f32, 0.0, (2 * row + level) as f32);
                let slab = if form == "cylinder" {
                    let shape = document.shape(Shape::cylinder(0.2, 0.5));
                    Node::new("Ground").collider(shape, None)
                } else {
                    let slab = block(&mut document, "Ground", form, Vec3::new(1.0, 0.2, 1.0));
                    body(slab, form, "static")
                };
                document.add(slab.at(ground - 0.1 * Vec3::Y));
                let coin = ("coin", coin, 0.05_f32, Quat::from_rotation_y(turn));
                let capsule = (column == 0).then_some(("capsule", capsule, -0.3, along));
                for (kind, shape, place, own) in [coin].into_iter().chain(capsule) {
                    // A round slab ends where this circle does, at the body's middle line.
                    let side = match form {
                        "cylinder" => (0.25 - place * place).sqrt(),
                        _ => 0.5,
                    };
                    let name =
                        format!("{kind} on a {form} turned by {turn} overhangs by {overhang}");
                    let rest = ground + Vec3::new(side + (overhang - 0.5) * 0.4, 0.02, place);
                    let node = Node::new(&name).collider(shape, None).motion(json!({}));
                    document.add(node.rotated(own).at(rest + 0.0005 * Vec3::Y));
                    [&mut staying, &mut tipping][level].push((name, rest));
                }
            }
        }
    }
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(120);
    let bodies = world.measure().bodies;
    let fell = |(name, rest): &(String, Vec3)| {
        let body = bodies.iter().find(|b| b.name == *name).expect(name);
        f64::from(rest.y) - body.com[1]
    };
    let falls = |bodies: &[(String, Vec3)], low: f64, high: f64| {
        let wrong = bodies.iter().filter(|b| !(low..high).contains(&fell(b)));
        wrong.map(|b| (b.0.clone(), fell(b))).collect::<Vec<_>>()
    };
    let wrong = [falls(&staying, -0.001, 0.001), falls(&tipping, 0.1, 99.0)].concat();
    assert!(wrong.is_empty(), "falls, m: {wrong:#?}");
}

/// Two strips of one flat mesh, 5 cm wide and `gap` apart along X.
fn rails(gap: f32) -> Primitive {
    let corners = |x: f32| [Vec3::new(x, 0.0, -0.5), Vec3::new(x, 0.0, 0.5)];
    let sides = [-0.05 - 0.5 * gap, -0.5 * gap, 0.5 * gap, 0.05 + 0.5 * gap];
    let mut rails = Primitive::new(Mode::Triangles, sides.map(corners).concat());
    let strip = |k: u32| [0, 1, 3, 0, 3, 2].map(|i| i + k);
    rails.indices = [strip(0), strip(4)].concat();
    rails
}

/// Two upright sheets of one mesh, `gap` apart along X, whose upper sides are at Y = 0. Each has `rows` × 2 faces below these.
fn walls(gap: f32, rows: u32) -> Primitive {
    let mut walls = Primitive::new(Mode::Triangles, Vec::new());
    for x in [-0.5 * gap, 0.5 * gap] {
        let first = walls.positions.len() as u32;
        for row in 0..=rows {
            let y = -0.5 * row as f32 / rows as f32;
            walls
                .positions
                .extend([Vec3::new(x, y, -0.5), Vec3::new(x, y, 0.5)]);
        }
        let faces = (0..rows).flat_map(|row| [0, 1, 3, 0, 3, 2].map(|i| first + 2 * row + i));
        walls.indices.extend(faces);
    }
    walls
}

/// Planks lie on the upper sides of two sheets, which they overhang. The faces of the sheets are turned away from their middle.
#[test]
fn planks_lie_on_upright_sheets() {
    let mut document = Document::new();
    let mut expected = Vec::new();
    let size = Vec3::new(1.0, 0.05, 0.2);
    for (row, rows) in [1, 6].into_iter().enumerate() {
        for (column, form) in ["box", "hull", "box", "hull"].into_iter().enumerate() {
            let turn = if column < 2 { 0.0 } else { 0.3 };
            let ground = PITCH * Vec3::new(column as f32, 0.0, row as f32);
            open_mesh(&mut document, walls(0.4, rows), ground);
            let name = format!("{form} turned by {turn} on {rows} rows");
            let rest = ground + Vec3::new(0.03, 0.5 * size.y, 0.05);
            let plank = plate(&mut document, &name, form, size);
            let turned = plank.rotated(Quat::from_rotation_y(turn));
            document.add(turned.at(rest + 0.001 * Vec3::Y));
            expected.push((name, rest));
        }
    }
    assert_positions(&document, &expected, 120);
}

/// Planks lie across both rails, and a cylinder lies in their gap. Only edges of the mesh are under them.
#[test]
fn bodies_lie_on_edges_of_a_mesh() {
    let mut document = Document::new();
    let mut expected = Vec::new();
    let size = Vec3::new(1.0, 0.05, 0.2);
    for (column, form) in ["box", "hull", "box", "hull"].into_iter().enumerate() {
        let turn = if column < 2 { 0.0 } else { 0.3 };
        let ground = PITCH * Vec3::new(column as f32, 0.0, 0.0);
        open_mesh(&mut document, rails(0.4), ground);
        let name = format!("{form} turned by {turn}");
        let rest = ground + Vec3::new(0.03, 0.5 * size.y, 0.05);
        let plank = plate(&mut document, &name, form, size);
        document.add(
            plank
                .at(rest + 0.001 * Vec3::Y)
                .rotated(Quat::from_rotation_y(turn)),
        );
        expected.push((name, rest));
    }
    let ground = PITCH * Vec3::Z;
    open_mesh(&mut document, rails(0.2), ground);
    let shape = document.shape(Shape::cylinder(0.4, 0.2));
    let along = Quat::from_rotation_x(FRAC_PI_2);
    let node = Node::new("cylinder").rotated(along).collider(shape, None);
    let rest = ground + Vec3::new(0.0, 0.03_f32.sqrt(), 0.05);
    document.add(node.motion(json!({})).at(rest + 0.001 * Vec3::Y));
    expected.push(("cylinder".to_owned(), rest));
    assert_positions(&document, &expected, 120);
}

/// A plank lies across another one. Both are hulls, and only their edges cross.
#[test]
fn a_hull_lies_across_another() {
    let mut document = Document::new();
    let size = Vec3::new(1.0, 0.05, 0.2);
    let across = Quat::from_rotation_y(FRAC_PI_2);
    let below = plate(&mut document, "below", "hull", size);
    document.add(below.rotated(across).extra("pliant_body", "static"));
    let above = plate(&mut document, "above", "hull", size);
    let rest = Vec3::new(0.03, size.y, 0.05);
    document.add(above.at(rest + 0.001 * Vec3::Y));
    assert_positions(&document, &[("above".to_owned(), rest)], 120);
}
