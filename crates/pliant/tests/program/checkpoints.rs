//! Checkpoints: a run that is cut in two ends with the bits of an uncut one, and wrong files are refused by name.

use crate::support::{Folder, fails, one_line, succeeds, vulkan};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A run on one thread without a progress bar, since tests run side by side.
fn words<'a>(scene: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["run", scene, "--quiet", "--threads", "1"], more].concat()
}

/// A run of the sheet.
fn sheet<'a>(more: &[&'a str]) -> Vec<&'a str> {
    words("sheet.gltf", more)
}

/// The lines of frames without the time that they took, which no two runs share.
fn frames(metrics: &str) -> Vec<String> {
    let untimed = |line: &str| {
        let (before, time) = line.split_once(",\"ms\":{").expect("a line of a frame");
        let (_, after) = time.split_once('}').expect("the end of the times");
        format!("{before}{after}")
    };
    metrics.lines().skip(1).map(untimed).collect()
}

/// Cuts a run of `last` frames after the frame `cut`; both ways end with the same bits. Returns the lines of the second part.
fn cut(scene: &str, device: &str, [cut, last]: [usize; 2]) -> Vec<String> {
    let folder = Folder::new();
    let [first, all] = [cut, last].map(|frame| frame.to_string());
    let run = |more: &[&str]| {
        let common = ["--device", device, "--verbose", "error"];
        succeeds(folder.command(&words(scene, &[&common[..], more].concat())));
    };
    let metrics = |name: &'static str| ["--metrics", name, "--output"];
    run(&[
        &["--frames", &all],
        &metrics("uncut.jsonl")[..],
        &["uncut.ply"],
    ]
    .concat());
    run(&[
        "--frames",
        &first,
        "--metrics",
        "first.jsonl",
        "--save-state",
        "state",
    ]);
    run(&[
        &["--frames", &all, "--load-state", "state"],
        &metrics("cut.jsonl")[..],
        &["cut.ply"],
    ]
    .concat());
    let [uncut, resumed] = ["uncut.jsonl", "cut.jsonl"].map(|name| frames(&folder.text(name)));
    assert_eq!(resumed.len(), last - cut, "{scene}");
    for (resumed, uncut) in resumed.iter().zip(&uncut[cut + 1..]) {
        assert_eq!(resumed, uncut, "{scene} on {device}");
    }
    let [uncut, particles] = ["uncut.ply", "cut.ply"].map(|name| std::fs::read(folder.path(name)));
    assert!(
        uncut.expect("a file") == particles.expect("a file"),
        "{scene} on {device}"
    );
    resumed
}

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes are there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut scenes: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "gltf"))
        .collect();
    scenes.sort();
    scenes
}

fn scene(name: &str) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    format!("{folder}/../../scenes/{name}.gltf")
}

/// Cuts every fourth scene early, on the CPU.
fn cut_every_fourth(first: usize) {
    for scene in scenes().iter().skip(first).step_by(4) {
        cut(scene.to_str().expect("a path in UTF-8"), "cpu", [3, 6]);
    }
}

#[test]
fn scenes_continue_bit_for_bit_1() {
    cut_every_fourth(0);
}

#[test]
fn scenes_continue_bit_for_bit_2() {
    cut_every_fourth(1);
}

#[test]
fn scenes_continue_bit_for_bit_3() {
    cut_every_fourth(2);
}

#[test]
fn scenes_continue_bit_for_bit_4() {
    cut_every_fourth(3);
}

#[test]
fn bodies_stay_torn() {
    let lines = cut(&scene("tear"), "cpu", [38, 46]);
    assert!(!lines[0].contains("\"tears\":0"), "{}", lines[0]);
}

#[test]
fn bodies_stay_asleep() {
    let lines = cut(&scene("dominoes"), "cpu", [40, 60]);
    assert!(!lines[0].contains("\"sleeping\":0"), "{}", lines[0]);
}

#[test]
fn triggers_count_on() {
    let lines = cut(&scene("khr_triggers"), "cpu", [22, 40]);
    assert!(
        lines
            .iter()
            .any(|line| line.contains("\"event\":\"leave\""))
    );
}

#[test]
fn a_run_can_be_cut_at_its_start_and_before_its_end() {
    cut(&scene("pour"), "cpu", [0, 4]);
    cut(&scene("pour"), "cpu", [29, 30]);
}

/// A test for a scene of each kind on Vulkan.
macro_rules! continues_on_vulkan {
    ($($name:ident: $frames:expr),*) => {
        mod on_vulkan {
            $(#[test]
            fn $name() {
                super::cut(&super::scene(stringify!($name)), &super::vulkan(), $frames);
            })*
        }
    };
}

