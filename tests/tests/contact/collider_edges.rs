//! Sharp edges of colliders do not cut cloth between its particles, however coarse it is.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::{chain, cuboid, grid};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape, Track};
use pliant_tests::characters::{channel, movable};
use pliant_tests::intersections::intersections;
use pliant_tests::reference::within;
use pliant_tests::world::{World, merged, scene_of};
use serde_json::{Value, json};

const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// The corners and triangles of nine pyramids, 30 cm apart and 30 cm high, whose tips are at y = 0.
fn spikes() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for at in 0..9 {
        let middle = Vec3::new((at % 3) as f32 - 1.0, 0.0, (at / 3) as f32 - 1.0) * 0.3;
        let first = corners.len() as u32;
        let base = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
        corners.push(middle);
        corners.extend(base.map(|(x, z)| middle + Vec3::new(0.08 * x, -0.3, 0.08 * z)));
        let sides = [
            [0, 1, 2],
            [0, 2, 3],
            [0, 3, 4],
            [0, 4, 1],
            [1, 3, 2],
            [1, 4, 3],
        ];
        triangles.extend(sides.map(|side| side.map(|corner| first + corner)));
    }
    (corners, triangles)
}

fn spike_mesh() -> Primitive {
    let (corners, triangles) = spikes();
    let mut mesh = Primitive::new(Mode::Triangles, corners);
    mesh.indices = triangles.concat();
    mesh
}

fn cloth(more: &Value) -> Value {
    let keys = json!({"pliant_body": "cloth", "pliant_thickness": 0.004, "pliant_density": 0.3});
    merged(keys, more)
}

/// Adds a sheet of 8 × 8 particles, 1 m wide, whose particles miss all tips.
fn add_sheet(document: &mut Document, height: f32, keys: &Value) {
    let mesh = document.mesh("Sheet", [grid(8, 8, 1.0, 1.0)]);
    let node = Node::new("Sheet").mesh(mesh).at([0.02, height, 0.01]);
    document.add(node.extras(cloth(keys)));
}

/// The number of intersections of the cloth with spikes that have risen by `height`.
fn pierced(world: &mut World, height: f32) -> usize {
    let particles = world.particles().expect("a device");
    let (corners, mut triangles) = spikes();
    let first = particles.positions.len() as u32;
    (triangles.iter_mut().flatten()).for_each(|corner| *corner += first);
    triangles.extend(&particles.triangles);
    let raised = |x: Vec3| (x + height * Vec3::Y).to_array();
    let mut positions = particles.positions;
    positions.extend(corners.into_iter().map(raised));
    intersections(&triangles, &[], &positions).len()
}

/// What moves the spikes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rise {
    Static,
    Node,
    Skin,
    /// A rigid body of infinite mass with a velocity.
    Velocity,
}

/// How far the spikes that are not static rise in a second, m.
const WAY: f32 = 0.5;

/// A sheet over spikes that rise for a second.
fn bed_of_spikes(rise: Rise) -> Scene {
    let mut document = Document::new();
    if matches!(rise, Rise::Static | Rise::Velocity) {
        let mesh = document.mesh("Spikes", [spike_mesh()]);
        let node = Node::new("Spikes")
            .mesh(mesh)
            .extra("pliant_collider", "mesh");
        document.add(match rise {
            Rise::Static => node.extra("pliant_body", "static"),
            _ => node
                .geometry(json!({"mesh": mesh}))
                .motion(json!({"isKinematic": true, "linearVelocity": [0.0, WAY, 0.0]})),
        });
    } else {
        let skinned = rise == Rise::Skin;
        let mover = movable(&mut document, spike_mesh(), json!({}), skinned);
        let up = Track::Translation(vec![Vec3::ZERO, WAY * Vec3::Y]);
        document.animation("Spikes rise", &[channel(mover, 2, up)]);
    }
    add_sheet(&mut document, 0.05, &json!({}));
    scene_of(&document)
}

#[test]
fn spikes_do_not_pierce_a_coarse_sheet() {
    for rise in [Rise::Static, Rise::Node, Rise::Skin, Rise::Velocity] {
        for solver in SOLVERS {
            let mut world = World::new(&bed_of_spikes(rise), |s| s.solver = solver);
            let mut height = 0.0;
            for frame in 1..=90 {
                world.run(1);
                let seconds = frame as f32 / 60.0;
                height = match rise {
                    Rise::Static => 0.0,
                    Rise::Node | Rise::Skin => WAY * seconds.min(1.0),
                    Rise::Velocity => WAY * seconds,
                };
                let count = pierced(&mut world, height);
                assert_eq!(count, 0, "{rise:?}, {solver:?}, frame {frame}");
            }
            let above = world.body().com[1] - f64::from(height);
            within(&format!("height, {rise:?}, {solver:?}"), above, -0.15, 0.02);
        }
    }
}

#[test]
fn a_fast_sheet_is_not_pierced() {
    for speed in [5.0, 20.0] {
        let mut document = Document::new();
        let mesh = document.mesh("Spikes", [spike_mesh()]);
        let keys = json!({"pliant_body": "static", "pliant_collider": "mesh"});
        document.add(Node::new("Spikes").mesh(mesh).extras(keys));
        let falls = json!({"pliant_velocity": [0.0, -speed, 0.0]});
        add_sheet(&mut document, 0.5, &falls);
        let mut world = World::new(&scene_of(&document), |_| {});
        for frame in 1..=60 {
            world.run(1);
            assert_eq!(pierced(&mut world, 0.0), 0, "{speed} m/s, frame {frame}");
        }
    }
}

