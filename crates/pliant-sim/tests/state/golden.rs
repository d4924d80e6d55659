//! Golden hashes: the exact state of every scene after some frames on the CPU, the same on every machine, in every build and with every
//! number of threads. No GPU.
//!
//! A change of arithmetic changes hashes. This command writes the new ones and prints what changed:
//!
//!     PLIANT_BLESS=1 cargo test --release -p pliant-sim --test state golden -- --include-ignored --nocapture

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
/// Frames of the short form. Those of the scenes in `SLOW` take long.
const SHORT: [u32; 2] = [10, 3];
const SLOW: [&str; 14] = [
    "all_together",
    "balloon_crowd",
    "boat",
    "boxes",
    "bridge",
    "bunnies",
    "cantilever",
    "curtain",
    "flag",
    "float",
    "garment",
    "laundry",
    "scramble",
    "stack_of_cloths",
];
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
/// The scenes are divided among so many tests, which run in parallel.
const PARTS: usize = 4;

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

fn short(scene: &str) -> u32 {
    SHORT[usize::from(SLOW.contains(&scene))]
}

/// The hash of a scene after some frames.
fn hash(scene: &str, solver: Solver, threads: usize, frames: u32) -> u64 {
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
    for _ in 0..frames {
        let result = simulation.step();
        result.unwrap_or_else(|e| panic!("{scene}, {solver:?}: {e}"));
    }
    simulation.state_hash().expect("a state")
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

/// Checks the scenes of a part after the frames that `frames` chooses.
fn check(part: usize, frames: fn(&str) -> u32) {
    let mut found = Hashes::new();
    for scene in scenes().into_iter().skip(part).step_by(PARTS) {
        for (solver, name) in SOLVERS {
            let count = frames(&scene);
            let hash = hash(&scene, solver, 1, count);
            found.insert((scene.clone(), name, count), hash);
        }
    }
    if std::env::var_os("PLIANT_BLESS").is_some() {
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

macro_rules! parts {
    ($($short:ident $long:ident $part:literal)*) => {
        $(#[test]
        fn $short() {
            check($part, short);
        }

        #[test]
        #[ignore = "60 frames of every scene take minutes"]
        fn $long() {
            check($part, |_| FRAMES);
        })*
    };
}

parts! {
    scenes_keep_their_hashes_1 scenes_keep_their_hashes_60_frames_1 0
    scenes_keep_their_hashes_2 scenes_keep_their_hashes_60_frames_2 1
    scenes_keep_their_hashes_3 scenes_keep_their_hashes_60_frames_3 2
    scenes_keep_their_hashes_4 scenes_keep_their_hashes_60_frames_4 3
}

#[test]
fn every_number_of_threads_gives_the_same_hash() {
    for scene in KINDS {
        for (solver, name) in SOLVERS {
            let one = hash(scene, solver, 1, THREADED_FRAMES);
            for threads in [2, 3, 8] {
                let many = hash(scene, solver, threads, THREADED_FRAMES);
                assert_eq!(many, one, "{scene}, {name}, {threads} threads");
            }
        }
    }
}
