//! Tearing: meshes split where they are stretched too far, and mass, triangles and momentum are conserved.

use glam::{DVec3, Vec3};
use pliant_gpu::{Gpu, VulkanEngine};
use pliant_passes::EngineError;
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, Primitive, shapes};
use pliant_sim::{Error, Particles, Settings, Simulation};
use pliant_tests::vulkan::{open_vulkan, open_vulkan_with_budget, validation_guard};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// Keys for each model of cloth that let it stretch by some percent.
fn models() -> [Value; 3] {
    [
        json!({"pliant_model": "xpbd", "pliant_stretch_compliance": 2e-4}),
        json!({"pliant_model": "pbd", "pliant_stiffness": 0.2}),
        json!({"pliant_model": "stvk", "pliant_youngs_modulus": 3e3}),
    ]
}

/// A scene of one body.
fn body(mesh: Primitive, keys: &[Value]) -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Body", [mesh]);
    let plain = json!({"pliant_body": "cloth", "pliant_bend_model": "none", "pliant_self_collision": false});
    let node = keys
        .iter()
        .fold(Node::new("Body").mesh(mesh).extras(plain), |node, keys| {
            node.extras(keys.clone())
        });
    document.add(node);
    scene_of(&document)
}

/// An upright sheet of 17 × 17 particles that weighs 0.2 kg, with 5 kg along its bottom.
fn loaded_sheet(keys: &[Value]) -> Scene {
    let masses = (0..17 * 17).map(|v| if v < 16 * 17 { 0.2 / 272.0 } else { 5.0 / 17.0 });
    let sheet = shapes::grid(17, 17, 1.0, 1.0).upright();
    body(sheet.scalar("_MASS", masses.collect()), keys)
}

/// The number of connected components of a body; triangles that share a particle are connected.
fn islands(particles: &Particles) -> usize {
    let mut island: Vec<usize> = (0..particles.positions.len()).collect();
    fn root(island: &[usize], mut i: usize) -> usize {
        while island[i] != i {
            i = island[i];
        }
        i
    }
    for corners in &particles.triangles {
        for corner in &corners[1..] {
            let [a, b] = [corners[0], *corner].map(|c| root(&island, c as usize));
            island[a.max(b)] = a.min(b);
        }
    }
    (0..island.len())
        .filter(|i| root(&island, *i) == *i)
        .count()
}

/// The sides of triangles, with the number of triangles that have each.
fn sides(particles: &Particles) -> BTreeMap<[u32; 2], u32> {
    let mut sides = BTreeMap::new();
    for &[a, b, c] in &particles.triangles {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            *sides.entry([p.min(q), p.max(q)]).or_default() += 1;
        }
    }
    sides
}

/// Fails where two triangles are connected by a single particle only.
fn assert_no_shared_single_particle(particles: &Particles) {
    for p in 0..particles.positions.len() as u32 {
        let around = particles.triangles.iter().filter(|t| t.contains(&p));
        let mut left: Vec<&[u32; 3]> = around.collect();
        let mut one_ring = Vec::from_iter(left.pop());
        let mut next = 0;
        while next < one_ring.len() {
            let shared = |t: &&[u32; 3]| one_ring[next].iter().any(|c| *c != p && t.contains(c));
            let (more, rest) = left.into_iter().partition::<Vec<_>, _>(shared);
            left = rest;
            one_ring.extend(more);
            next += 1;
        }
        assert!(
            left.is_empty(),
            "triangles are connected by particle {p} only"
        );
    }
}

#[test]
fn a_heavy_hem_tears_every_kind_of_sheet() {
    for keys in models() {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            let tear = json!({"pliant_pin": "top", "pliant_tear_strain": 0.2});
            let scene = loaded_sheet(&[keys.clone(), tear]);
            let mut world = World::new(&scene, |settings| settings.solver = solver);
            let what = format!("{keys} {}", solver.name());
            assert_tears(&mut world, &what);
        }
    }
}

