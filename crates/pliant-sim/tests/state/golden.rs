//! Golden hashes: the exact state of every scene after some frames on the CPU, the same on every machine, in every build and with every
//! number of threads. No GPU.
//!
//! One run of a scene gives both of its hashes: after 3 or 10 frames, and after 60. The second is checked where `CI` or
//! `PLIANT_TEST_LONG` is set, as in `.ci/run` and `tools/test --long`, since it takes minutes.
//!
//! A change of arithmetic changes hashes. This command writes the new ones and prints what changed:
//!
//!     PLIANT_BLESS=1 cargo test --release -p pliant-sim --test state golden -- --nocapture

use pliant_kernels::CpuEngine;
use pliant_scene::{Overrides, Solver, Source, load};
use pliant_sim::{Settings, Simulation};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// Frames of the long form.
const FRAMES: u32 = 60;
/// Frames of the short form, and of that of scenes that take long.
const QUICK: u32 = 10;
const SLOW: u32 = 3;
/// Frames after which numbers of threads are compared, with scenes of every kind of body and contact.
const THREADED_FRAMES: u32 = 3;
const KINDS: [&str; 8] = [
    "all_together",
    "balloon",
    "cloth_in_water",
    "dominoes",
    "drape",
    "ragdoll",
    "soft_pile",
    "tear",
];
/// The hash of each scene, solver and number of frames.
type Hashes = BTreeMap<(String, &'static str, u32), u64>;

const SOLVERS: [(Solver, &str); 2] = [
    (Solver::GaussSeidel, "gauss-seidel"),
    (Solver::Jacobi, "jacobi"),
];

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The names of all scenes.
fn scenes() -> Vec<String> {
    let entries = std::fs::read_dir(folder("../../scenes")).expect("the scenes are there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gltf"))
        .map(|path| path.file_stem().expect("a name").display().to_string())
        .collect();
    names.sort();
    assert!(names.len() >= 55, "{} scenes", names.len());
    names
}

/// Frames after which a scene's hash is checked in its short form.
fn short(scene: &str) -> u32 {
    let (_, frames) = SCENES.iter().find(|(name, _)| *name == scene).expect(scene);
    *frames
}

/// Whether to check the hashes of the long form, too.
fn long() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    blesses() || ["CI", "PLIANT_TEST_LONG"].into_iter().any(set)
}

/// Whether to write hashes.
fn blesses() -> bool {
    std::env::var_os("PLIANT_BLESS").is_some()
}

/// The hashes of a scene after these numbers of frames, in ascending order.
fn hashes(scene: &str, solver: Solver, threads: usize, frames: &[u32]) -> Vec<u64> {
    let path = folder(&format!("../../scenes/{scene}.gltf"));
    let loaded = load(&Source::File(path), &Overrides::default());
    let loaded = loaded.unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings {
        solver,
        ..Settings::of(&loaded)
    };
    let engine = CpuEngine::new(threads).expect("threads start");
    let mut simulation =
        Simulation::new(&loaded, settings, engine).unwrap_or_else(|e| panic!("{scene}: {e}"));
    let mut hash = |frames: u32| {
        while simulation.frame() < u64::from(frames) {
            let result = simulation.step();
            result.unwrap_or_else(|e| panic!("{scene}, {solver:?}: {e}"));
        }
        simulation.state_hash().expect("a state")
    };
    frames.iter().map(|frames| hash(*frames)).collect()
}

fn parse(text: &str) -> Hashes {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("four words a line");
        let (scene, solver) = (word().to_owned(), word());
        let (_, solver) = *SOLVERS
            .iter()
            .find(|(_, name)| *name == solver)
            .expect("a solver");
        let frames = word().parse().expect("a number of frames");
        let hash = u64::from_str_radix(word(), 16).expect("a hash");
        ((scene, solver, frames), hash)
    };
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.map(line).collect()
}

