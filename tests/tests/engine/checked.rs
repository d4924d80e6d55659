//! Every scene in the checked mode of the CPU engine: no invocation accesses what another one of its dispatch writes, what lies
//! outside of its buffer, or what nothing has written. The derived barriers of each scene suffice. No GPU.

use pliant_kernels::CpuEngine;
use pliant_scene::{Overrides, Solver, Source, load};
use pliant_sim::{Settings, Simulation};
use pliant_tests::hazards::check_barriers;
use std::path::{Path, PathBuf};

/// Frames of each scene: enough that rows, lists and anchors of a frame reach the next one.
const FRAMES: u32 = 2;
/// Substeps of each frame.
const SUBSTEPS: u32 = 4;
/// The scenes are divided among so many tests, which run in parallel.
const PARTS: usize = 4;

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes are there");
    let mut scenes: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gltf"))
        .collect();
    scenes.sort();
    scenes
}

fn check(path: &Path, solver: Solver) {
    let scene = load(&Source::File(path.to_owned()), &Overrides::default());
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings {
        solver,
        substeps: SUBSTEPS,
        contact_forces: true,
        residuals: true,
        ..Settings::of(&scene)
    };
    let place = format!("{}, {solver:?}", path.display());
    let mut simulation = Simulation::new(&scene, settings, CpuEngine::checked())
        .unwrap_or_else(|e| panic!("{place}: {e}"));
    let recording = simulation.recording();
    let hazard = check_barriers(recording, &recording.barriers());
    assert_eq!(hazard, Ok(()), "{place}");
    for _ in 0..FRAMES {
        simulation.step().unwrap_or_else(|e| panic!("{place}: {e}"));
    }
}

fn part_is_clean(part: usize) {
    let scenes = scenes();
    assert!(scenes.len() >= 55, "{} scenes", scenes.len());
    for path in scenes.iter().skip(part).step_by(PARTS) {
        check(path, Solver::GaussSeidel);
        check(path, Solver::Jacobi);
    }
}

#[test]
fn scenes_are_clean_1() {
    part_is_clean(0);
}

#[test]
fn scenes_are_clean_2() {
    part_is_clean(1);
}

#[test]
fn scenes_are_clean_3() {
    part_is_clean(2);
}

#[test]
fn scenes_are_clean_4() {
    part_is_clean(3);
}