/// Simulates a loaded sheet for a second and checks it after every frame.
fn assert_tears(world: &mut World, what: &str) {
    let start = world.particles().expect("a device");
    let mass = world.summary().bodies[0].mass;
    let mut most = 1;
    for _ in 0..60 {
        world.run(1);
        let tears = world.body().tears.expect("it may tear") as usize;
        let now = world.particles().expect("a device");
        assert_eq!(now.positions.len(), start.positions.len() + tears, "{what}");
        assert_eq!(now.triangles.len(), start.triangles.len(), "{what}");
        let weighed = world.summary().bodies[0].mass;
        assert!(
            (weighed / mass - 1.0).abs() < 1e-6,
            "{what}: {weighed} kg of {mass}"
        );
        most = most.max(islands(&now));
    }
    let end = world.particles().expect("a device");
    assert_no_shared_single_particle(&end);
    let lowest = end.positions.iter().map(|x| x[1]).fold(0.0, f32::min);
    println!(
        "{what}: {} tears, {most} pieces, down to {lowest} m",
        end.positions.len() - 289
    );
    assert!(most > 1, "{what} is still in one piece");
    assert!(
        lowest < -2.0,
        "{what}: the torn piece is only at {lowest} m"
    );
}

/// A sheet with a heavy hem, and beside it a block with a mesh collider that falls on a floor with a mesh collider.
fn sheet_and_block(keys: Value) -> Scene {
    let mut document = Document::new();
    let masses = (0..17 * 17).map(|v| if v < 16 * 17 { 0.2 / 272.0 } else { 5.0 / 17.0 });
    let sheet = shapes::grid(17, 17, 1.0, 1.0).upright();
    let sheet = document.mesh("Sheet", [sheet.scalar("_MASS", masses.collect())]);
    let plain = json!({"pliant_body": "cloth", "pliant_bend_model": "none", "pliant_self_collision": false, "pliant_pin": "top",
        "pliant_stretch_compliance": 2e-4});
    document.add(Node::new("Sheet").mesh(sheet).extras(plain).extras(keys));
    let block = document.mesh("Block", [shapes::cuboid(Vec3::splat(0.2))]);
    let floor = document.mesh("Floor", [shapes::cuboid(Vec3::new(1.0, 0.2, 1.0))]);
    for (name, mesh, kind, height) in [
        ("Block", block, "rigid", 0.5),
        ("Floor", floor, "static", -0.1),
    ] {
        let own = json!({"pliant_body": kind, "pliant_collider": "mesh"});
        document.add(
            Node::new(name)
                .mesh(mesh)
                .at([2.0, height, 0.0])
                .extras(own),
        );
    }
    scene_of(&document)
}

#[test]
fn tearing_does_not_affect_rigid_bodies() {
    let after = |keys: Value, frames: u32| {
        let mut world = World::new(&sheet_and_block(keys), |_| {});
        world.run(frames);
        let bodies = world.measure().bodies;
        let tears = bodies.iter().find_map(|b| b.tears);
        let block = bodies
            .iter()
            .find(|b| b.name == "Block")
            .expect("the block");
        (
            tears.unwrap_or(0),
            DVec3::from(block.com),
            DVec3::from(block.velocity),
        )
    };
    for frames in [15, 40] {
        let (none, position, velocity) = after(json!({}), frames);
        let (tears, torn_position, torn_velocity) =
            after(json!({"pliant_tear_strain": 0.05}), frames);
        assert!(none == 0 && tears > 0, "{tears} tears");
        let off = (torn_position - position).length() + (torn_velocity - velocity).length();
        assert!(
            off < 1e-4,
            "after {frames} frames the block is at {torn_position}, without tears at {position}"
        );
    }
}

#[test]
fn a_sheet_under_its_limit_stays_whole() {
    for keys in models() {
        let scene = loaded_sheet(&[
            keys.clone(),
            json!({"pliant_pin": "top", "pliant_tear_strain": 3.0}),
        ]);
        let mut world = World::new(&scene, |_| {});
        world.run(60);
        assert_eq!(world.body().tears, Some(0), "{keys}");
        assert_eq!(world.generation(), 0, "{keys}");
    }
    let mut untearable = World::new(&loaded_sheet(&[json!({"pliant_pin": "top"})]), |_| {});
    untearable.run(1);
    assert_eq!(untearable.body().tears, None);
}

