//! No result depends on the order of threads. On Vulkan, a scene gives the same bits in every run on one device, and
//! nearly the same shape for every subgroup size. On the CPU, it gives the same bits for any number of threads.

use pliant_scene::Solver;
use pliant_sim::Settings;
use pliant_tests::thorough;
use pliant_tests::vulkan::with_subgroups;
use pliant_tests::world::{World, committed};

const FRAMES: u32 = 60;
const SCENES: [&str; 2] = ["drape", "hanging_cloth"];
/// Scenes of every other kind of body and constraint, with the frames that each needs to show its effect.
const KINDS: [(&str, u32); 8] = [
    ("balloon", 10),
    ("bridge", 15),
    ("cantilever", 5),
    ("drape_mesh", 12),
    ("flag", 10),
    ("jelly", 10),
    ("scramble", 10),
    ("tear", 36),
];

/// The bits of all positions of a scene after some frames.
fn bits_after(scene: &str, frames: u32, solver: Solver) -> Vec<[u32; 3]> {
    let change = |settings: &mut Settings| settings.solver = solver;
    let mut world = World::on_vulkan(&committed(scene), change, |_| {});
    world.run(frames);
    world.position_bits()
}

/// Runs a scene several times and compares the bits.
fn same_bits(scene: &str, frames: u32, solver: Solver, runs: u32) {
    let first = bits_after(scene, frames, solver);
    for run in 1..runs {
        assert!(
            bits_after(scene, frames, solver) == first,
            "{scene}, {solver:?}: run {run} differs from the first"
        );
    }
}

/// Ten runs in the thorough form, three in the short one.
#[test]
fn many_runs_give_the_same_bits() {
    let runs = if thorough() { 10 } else { 3 };
    for scene in SCENES {
        same_bits(scene, FRAMES, Solver::GaussSeidel, runs);
    }
}

/// Three runs in the thorough form. In the short one two, of half of the frames.
fn every_kind_gives_the_same_bits(solver: Solver) {
    let (runs, part) = if thorough() { (3, 1) } else { (2, 2) };
    for (scene, frames) in KINDS {
        same_bits(scene, frames.div_ceil(part), solver, runs);
    }
}

#[test]
fn every_kind_gives_the_same_bits_with_gauss_seidel() {
    every_kind_gives_the_same_bits(Solver::GaussSeidel);
}

#[test]
fn every_kind_gives_the_same_bits_with_jacobi() {
    every_kind_gives_the_same_bits(Solver::Jacobi);
}

/// Some devices read a buffer as texels and others as storage (shaders/include/pass.glsl): both give the same numbers.
#[test]
fn storage_and_texel_buffers_give_equal_results() {
    let bits = |scene: &str, solver, texels| {
        let change = |settings: &mut Settings| settings.solver = solver;
        let mut world = World::on_vulkan(&committed(scene), change, |engine| {
            engine.set_texels(texels);
        });
        world.run(FRAMES / 6);
        world.position_bits()
    };
    for scene in ["drape", "dam_break", "two_cloths"] {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            assert!(
                bits(scene, solver, true) == bits(scene, solver, false),
                "{scene}, {solver:?}"
            );
        }
    }
}

#[test]
fn a_reset_restores_the_first_frame() {
    let mut world = World::on_vulkan(&committed("curtain"), |_| {}, |_| {});
    let start = world.position_bits();
    world.run(10);
    let later = world.position_bits();
    world.reset().expect("a device");
    assert!(world.position_bits() == start, "a reset restores frame 0");
    world.run(10);
    assert!(
        world.position_bits() == later,
        "the run after a reset equals the first run"
    );
}

/// The bits of all positions of a scene on the CPU after some frames.
fn bits_of_threads(scene: &str, frames: u32, solver: Solver, threads: usize) -> Vec<[u32; 3]> {
    let change = |settings: &mut Settings| settings.solver = solver;
    let mut world = World::on_threads(threads, &committed(scene), change);
    world.run(frames);
    world.position_bits()
}

fn every_number_of_threads_gives_the_same_bits(solver: Solver) {
    for (scene, frames) in KINDS {
        let alone = bits_of_threads(scene, frames, solver, 1);
        for threads in [2, 3, 8] {
            assert!(
                bits_of_threads(scene, frames, solver, threads) == alone,
                "{scene}, {solver:?}: {threads} threads differ from one"
            );
        }
    }
}

#[test]
fn every_number_of_cpu_threads_gives_the_same_bits_with_gauss_seidel() {
    every_number_of_threads_gives_the_same_bits(Solver::GaussSeidel);
}

#[test]
fn every_number_of_cpu_threads_gives_the_same_bits_with_jacobi() {
    every_number_of_threads_gives_the_same_bits(Solver::Jacobi);
}

/// Prints all positions, for `every_subgroup_size_gives_the_same_shape`.
#[test]
#[ignore = "run by every_subgroup_size_gives_the_same_shape"]
fn print_positions_here() {
    for scene in SCENES {
        let words: Vec<String> = bits_after(scene, FRAMES, Solver::GaussSeidel)
            .iter()
            .flatten()
            .map(|b| format!("{b:08x}"))
            .collect();
        println!("{scene}: {}", words.join(" "));
    }
}

fn parse(text: &str, scene: &str) -> Vec<f32> {
    let line = text
        .lines()
        .find_map(|l| l.split_once(&format!("{scene}: ")))
        .expect("a line a scene")
        .1;
    line.split(' ')
        .map(|word| f32::from_bits(u32::from_str_radix(word, 16).expect("a word")))
        .collect()
}

#[test]
fn every_subgroup_size_gives_the_same_shape() {
    let runs =
        [128, 256, 512].map(|bits| with_subgroups(bits, "determinism::print_positions_here"));
    for scene in SCENES {
        let [four, eight, sixteen] = runs.each_ref().map(|text| parse(text, scene));
        for other in [four, sixteen] {
            // Both cloths are 1 m wide.
            let difference = eight
                .iter()
                .zip(&other)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f32::max);
            assert!(
                difference <= 1e-3,
                "{scene}: positions differ by {difference} m"
            );
        }
    }
}
