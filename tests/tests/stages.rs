//! Every pass against its twin, on Vulkan, fed with what the GPU fed it; also with other subgroup sizes.

use glam::Vec3;
use pliant_passes::{PASSES, PassId};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::{Grab, Held, Settings, Simulation};
use pliant_tests::clouds::staged_clouds;
use pliant_tests::crowd::{balls, crowd};
use pliant_tests::heap::heap;
use pliant_tests::linkage::linkage;
use pliant_tests::planets::planets;
use pliant_tests::rafts::rafts;
use pliant_tests::staged::StagedEngine;
use pliant_tests::tangles::tangles;
use pliant_tests::waters::waters;
use pliant_tests::world::scene_of;
use pliant_tests::zoo::{blocks, knot, solids, zoo};
use pliant_tests::{no_gpu, with_subgroups};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Simulates a few frames, each pass of which is compared with its twin.
fn covered(scene: &Scene, solver: Solver) -> BTreeSet<PassId> {
    let mut settings = Settings::of(scene);
    (settings.substeps, settings.iterations, settings.solver) = (10, 3, solver);
    (settings.interactive, settings.residuals) = (true, true);
    settings.contact_forces = true;
    settings.probes = vec![(0, 40), (1, 7)];
    let mut simulation =
        Simulation::new(scene, settings, StagedEngine::new()).expect("passes and twins agree");
    simulation.grab(Some(Grab {
        held: Held::Particle {
            body: 1,
            particle: 7,
        },
        target: Vec3::Y,
    }));
    for _ in 0..2 {
        simulation.step().expect("passes and twins agree");
    }
    simulation.engine().covered().clone()
}

#[test]
fn every_pass_agrees_with_its_twin() {
    if no_gpu() {
        return;
    }
    let mut covered_passes = BTreeSet::new();
    for scene in [zoo(), solids(), crowd(), balls(), waters(), tangles()] {
        covered_passes.extend(covered(&scene, Solver::GaussSeidel));
        covered_passes.extend(covered(&scene, Solver::Jacobi));
    }
    covered_passes.extend(particles_and_rigid_bodies_agree());
    covered_passes.extend(rigid_bodies_agree());
    covered_passes.extend(pairs_around_what_strays_agree());
    covered_passes.extend(falling_and_torn_sheets_agree());
    covered_passes.extend(long_lists_agree());
    a_shared_particle_agrees();
    shared_places_agree();
    bundles_agree();
    covered_passes.extend(staged_clouds(0..20));
    let missing: Vec<&str> = PASSES
        .iter()
        .filter(|p| !covered_passes.contains(&p.id))
        .map(|p| p.name)
        .collect();
    assert!(
        missing.is_empty(),
        "in no stage test {missing:?} did anything"
    );
}

#[test]
fn every_pass_agrees_with_subgroups_of_4() {
    if !no_gpu() {
        let _ = with_subgroups(128, "every_pass_agrees_with_its_twin");
    }
}

#[test]
fn every_pass_agrees_with_subgroups_of_16() {
    if !no_gpu() {
        let _ = with_subgroups(512, "every_pass_agrees_with_its_twin");
    }
}

/// Jacobi with a whole subgroup on each particle.
fn a_shared_particle_agrees() {
    let scene = knot();
    let mut settings = Settings::of(&scene);
    (settings.iterations, settings.solver) = (3, Solver::Jacobi);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::sharing()).expect("passes and twins agree");
    let summary = simulation.summary();
    assert!(
        summary.lanes > 1 && summary.lanes == summary.subgroup,
        "{} lanes share a particle",
        summary.lanes
    );
    simulation.step().expect("passes and twins agree");
}

/// Sheets by their name, particles along an edge, its length, height and keys: each pass of some frames against its twin.
fn sheets_agree(
    sheets: &[(&str, u32, f32, f32, Value)],
    substeps: u32,
    frames: u32,
) -> Simulation<StagedEngine> {
    let mut document = Document::new();
    for (name, side, size, height, keys) in sheets {
        let mesh = document.mesh(name, [grid(*side, *side, *size, *size)]);
        let plain = json!({"pliant_body": "cloth", "pliant_thickness": 0.02});
        let node = Node::new(name).mesh(mesh).at(Vec3::Y * *height);
        document.add(node.extras(plain).extras(keys.clone()));
    }
    let scene = scene_of(&document);
    let mut settings = Settings::of(&scene);
    settings.substeps = substeps;
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("passes and twins agree");
    for _ in 0..frames {
        simulation.step().expect("passes and twins agree");
    }
    simulation
}

/// A fine sheet on two triangles: their corners share so many touches that lists are sorted by a heap, and by whole workgroups.
fn long_lists_agree() -> BTreeSet<PassId> {
    let broad = json!({"pliant_pin": [0, 1, 2, 3]});
    let sheets = [
        ("Broad", 2, 1.0, 0.0, broad),
        ("Fine", 32, 0.9, 0.0201, json!({})),
    ];
    let mut simulation = sheets_agree(&sheets, 4, 1);
    let metrics = simulation.metrics().expect("metrics");
    let touches = metrics.contacts_by_kind.deformable;
    assert!(touches > 600, "{touches} touches share two corners");
    simulation.engine().covered().clone()
}

/// A small sheet that falls on two that lie: what it passes is sought, and pairs of those two are kept.
fn pairs_around_what_strays_agree() -> BTreeSet<PassId> {
    let pins: Vec<u32> = (0..144).collect();
    let sheets = [
        ("Lower", 12, 0.4, 0.0, json!({"pliant_pin": pins})),
        ("Upper", 12, 0.4, 0.02, json!({})),
        ("Small", 4, 0.1, 0.06, json!({})),
    ];
    sheets_agree(&sheets, 8, 4).engine().covered().clone()
}