/// Each side keeps one link, no stretched triangle connects pieces, and each triangle is drawn at its own particles.
#[test]
fn links_and_drawing_follow_the_tear() {
    let [xpbd, ..] = models();
    let tear = json!({"pliant_pin": "top", "pliant_tear_strain": 0.05, "pliant_bend_model": "distance", "pliant_links": "grid"});
    let mut world = World::new(&loaded_sheet(&[xpbd, tear]), |_| {});
    let drawn = world.draw_buffers().vertices;
    world.run(40);
    let now = world.particles().expect("a device");
    assert!(world.generation() > 0 && now.positions.len() > 300);
    let sides = sides(&now);
    assert!(sides.values().all(|count| *count <= 2));
    let links: BTreeSet<[u32; 2]> = world
        .drawn_links()
        .links
        .iter()
        .map(|l| [l[0].min(l[1]), l[0].max(l[1])])
        .collect();
    // Links between pins are not simulated.
    let free = |side: &&[u32; 2]| side.iter().any(|p| now.positions[*p as usize][1] < 0.49);
    assert!(sides.keys().filter(free).all(|side| links.contains(side)));
    let mut neighbours: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); now.positions.len()];
    for triangle in &now.triangles {
        for corner in triangle {
            neighbours[*corner as usize].extend(triangle);
        }
    }
    let joined = |[a, b]: &[u32; 2]| !neighbours[*a as usize].is_disjoint(&neighbours[*b as usize]);
    assert!(
        links.iter().all(joined),
        "a link connects separate triangles"
    );
    let vertices = world.draw_buffers().vertices;
    assert_ne!(drawn, vertices, "the vertex buffer was not replaced");
    assert_drawn_as_simulated(&mut world, &now);
}

/// Fails unless each triangle is drawn at the positions of its particles.
fn assert_drawn_as_simulated(world: &mut World, now: &Particles) {
    let vertices = world.draw_buffers().vertices;
    let count = 3 * now.triangles.len();
    let bytes = pliant_passes::Engine::read(world.engine(), vertices, 0, 12 * count as u64);
    let bytes = bytes.expect("a device");
    let bits = |x: &[f32; 3]| x.map(f32::to_bits);
    let drawn: Vec<[u32; 3]> = bytes
        .chunks_exact(12)
        .map(bytemuck::pod_read_unaligned)
        .collect();
    let mut drawn: Vec<[u32; 3]> = drawn;
    let corners = now.triangles.iter().flatten();
    let mut simulated: Vec<[u32; 3]> = corners.map(|c| bits(&now.positions[*c as usize])).collect();
    drawn.sort_unstable();
    simulated.sort_unstable();
    assert!(
        drawn == simulated,
        "corners are not drawn at their particles"
    );
}

/// A spinning sheet tears by its own inertia; momentum and angular momentum do not change.
#[test]
fn tearing_conserves_momentum() {
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let keys = json!({"pliant_density": 0.5, "pliant_stretch_compliance": 1e-2, "pliant_tear_strain": 0.3,
            "pliant_velocity": [3.0, 1.0, -2.0], "pliant_angular_velocity": [0.0, 30.0, 0.0]});
        let scene = body(shapes::grid(17, 17, 1.0, 1.0), &[keys]);
        let mut world = World::new(&scene, |settings| {
            (settings.gravity, settings.solver) = (DVec3::ZERO, solver);
            // Angular momentum is lost in proportion to the substep, with or without tears.
            settings.substeps = 200;
        });
        let start = world.body();
        world.run(30);
        let end = world.body();
        let check = |what: &str, before: [f64; 3], after: [f64; 3], tolerance: f64| {
            let [before, after] = [before, after].map(DVec3::from);
            let off = (after - before).length() / before.length();
            println!("{what}: off by {off:e}");
            assert!(off < tolerance, "{what}: {before} became {after}");
        };
        println!("{} tears", end.tears.unwrap_or_default());
        assert!(end.tears > Some(20));
        check("momentum", start.momentum, end.momentum, 2e-6);
        check(
            "angular momentum",
            start.angular_momentum,
            end.angular_momentum,
            1e-2,
        );
    }
}

/// The lower part of a torn rope is in free fall.
#[test]
fn a_rope_tears_in_two() {
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let rope = shapes::chain(20, 0.05, DVec3::NEG_Y);
        let masses = (0..21).map(|v| if v < 20 { 0.01 } else { 10.0 });
        let keys = json!({"pliant_body": "rope", "pliant_pin": [0], "pliant_stretch_compliance": 2e-4, "pliant_tear_strain": 0.3});
        let scene = body(rope.scalar("_MASS", masses.collect()), &[keys]);
        let mut world = World::new(&scene, |settings| {
            (settings.solver, settings.probes) = (solver, vec![(0, 20)]);
        });
        while world.body().tears == Some(0) {
            world.run(1);
        }
        assert_eq!(world.body().tears, Some(1), "it tears once");
        let falling = |world: &mut World| world.measure().probes[0].velocity[1];
        let before = falling(&mut world);
        world.run(30);
        let end = world.body();
        let g = (before - falling(&mut world)) * 2.0;
        println!(
            "{}: {:?} tears, falls with {g} m/s²",
            solver.name(),
            end.tears
        );
        assert!((g / 9.81 - 1.0).abs() < 0.01, "{g} m/s²");
        assert_eq!(world.drawn_links().links.len(), 20, "a segment is lost");
        assert!(end.aabb[1][1] > -1e-6, "the upper part does not hang");
    }
}

