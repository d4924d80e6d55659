//! Stage tests: every pass on Vulkan agrees with its CPU implementation on the same inputs; for other subgroup sizes, all of
//! them by `tools/test --long`, and otherwise those that sum and scan.

use glam::{DVec3, Vec3};
use pliant_passes::{PASSES, PassId};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::{Grab, Held, Settings, Simulation};
use pliant_tests::characters::characters;
use pliant_tests::clouds::staged_clouds;
use pliant_tests::coupled::coupled;
use pliant_tests::deformables::{deformables, particle_contacts};
use pliant_tests::fluids::fluids;
use pliant_tests::gravity_fields::gravity_fields;
use pliant_tests::heap::heap;
use pliant_tests::intersecting::intersecting;
use pliant_tests::linkage::linkage;
use pliant_tests::staged::StagedEngine;
use pliant_tests::vulkan::{open_vulkan, with_subgroups};
use pliant_tests::world::scene_of;
use pliant_tests::zoo::{blocks, knot, solids, zoo};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Simulates a few frames, compares each pass with its CPU implementation, and returns the passes that changed anything.
fn covered(scene: &Scene, solver: Solver) -> BTreeSet<PassId> {
    let mut settings = Settings::of(scene);
    (settings.substeps, settings.iterations, settings.solver) = (10, 3, solver);
    (settings.interactive, settings.residuals) = (true, true);
    settings.contact_forces = true;
    settings.probes = vec![(0, 40), (1, 7)];
    let mut simulation =
        Simulation::new(scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    simulation.grab(Some(Grab {
        held: Held::Particle {
            body: 1,
            particle: 7,
        },
        target: Vec3::Y,
    }));
    let push = |particle: usize| [0.01, 0.002 * particle as f32, -0.01];
    let forces: Vec<_> = simulation.particles_of(1).map(push).collect();
    simulation.set_forces(1, &forces).expect("there is a body");
    for _ in 0..2 {
        simulation.step().expect("GPU and CPU agree");
    }
    simulation.engine().covered().clone()
}

#[test]
fn every_pass_agrees_with_the_cpu() {
    let mut covered_passes = BTreeSet::new();
    for scene in [
        zoo(),
        solids(),
        deformables(),
        particle_contacts(),
        fluids(),
        intersecting(),
        characters(),
    ] {
        covered_passes.extend(covered(&scene, Solver::GaussSeidel));
        covered_passes.extend(covered(&scene, Solver::Jacobi));
    }
    covered_passes.extend(particles_and_rigid_bodies_agree());
    covered_passes.extend(rigid_bodies_agree());
    many_bodies_agree();
    covered_passes.extend(local_pair_searches_agree());
    covered_passes.extend(falling_and_torn_sheets_agree());
    covered_passes.extend(long_lists_agree());
    a_shared_particle_agrees();
    shared_fluid_particles_agree();
    bundles_agree();
    covered_passes.extend(staged_clouds(0..20));
    let missing: Vec<&str> = PASSES
        .iter()
        .filter(|p| !covered_passes.contains(&p.id))
        .map(|p| p.name)
        .collect();
    assert!(missing.is_empty(), "no stage test covers {missing:?}");
}

/// The stage tests of scenes whose passes sum over lanes or scan over workgroups, which depend on the subgroup size most.
#[test]
#[ignore = "run by every_pass_agrees_with_subgroups_of_4 and of 16"]
fn sums_and_scans_agree_here() {
    let _ = covered(&zoo(), Solver::GaussSeidel);
    let _ = covered(&fluids(), Solver::Jacobi);
    a_shared_particle_agrees();
    shared_fluid_particles_agree();
    let _ = staged_clouds(0..5);
}

/// Runs stage tests with vectors of so many bits: all of them in the long form.
fn agrees_with_subgroups(bits: u32) {
    let tests = if pliant_tests::long() {
        "stages::every_pass_agrees_with_the_cpu"
    } else {
        "stages::sums_and_scans_agree_here"
    };
    if open_vulkan().info().driver == "llvmpipe" {
        let _ = with_subgroups(bits, tests);
    } else {
        eprintln!("skipped: only llvmpipe lets a test choose the subgroup size");
    }
}

#[test]
fn every_pass_agrees_with_subgroups_of_4() {
    agrees_with_subgroups(128);
}

#[test]
fn every_pass_agrees_with_subgroups_of_16() {
    agrees_with_subgroups(512);
}

/// Jacobi with a whole subgroup for each particle.
fn a_shared_particle_agrees() {
    let scene = knot();
    let mut settings = Settings::of(&scene);
    (settings.iterations, settings.solver) = (3, Solver::Jacobi);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::sharing()).expect("GPU and CPU agree");
    let summary = simulation.summary();
    assert!(
        summary.lanes > 1 && summary.lanes == summary.subgroup,
        "{} lanes share a particle",
        summary.lanes
    );
    simulation.step().expect("GPU and CPU agree");
}

/// Compares each pass of some frames of sheets. A sheet has a name, particles along an edge, a size and a height, m, and keys.
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
        Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    for _ in 0..frames {
        simulation.step().expect("GPU and CPU agree");
    }
    simulation
}

/// A fine sheet on two triangles. Their corners have so many contacts that lists are sorted by heap sort, and by whole workgroups.
fn long_lists_agree() -> BTreeSet<PassId> {
    let broad = json!({"pliant_pin": [0, 1, 2, 3]});
    let sheets = [
        ("Broad", 2, 1.0, 0.0, broad),
        ("Fine", 32, 0.9, 0.0201, json!({})),
    ];
    let mut simulation = sheets_agree(&sheets, 4, 1);
    let metrics = simulation.metrics().expect("metrics");
    let contacts = metrics.contacts_by_kind.deformable;
    assert!(contacts > 600, "{contacts} contacts share two corners");
    simulation.engine().covered().clone()
}