continues_on_vulkan!(drape: [2, 4], jelly: [2, 4], dam_break: [2, 4], dominoes: [2, 4], tear: [23, 25]);

/// A state continues on another device, with a warning that its bits differ from there on.
#[test]
fn a_state_of_the_cpu_continues_on_vulkan() {
    let folder = Folder::with_sheet();
    succeeds(folder.command(&sheet(&["--frames", "2", "--save-state", "state"])));
    let device = vulkan();
    let load = [
        "--load-state",
        "state",
        "--device",
        &device,
        "--frames",
        "3",
    ];
    let output = folder
        .command(&["run", "sheet.gltf", "--quiet"])
        .args(load)
        .output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("state was saved on cpu (pliant)"), "{said}");
    assert!(said.contains("not bit for bit"), "{said}");
}

#[test]
fn results_do_not_depend_on_what_the_first_part_measured() {
    let folder = Folder::with_sheet();
    let run = |more: &[&str]| succeeds(folder.command(&sheet(more)));
    run(&["--frames", "4", "--save-state", "plain"]);
    run(&[
        "--frames",
        "4",
        "--save-state",
        "measured",
        "--metrics",
        "m",
        "--probe",
        "Sheet:3",
    ]);
    run(&["--frames", "8", "--output", "uncut.ply"]);
    run(&[
        "--frames",
        "8",
        "--load-state",
        "plain",
        "--metrics",
        "n",
        "--output",
        "a.ply",
    ]);
    run(&[
        "--frames",
        "8",
        "--load-state",
        "measured",
        "--output",
        "b.ply",
    ]);
    let read = |name| std::fs::read(folder.path(name)).expect("it was written");
    assert!(read("uncut.ply") == read("a.ply") && read("uncut.ply") == read("b.ply"));
}

#[test]
fn outputs_continue_after_the_frame_of_the_checkpoint() {
    let folder = Folder::with_sheet();
    let run = |more: &[&str]| succeeds(folder.command(&sheet(more)));
    run(&[
        "--frames",
        "3",
        "--save-state",
        "state",
        "--output",
        "first{frame}.ply",
    ]);
    run(&[
        "--frames",
        "5",
        "--load-state",
        "state",
        "--output",
        "second{frame}.ply",
    ]);
    let names = folder.names();
    let parts = |stem: &str| names.iter().filter(|name| name.starts_with(stem)).count();
    assert_eq!([parts("first"), parts("second")], [4, 2], "{names:?}");
    assert!(names.contains("second4.ply") && names.contains("second5.ply"));
    // A run that was interrupted after its last checkpoint still gets its last frame.
    run(&[
        "--frames",
        "3",
        "--load-state",
        "state",
        "--output",
        "end.ply",
        "--save-state",
        "state",
    ]);
    let read = |name| std::fs::read(folder.path(name)).expect("it was written");
    assert!(read("end.ply") == read("first3.ply"));
}

#[test]
fn checkpoints_that_do_not_fit_are_refused_by_name() {
    let folder = Folder::with_sheet();
    succeeds(folder.command(&sheet(&["--frames", "2", "--save-state", "state"])));
    let refuses = |more: &[&str], why: &str| {
        let load = [&["--load-state", "state"], more].concat();
        fails(
            folder.command(&sheet(&load)),
            3,
            &["cannot load state", why],
        );
    };
    refuses(&["--substeps", "10"], "--substeps 20, and now it is 10");
    refuses(
        &["--solver", "jacobi"],
        "--solver gauss-seidel, and now it is jacobi",
    );
    refuses(&["--fps", "30"], "--fps");
    refuses(&["--gravity", "0,-1,0"], "--gravity");
    refuses(&["--loop"], "--loop");
    refuses(&["--set", "Sheet:density=0.3"], "--set");
    refuses(&["--pin", "Sheet:top"], "another scene");
    let other = scene("drape");
    let load = words(&other, &["--load-state", "state"]);
    fails(
        folder.command(&load),
        3,
        &["cannot load state", "another scene"],
    );
    fails(
        folder.command(&sheet(&["--load-state", "none"])),
        3,
        &["cannot load none"],
    );
    fails(
        folder.command(&sheet(&["--load-state", "."])),
        3,
        &["not a regular file"],
    );
    let scene = sheet(&["--load-state", "sheet.gltf"]);
    fails(
        folder.command(&scene),
        3,
        &["sheet.gltf", "not a checkpoint"],
    );
    let short = sheet(&["--frames", "1", "--load-state", "state"]);
    fails(
        folder.command(&short),
        2,
        &["--load-state state", "frame 2", "--frames"],
    );
}