/// A soft sheet whose edges are all twice as long as at rest.
fn overstretched(side: u32) -> Scene {
    let sheet = shapes::grid(side, side, 1.0, 1.0);
    let rest: Vec<Vec3> = sheet.positions.iter().map(|x| *x * 0.5).collect();
    let keys = json!({"pliant_stretch_compliance": 10.0, "pliant_density": 1.0, "pliant_tear_strain": 0.5});
    body(sheet.vector("_REST_POSITION", rest), &[keys])
}

#[test]
fn a_frame_can_have_a_thousand_tears() {
    for side in [33, 49] {
        let mut world = World::new(&overstretched(side), |_| {});
        world.run(1);
        let began = Instant::now();
        world.run(1);
        let took = began.elapsed();
        let tears = world.body().tears.expect("it may tear");
        println!("{side} × {side}: {tears} tears in {took:?}");
        assert!(
            tears >= if side == 49 { 1000 } else { 400 },
            "{tears} tears"
        );
        assert!(took.as_secs_f64() < 5.0, "{took:?}");
        assert_no_shared_single_particle(&world.particles().expect("a device"));
        world.run(20);
    }
}

#[test]
fn a_reset_restores_the_mesh_and_frees_memory() {
    let mut world = World::new(&overstretched(17), |_| {});
    let (start, bytes) = (world.particles().expect("a device"), world.bytes());
    world.run(10);
    let (torn, grown) = (world.particles().expect("a device"), world.bytes());
    let growth = torn.positions.len() as f64 / start.positions.len() as f64;
    assert!(growth > 1.2 && grown > bytes && (grown as f64) < growth * bytes as f64);
    for _ in 0..2 {
        world.reset().expect("a device");
        assert_eq!(world.bytes(), bytes);
        assert!(world.particles().expect("a device") == start);
        world.run(10);
        assert!(
            world.particles().expect("a device") == torn,
            "the run after a reset differs"
        );
        assert_eq!(world.bytes(), grown);
    }
}

#[test]
fn ten_runs_give_the_same_tears() {
    let [xpbd, ..] = models();
    let scene = loaded_sheet(&[
        xpbd,
        json!({"pliant_pin": "corners", "pliant_tear_strain": 0.2}),
    ]);
    let run = || {
        let mut world = World::new(&scene, |_| {});
        world.run(30);
        world.particles().expect("a device")
    };
    let first = run();
    assert!(first.positions.len() > 289, "it does not tear");
    assert!((1..10).all(|_| run() == first));
}

/// The sheet is torn off its pinned particles, which do not move.
#[test]
fn pinned_particles_stay_when_a_sheet_tears_off() {
    let [xpbd, ..] = models();
    let scene = loaded_sheet(&[
        xpbd,
        json!({"pliant_pin": "corners", "pliant_tear_strain": 0.2}),
    ]);
    let mut world = World::new(&scene, |_| {});
    world.run(60);
    let now = world.particles().expect("a device");
    for corner in [[-0.5, 0.5], [0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]] {
        let count = now.positions.iter().filter(|x| x[..2] == corner).count();
        assert!(count >= 1, "no particle is left at {corner:?}");
    }
    assert!(world.summary().bodies[0].pinned >= 4);
    assert!(islands(&now) > 1, "it is still in one piece");
}

#[test]
fn tearing_without_memory_is_an_error_that_names_the_size() {
    let scene = overstretched(49);
    let simulate = |gpu| {
        let engine = VulkanEngine::new(gpu).expect("an engine");
        Simulation::new(&scene, Settings::of(&scene), engine)
    };
    let bytes = simulate(open_vulkan()).expect("a small scene fits").bytes();
    // Building the simulation takes more memory than running it, and a card allocates more than buffers need.
    let budgets = (20..80).map(|twentieths| open_vulkan_with_budget(bytes * twentieths / 20));
    let fits = |gpu: Arc<Gpu>| Some((validation_guard(&gpu), simulate(gpu).ok()?));
    let (guard, mut simulation) = budgets
        .into_iter()
        .find_map(fits)
        .expect("it fits before it tears");
    simulation.step().expect("nothing has torn");
    let error = simulation
        .step()
        .expect_err("half as many particles again do not fit");
    println!("{error}");
    drop((simulation, guard));
    assert!(
        matches!(&error, Error::Engine(EngineError::Memory { wanted, .. }) if *wanted > 0),
        "{error}"
    );
}