/// Writes the hashes of some scenes, and prints what changed. Tests that run in parallel wait for each other.
fn bless(found: Hashes) {
    let path = folder("tests/golden.txt");
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path).expect("the file opens");
    file.lock().expect("the file locks");
    let mut text = String::new();
    file.read_to_string(&mut text).expect("text");
    let (mut all, names) = (parse(&text), scenes());
    all.retain(|(scene, _, frames), _| {
        names.contains(scene) && [short(scene), FRAMES].contains(frames)
    });
    for (key, new) in found {
        let old = all.insert(key.clone(), new);
        if old != Some(new) {
            let old = old.map_or("none".to_owned(), |old| format!("{old:016x}"));
            let (scene, solver, frames) = key;
            println!("{scene} {solver} {frames}: {old} -> {new:016x}");
        }
    }
    let mut text =
        "# scene, solver, frames, hash of the state: crates/pliant-sim/tests/state/golden.rs\n"
            .to_owned();
    for ((scene, solver, frames), hash) in all {
        writeln!(text, "{scene} {solver} {frames} {hash:016x}").expect("a string grows");
    }
    file.set_len(0).expect("the file shrinks");
    file.rewind().expect("the file rewinds");
    file.write_all(text.as_bytes()).expect("the file grows");
}

/// Checks a scene's hashes with a solver.
fn check(scene: &str, solver: Solver) {
    let (_, name) = *SOLVERS
        .iter()
        .find(|(known, _)| *known == solver)
        .expect("a solver");
    let short = short(scene);
    let frames = if long() {
        &[short, FRAMES][..]
    } else {
        &[short]
    };
    let key = |frames: &u32| (scene.to_owned(), name, *frames);
    let found = hashes(scene, solver, 1, frames);
    let found: Hashes = frames.iter().map(key).zip(found).collect();
    if blesses() {
        return bless(found);
    }
    let text = std::fs::read_to_string(folder("tests/golden.txt")).expect("the file is there");
    let golden = parse(&text);
    let differ: Vec<_> = found
        .iter()
        .filter(|(key, hash)| golden.get(key) != Some(hash))
        .map(|(key, _)| key)
        .collect();
    assert!(
        differ.is_empty(),
        "hashes differ: {differ:?}. Where the change is meant, run the command at the top of crates/pliant-sim/tests/state/golden.rs"
    );
}

/// The scenes with the frames of their short form, and a test for each of them and each solver.
macro_rules! scenes {
    (quick: $($quick:ident),*; slow: $($slow:ident),*) => {
        const SCENES: &[(&str, u32)] = &[
            $((stringify!($quick), QUICK),)*
            $((stringify!($slow), SLOW),)*
        ];
        scenes!(gauss_seidel GaussSeidel: $($quick),*, $($slow),*);
        scenes!(jacobi Jacobi: $($quick),*, $($slow),*);
    };
    ($module:ident $solver:ident: $($scene:ident),*) => {
        mod $module {
            $(#[test]
            fn $scene() {
                super::check(stringify!($scene), super::Solver::$solver);
            })*
        }
    };
}

scenes!(
    quick: balloon,
    car,
    catenary,
    chain,
    chain_of_links,
    cloth_in_water,
    cradle,
    curtain_drawn,
    dam_break,
    dominoes,
    drape,
    drape_mesh,
    dressed,
    dzhanibekov,
    face,
    fluid_cube,
    fold,
    hanging_cloth,
    honey_water,
    jelly,
    khr_colliders,
    khr_filters,
    khr_joints,
    khr_materials,
    khr_motions,
    khr_triggers,
    knot_tight,
    moving_ball,
    planet,
    pour,
    ragdoll,
    rope_knot,
    small_steps,
    soft_pile,
    spinning_top,
    stiffness,
    tangled,
    tear,
    towel,
    trampoline,
    twist,
    two_cloths,
    two_fluids;
    slow: all_together,
    balloon_crowd,
    boat,
    boxes,
    bridge,
    bunnies,
    cantilever,
    curtain,
    flag,
    float,
    garment,
    laundry,
    scramble,
    stack_of_cloths
);

#[test]
fn every_scene_has_a_test() {
    for scene in scenes() {
        let known = SCENES.iter().any(|(name, _)| *name == scene);
        assert!(known, "{scene} has no test here");
    }
}

#[test]
fn every_number_of_threads_gives_the_same_hash() {
    for scene in KINDS {
        for (solver, name) in SOLVERS {
            let one = hashes(scene, solver, 1, &[THREADED_FRAMES]);
            for threads in [2, 3, 8] {
                let many = hashes(scene, solver, threads, &[THREADED_FRAMES]);
                assert_eq!(many, one, "{scene}, {name}, {threads} threads");
            }
        }
    }
}