#[test]
fn damaged_checkpoints_are_refused_by_name() {
    let folder = Folder::with_sheet();
    succeeds(folder.command(&sheet(&["--frames", "2", "--save-state", "state"])));
    let whole = std::fs::read(folder.path("state")).expect("it was written");
    let refuses = |bytes: &[u8], why: &str| {
        folder.write("bad", bytes);
        let load = sheet(&["--load-state", "bad", "--metrics", "m"]);
        fails(folder.command(&load), 3, &["cannot load bad", why]);
        assert!(!folder.names().contains("m"));
    };
    let header = 200.min(whole.len());
    let spread = (0..40).map(|i| header + i * (whole.len() - header) / 40);
    for (bit, at) in (0..header).step_by(3).chain(spread).enumerate() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (bit % 8);
        refuses(&bytes, "");
    }
    for length in (0..20).map(|i| i * whole.len() / 20).chain(1..16) {
        refuses(&whole[..length], "");
    }
    refuses(&whole[..whole.len() - 1], "damaged or incomplete");
    let mut newer = whole.clone();
    newer[8] += 1;
    refuses(&newer, "version 2, and this Pliant reads version 1");
}

#[test]
fn checkpoints_are_whole_or_absent() {
    let folder = Folder::with_sheet();
    let there = folder.names();
    let missing = sheet(&["--save-state", "missing/state"]);
    fails(folder.command(&missing), 7, &["missing/state", "create"]);
    fails(
        folder.command(&sheet(&["--save-state", "."])),
        7,
        &["folder"],
    );
    fails(
        folder.command(&sheet(&["--save-every", "3"])),
        2,
        &["--save-state"],
    );
    for other in ["--metrics", "--output"] {
        let twice = sheet(&["--save-state", "a.ply", other, "a.ply"]);
        fails(folder.command(&twice), 2, &["a.ply"]);
    }
    let full = sheet(&["--frames", "1", "--save-state", "state"]);
    let output = folder.limited("ulimit -f 8", &full).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert!(one_line(&output).contains("state"));
    assert_eq!(folder.names(), there);
}

/// Starts a long run that saves a checkpoint every fifth frame, and sends it a signal after some time.
#[cfg(unix)]
fn interrupted(folder: &Folder, frames: &str, after: Duration, signal: &str) -> Option<i32> {
    let save = [
        "--frames",
        frames,
        "--save-state",
        "state",
        "--save-every",
        "2",
    ];
    let mut command = folder.command(&sheet(&save));
    let mut run = command
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    let mut kill = std::process::Command::new("kill");
    let _ = kill
        .args([signal, &run.id().to_string()])
        .stderr(Stdio::null())
        .status();
    run.wait().expect("it ends").code()
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_its_last_checkpoint() {
    let folder = Folder::with_sheet();
    let code = interrupted(&folder, "1000000", Duration::from_secs(1), "-INT");
    assert_eq!(code, Some(130));
    let names: Vec<String> = folder.names().into_iter().collect();
    assert_eq!(names, ["sheet.gltf", "state"]);
    let load = sheet(&["--frames", "0", "--load-state", "state"]);
    fails(folder.command(&load), 2, &["it is at frame"]);
}

/// Kills runs at 20 moments; each continues from its last checkpoint, or from the start if there is none, to the same end.
#[test]
#[cfg(unix)]
fn killed_runs_continue_to_the_same_end() {
    let folder = Folder::with_sheet();
    let began = Instant::now();
    let all = [
        "--frames",
        "600",
        "--save-state",
        "state",
        "--save-every",
        "2",
    ];
    succeeds(folder.command(&sheet(&[&all[..], &["--output", "uncut.ply"]].concat())));
    let whole = began.elapsed();
    let uncut = std::fs::read(folder.path("uncut.ply")).expect("it was written");
    let mut resumed = 0;
    for moment in 0..20 {
        let _ = std::fs::remove_file(folder.path("state"));
        let after = whole.mul_f64((f64::from(moment) + 0.5) / 20.0);
        interrupted(&folder, "600", after, "-KILL");
        let mut rest = vec!["--frames", "600", "--output", "cut.ply"];
        if folder.path("state").exists() {
            resumed += 1;
            rest.extend(["--load-state", "state"]);
        }
        succeeds(folder.command(&sheet(&rest)));
        let cut = std::fs::read(folder.path("cut.ply")).expect("it was written");
        assert!(cut == uncut, "moment {moment}");
        std::fs::remove_file(folder.path("cut.ply")).expect("it was written");
    }
    assert!(resumed >= 10, "{resumed} of 20 runs had a checkpoint");
}