/// The tips miss all particles of the sheet, so contacts with edges and triangles carry it.
#[test]
fn spikes_carry_the_weight_of_the_sheet() {
    let mut world = World::new(&bed_of_spikes(Rise::Static), |s| {
        s.contact_forces = true;
    });
    world.run(360);
    let weight = 0.3 * 9.81;
    let frames = 60;
    let mut sum = 0.0;
    for _ in 0..frames {
        world.run(1);
        let forces = world.measure().contact_forces;
        let on_spikes = forces.iter().filter(|force| force.b == "Spikes");
        sum += on_spikes.map(|force| -force.force[1]).sum::<f64>();
    }
    let mean = sum / f64::from(frames);
    within("force / weight", mean / weight, 0.98, 1.02);
    // Without such contacts it would hang lower, on its particles.
    assert_eq!(pierced(&mut world, 0.0), 0);
}

/// A sheet of 5 × 5 particles that overhangs an edge of a box, given as a mesh or as a shape; its particles miss the edge.
fn over_an_edge(shape: bool, solver: Solver) -> World {
    let mut document = Document::new();
    let size = Vec3::new(0.6, 0.3, 1.0);
    let node = Node::new("Box").at([-0.35, -0.15, 0.0]);
    if shape {
        let shape = document.shape(Shape::Box { size });
        document.add(node.collider(shape, None));
    } else {
        let mesh = document.mesh("Box", [cuboid(size)]);
        let keys = json!({"pliant_body": "static", "pliant_collider": "mesh"});
        document.add(node.mesh(mesh).extras(keys));
    }
    let mesh = document.mesh("Sheet", [grid(5, 5, 0.8, 0.8)]);
    let keys = cloth(&json!({"pliant_friction": 2, "pliant_bend_compliance": 1}));
    document.add(
        Node::new("Sheet")
            .mesh(mesh)
            .at([-0.15, 0.01, 0.0])
            .extras(keys),
    );
    World::new(&scene_of(&document), |s| s.solver = solver)
}

/// How deep the middle line of the sheet, as a polygon in the plane z = 0, is inside of the box, whose edge is at (−5 cm, 0).
fn cut(world: &mut World) -> f64 {
    let row: Vec<DVec3> = (10..15).map(|i| world.position(i)).collect();
    let depth = |ends: &[DVec3]| {
        let along = (-0.05 - ends[0].x) / (ends[1].x - ends[0].x);
        (0.0..1.0)
            .contains(&along)
            .then(|| -ends[0].lerp(ends[1], along).y)
    };
    row.windows(2).filter_map(depth).fold(0.0, f64::max)
}

#[test]
fn the_edge_of_a_box_does_not_cut_a_sheet() {
    for shape in [false, true] {
        for solver in SOLVERS {
            let mut world = over_an_edge(shape, solver);
            let mut deepest = 0.0_f64;
            for _ in 0..120 {
                world.run(1);
                deepest = deepest.max(cut(&mut world));
            }
            within(
                &format!("depth, shape: {shape}, {solver:?}"),
                deepest,
                0.0,
                1e-3,
            );
        }
    }
}

/// A rope of 20 cm segments falls across the edge of a box, so that no particle meets it.
#[test]
fn the_edge_of_a_box_does_not_cut_a_rope() {
    let mut document = Document::new();
    let mesh = document.mesh("Box", [cuboid(Vec3::splat(0.1))]);
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let keys = json!({"pliant_body": "static", "pliant_collider": "mesh"});
    document.add(Node::new("Box").mesh(mesh).rotated(turned).extras(keys));
    let mesh = document.mesh("Rope", [chain(5, 0.2, DVec3::X)]);
    document.add(
        Node::new("Rope")
            .mesh(mesh)
            .at([-0.5, 0.2, 0.0])
            .extras(json!({
                "pliant_body": "rope", "pliant_thickness": 0.01, "pliant_density": 0.1,
            })),
    );
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(60);
    let row: Vec<DVec3> = (2..4).map(|i| world.position(i)).collect();
    let height = row[0].y.midpoint(row[1].y);
    let edge = 0.1 * std::f64::consts::FRAC_1_SQRT_2;
    within("height over the edge", height - edge, 0.004, 0.02);
}

/// A sheet that starts with its edges inside of a box, and its particles outside, is not held there. Over the edge, which is at 7.07 cm,
/// it has to keep its distance.
#[test]
fn what_starts_inside_comes_out() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, 0.0, 0.0]));
    let mesh = document.mesh("Box", [cuboid(Vec3::new(0.1, 0.1, 2.0))]);
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let keys = json!({"pliant_body": "static", "pliant_collider": "mesh"});
    document.add(Node::new("Box").mesh(mesh).rotated(turned).extras(keys));
    let mesh = document.mesh("Sheet", [grid(2, 2, 1.0, 1.0)]);
    let keys = cloth(&json!({"pliant_velocity": [0.0, 0.5, 0.0]}));
    document.add(
        Node::new("Sheet")
            .mesh(mesh)
            .at([0.0, 0.03, 0.0])
            .extras(keys),
    );
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(60);
    for particle in 0..4 {
        within("height", world.position(particle).y, 0.0707, 0.54);
    }
}
