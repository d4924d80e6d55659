//! Contacts between fluids and cloth or ropes: water does not leak through, and momentum is conserved.

use glam::{DVec3, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Node, Primitive, shapes};
use pliant_tests::fluids::water;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

const SPACING: f32 = 0.0125;

/// A block of water in a bowl of cloth that hangs by its rim, deep enough that no water splashes over.
fn bowl(solver: Solver, substeps: u32) -> World {
    let mut document = water([5, 4, 5], SPACING, json!({}));
    let mut sheet = shapes::grid(14, 14, 0.16, 0.16);
    for x in &mut sheet.positions {
        let [u, v] = [x.x / 0.08, x.z / 0.08];
        x.y = -0.09 * (1.0 - u * u) * (1.0 - v * v);
    }
    let sheet = document.mesh("Sheet", [sheet]);
    let middle = Vec3::new(2.5 * SPACING, 0.055, 2.5 * SPACING);
    document.add(Node::new("Cloth").mesh(sheet).at(middle).extras(json!({
        "pliant_body": "cloth", "pliant_pin": "left,right,front,back", "pliant_density": 1.5,
        "pliant_thickness": 0.005, "pliant_bend_compliance": 1e4, "pliant_self_collision": false,
    })));
    World::new(&scene_of(&document), |settings| {
        (settings.substeps, settings.iterations) = (substeps, 2);
        settings.solver = solver;
    })
}

#[test]
fn a_bowl_of_cloth_holds_water() {
    for (solver, substeps) in [(Solver::GaussSeidel, 8), (Solver::Jacobi, 16)] {
        let mut world = bowl(solver, substeps);
        world.run(120);
        let bodies = world.measure().bodies;
        let [water, cloth] = [&bodies[0], &bodies[1]];
        println!("{solver:?}: {:?} {:?}", water.aabb, cloth.aabb);
        // No water is below or beside the bowl.
        for axis in 0..3 {
            assert!(water.aabb[0][axis] > cloth.aabb[0][axis], "{solver:?}");
            assert!(water.aabb[1][axis] < cloth.aabb[1][axis], "{solver:?}");
        }
        let level = cloth.aabb[1][1] - 0.03;
        assert!(water.aabb[1][1] < level, "the water did not come to rest");
        let mass = 100.0 * 1000.0 * f64::from(SPACING).powi(3);
        let speed = (2.0 * water.kinetic_energy / mass).sqrt();
        assert!(speed < 0.05, "{solver:?}: {speed}");
    }
}

#[test]
fn nets_hold_water_by_their_mesh_width() {
    // Nets collide by their particles: balls closer to each other than a particle of water is wide, and three times that.
    for (cells, held) in [(16, true), (4, false)] {
        let mut document = water([5, 3, 5], SPACING, json!({}));
        let mut net = shapes::grid(cells, cells, 0.16, 0.16);
        // A hollow, so that no water runs off.
        for x in &mut net.positions {
            x.y = 4.0 * (x.x * x.x + x.z * x.z);
        }
        let vertices: Vec<String> = (0..net.positions.len()).map(|v| v.to_string()).collect();
        let net = document.mesh("Net", [net]);
        let below = Vec3::new(0.03, -0.02, 0.03);
        document.add(Node::new("Net").mesh(net).at(below).extras(json!({
            "pliant_body": "cloth", "pliant_pin": vertices.join(","), "pliant_thickness": 0.01, "pliant_contact": "particles",
            "pliant_self_collision": false,
        })));
        let mut world = World::new(&scene_of(&document), |settings| {
            (settings.substeps, settings.iterations) = (10, 2);
        });
        world.run(40);
        let drops = &world.positions()[..75];
        let through = drops.iter().filter(|x| x[1] < -0.04).count();
        println!("{cells} cells: {through} of 75 particles passed through");
        assert!(
            if held { through == 0 } else { through > 60 },
            "{cells}: {through}"
        );
    }
}

/// A block of water flies onto a body without gravity: total momentum is conserved, and the body gets at least `least` of it.
fn hit(name: &str, struck: Primitive, keys: Value, least: f64) {
    let mut document = water([5, 3, 5], SPACING, json!({"pliant_velocity": [0.5, -2, 0]}));
    let mesh = document.mesh("Struck", [struck]);
    let below = Vec3::new(0.03, -0.02, 0.03);
    document.add(Node::new("Struck").mesh(mesh).at(below).extras(keys));
    let mut world = World::new(&scene_of(&document), |settings| {
        (settings.substeps, settings.iterations) = (10, 2);
        settings.gravity = DVec3::ZERO;
    });
    let mut momentum = || {
        let bodies = world.measure().bodies;
        let all = bodies
            .iter()
            .map(|b| DVec3::from(b.momentum))
            .sum::<DVec3>();
        world.run(15);
        let struck = world.measure().bodies[1].momentum[1];
        (all, struck)
    };
    let (before, received) = momentum();
    let (after, _) = momentum();
    println!("{name}: momentum {before} to {after}, of the body {received}");
    assert!(received < -least, "{name} was not hit: {received}");
    let off = (after - before).length();
    assert!(off < 1e-5 * before.length(), "{name}: {before} {after}");
}

#[test]
fn water_that_hits_sheets_and_ropes_conserves_momentum() {
    let sheet = json!({
        "pliant_body": "cloth", "pliant_density": 1.5, "pliant_thickness": 0.005, "pliant_self_collision": false,
    });
    hit("sheet", shapes::grid(14, 14, 0.16, 0.16), sheet, 0.01);
    let rope = json!({
        "pliant_body": "rope", "pliant_density": 0.1, "pliant_thickness": 0.005, "pliant_self_collision": false,
    });
    let along = (0..17).map(|i| DVec3::X * (0.01 * f64::from(i) - 0.08));
    hit("rope", shapes::polyline(along), rope, 0.001);
}