/// Sheets that all fall together, and one that tears.
fn falling_and_torn_sheets_agree() -> BTreeSet<PassId> {
    let falling = [
        ("Lower", 3, 0.1, 0.0, json!({})),
        ("Upper", 3, 0.1, 0.03, json!({})),
    ];
    let weak =
        json!({"pliant_pin": [0], "pliant_stretch_compliance": 0.1, "pliant_tear_strain": 0.01});
    let mut passes = sheets_agree(&falling, 1, 1).engine().covered().clone();
    let mut torn = sheets_agree(&[("Weak", 3, 0.1, 0.0, weak)], 1, 6);
    passes.extend(torn.engine().covered());
    passes
}

/// Fluids with a whole subgroup on each place: every pass over neighbours, in all its variants.
fn shared_places_agree() {
    let mut passes: BTreeSet<PassId> = BTreeSet::new();
    for (scene, solver) in [(waters(), Solver::Jacobi), (rafts(), Solver::GaussSeidel)] {
        let mut settings = Settings::of(&scene);
        (settings.substeps, settings.iterations, settings.solver) = (2, 2, solver);
        let mut simulation = Simulation::new(&scene, settings, StagedEngine::sharing())
            .expect("passes and twins agree");
        let summary = simulation.summary();
        assert!(
            summary.fluid_lanes > 1 && summary.fluid_lanes == summary.subgroup,
            "{} lanes share a place",
            summary.fluid_lanes
        );
        simulation.step().expect("passes and twins agree");
        passes.extend(simulation.engine().covered());
    }
    for pass in [
        PassId::ScaleDensityCorrections,
        PassId::SolveDensities,
        PassId::ApplyPressure,
        PassId::ComputeVorticity,
        PassId::ConfineVorticity,
        PassId::ApplyViscosity,
    ] {
        assert!(passes.contains(&pass), "{pass:?} ran");
    }
}

/// Particles and rigid bodies that push each other, with each solver.
fn particles_and_rigid_bodies_agree() -> BTreeSet<PassId> {
    let mut passes = BTreeSet::new();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let covered = covered(&rafts(), solver);
        for pass in [
            PassId::SolveRigidAttachments,
            PassId::SolveVertexFaceContacts,
            PassId::ComputeBoundaryReactions,
        ] {
            assert!(covered.contains(&pass), "{pass:?} ran");
        }
        passes.extend(covered);
    }
    passes
}

/// Rigid bodies of every shape, and at joints of every kind.
fn rigid_bodies_agree() -> BTreeSet<PassId> {
    let mut passes = BTreeSet::new();
    for scene in [heap(), linkage()] {
        let mut settings = Settings::of(&scene);
        (settings.substeps, settings.iterations) = (10, 2);
        settings.interactive = true;
        let mut simulation =
            Simulation::new(&scene, settings, StagedEngine::new()).expect("passes and twins agree");
        simulation.grab(Some(Grab {
            held: Held::Rigid {
                rigid: 0,
                local: Vec3::new(0.05, 0.02, -0.03),
            },
            target: Vec3::Y,
        }));
        for _ in 0..3 {
            simulation.step().expect("passes and twins agree");
        }
        passes.extend(simulation.engine().covered());
    }
    assert!(passes.contains(&PassId::SolveContacts) && passes.contains(&PassId::SolveJoints));
    passes
}

#[test]
fn gravity_fields_agree_with_their_twin() {
    if no_gpu() {
        return;
    }
    let scene = planets();
    assert_eq!(scene.warnings, [""; 0]);
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (4, 1);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("passes and twins agree");
    for _ in 0..3 {
        simulation.step().expect("passes and twins agree");
    }
}

/// A box that falls asleep, and a ball that wakes it.
fn nap() -> Scene {
    let mut document = Document::new();
    for (name, shape, height, free) in [
        ("Floor", Shape::Plane, 0.0, false),
        (
            "Box",
            Shape::Box {
                size: Vec3::splat(0.2),
            },
            0.1,
            true,
        ),
        ("Ball", Shape::Sphere { radius: 0.1 }, 2.0, true),
    ] {
        let shape = document.shape(shape);
        let node = Node::new(name).at([0.0, height, 0.0]).collider(shape, None);
        document.add(if free { node.moving(json!({})) } else { node });
    }
    scene_of(&document)
}

#[test]
fn every_pass_agrees_with_its_twin_where_bodies_sleep_and_wake() {
    if no_gpu() {
        return;
    }
    let scene = nap();
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (4, 1);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("passes and twins agree");
    let mut sleeping = Vec::new();
    for _ in 0..45 {
        simulation.step().expect("passes and twins agree");
        sleeping.push(simulation.metrics().expect("a device").sleeping);
    }
    let slept = sleeping.iter().filter(|n| **n == Some(1)).count();
    assert!((2..10).contains(&slept), "{sleeping:?}");
    assert_eq!(sleeping[44], Some(0), "the ball woke the box");
}

/// Colours of bundles that are too large to share a workgroup.
fn bundles_agree() {
    let scene = blocks();
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (1, 2);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("passes and twins agree");
    let summary = simulation.summary();
    for kind in ["links", "volume", "tetrahedra"] {
        assert!(
            summary.colors[kind] <= 10,
            "{summary:?}: cells take few colours"
        );
    }
    simulation.step().expect("passes and twins agree");
}