/// A small sheet that falls on two resting ones. Pairs are searched only around the small sheet; those of the other two are
/// retained.
fn local_pair_searches_agree() -> BTreeSet<PassId> {
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

/// Fluids with a whole subgroup for each particle: every pass over neighbours, in all its variants.
fn shared_fluid_particles_agree() {
    let mut passes: BTreeSet<PassId> = BTreeSet::new();
    for (scene, solver) in [(fluids(), Solver::Jacobi), (coupled(), Solver::GaussSeidel)] {
        let mut settings = Settings::of(&scene);
        (settings.substeps, settings.iterations, settings.solver) = (2, 2, solver);
        let mut simulation =
            Simulation::new(&scene, settings, StagedEngine::sharing()).expect("GPU and CPU agree");
        let summary = simulation.summary();
        assert!(
            summary.fluid_lanes > 1 && summary.fluid_lanes == summary.subgroup,
            "{} lanes share a particle",
            summary.fluid_lanes
        );
        simulation.step().expect("GPU and CPU agree");
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

/// Particles and rigid bodies in contact, with each solver.
fn particles_and_rigid_bodies_agree() -> BTreeSet<PassId> {
    let mut passes = BTreeSet::new();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let covered = covered(&coupled(), solver);
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

/// Rigid bodies of every shape, and joints of every kind.
fn rigid_bodies_agree() -> BTreeSet<PassId> {
    let mut passes = BTreeSet::new();
    for scene in [heap(), linkage()] {
        let mut settings = Settings::of(&scene);
        (settings.substeps, settings.iterations) = (10, 2);
        settings.interactive = true;
        let mut simulation =
            Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
        simulation.grab(Some(Grab {
            held: Held::Rigid {
                rigid: 0,
                local: Vec3::new(0.05, 0.02, -0.03),
            },
            target: Vec3::Y,
        }));
        let push = DVec3::new(3.0, -2.0, 1.0);
        let pushed = simulation.set_load(0, push, 0.1 * push);
        pushed.expect("there is a body");
        for _ in 0..3 {
            simulation.step().expect("GPU and CPU agree");
        }
        passes.extend(simulation.engine().covered());
    }
    assert!(passes.contains(&PassId::SolveContacts) && passes.contains(&PassId::SolveJoints));
    passes
}

/// So many bodies that bounce on a pad and on coarse cloth that large colours have a dispatch each.
fn many_bodies_agree() {
    let mut document = Document::new();
    let rubber = document.physics_material(0.5, 0.3, 0.6);
    let mut block = |size: [f32; 3]| document.shape(Shape::Box { size: size.into() });
    let (slab, pellet) = (block([3.0, 0.2, 1.0]), block([0.02, 0.03, 0.02]));
    let pad = Node::new("Pad").at([0.0, -0.1, 2.0]);
    document.add(pad.collider(slab, Some(rubber)));
    let mesh = document.mesh("Sheet", [grid(44, 44, 2.0, 2.0)]);
    let keys = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_pin": "corners"});
    document.add(Node::new("Sheet").mesh(mesh).extras(keys));
    for i in 0..120 {
        let [x, z] = [i % 12, i / 12].map(|k| 0.11 * k as f32);
        let over = if i < 90 { Vec3::Z * 1.5 } else { Vec3::ZERO };
        let node = Node::new(&format!("Pellet{i}")).collider(pellet, Some(rubber));
        let node = node
            .at(over + Vec3::new(x - 0.6, 0.0201, z))
            .motion(json!({"mass": 0.05, "inertiaDiagonal": [0.002, 0.003, 0.004], "linearVelocity": [0.1, -2, 0]}));
        document.add(node);
    }
    let scene = scene_of(&document);
    let mut settings = Settings::of(&scene);
    settings.substeps = 4;
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    simulation.step().expect("GPU and CPU agree");
    let passes = simulation.engine().covered();
    for pass in [PassId::ApplyRestitution, PassId::SolveVertexFaceContacts] {
        assert!(passes.contains(&pass), "{pass:?} ran");
    }
}

#[test]
fn gravity_fields_agree_with_the_cpu() {
    let scene = gravity_fields();
    assert_eq!(scene.warnings, [""; 0]);
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (4, 1);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    for _ in 0..3 {
        simulation.step().expect("GPU and CPU agree");
    }
}

/// A box that falls asleep, and a ball that wakes it.
fn sleeping_box() -> Scene {
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
        document.add(if free { node.motion(json!({})) } else { node });
    }
    scene_of(&document)
}

#[test]
fn every_pass_agrees_with_the_cpu_where_bodies_sleep_and_wake() {
    let scene = sleeping_box();
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (4, 1);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    let mut sleeping = Vec::new();
    for _ in 0..45 {
        simulation.step().expect("GPU and CPU agree");
        sleeping.push(simulation.metrics().expect("a device").sleeping);
    }
    let slept = sleeping.iter().filter(|n| **n == Some(1)).count();
    assert!((2..10).contains(&slept), "{sleeping:?}");
    assert_eq!(sleeping[44], Some(0), "the ball wakes the box");
}

/// Colours with too many bundles for one workgroup.
fn bundles_agree() {
    let scene = blocks();
    let mut settings = Settings::of(&scene);
    (settings.substeps, settings.iterations) = (1, 2);
    let mut simulation =
        Simulation::new(&scene, settings, StagedEngine::new()).expect("GPU and CPU agree");
    let summary = simulation.summary();
    for kind in ["links", "volume", "tetrahedra"] {
        assert!(
            summary.colors[kind] <= 10,
            "{summary:?}: too many colours for a lattice"
        );
    }
    simulation.step().expect("GPU and CPU agree");
}
