//! Whole runs on the CPU, or on Vulkan where a test is about Vulkan: outputs, metrics, checks, and how they fail.

use crate::support::{
    Folder, ends_quietly, fails, fails_late, one_line, sheet, start, succeeds, vulkan,
};
use glam::Vec3;
use pliant_scenes::{Channel, Document, Interpolation, Material, Node, Track, shapes};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;

/// A run of the sheet without a progress bar.
fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["run", "sheet.gltf", "--quiet"], more].concat()
}

#[test]
fn metrics_have_a_header_and_a_line_for_each_frame() {
    let folder = Folder::with_sheet();
    let asked = ["--frames", "3", "--metrics", "-", "--probe", "Sheet:12"];
    let text = succeeds(folder.command(&words(&asked)));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 5);
    for key in [
        "pliant",
        "scene",
        "device",
        "driver",
        "subgroup",
        "lanes",
        "dt",
        "substeps",
        "iterations",
        "solver",
    ] {
        assert!(!lines[0][key].is_null(), "{key}");
    }
    assert_eq!(lines[0]["bodies"][0]["particles"], 45);
    for (frame, line) in lines[1..].iter().enumerate() {
        assert_eq!(line["frame"], frame);
        assert_eq!(line["probes"][0]["index"], 12);
        assert_eq!(line["nonfinite"], 0);
        assert!(line["ms"]["simulate"].is_number() && line["ms"]["render"].is_number());
    }
    assert!(lines[1]["bodies"][0]["pin_force"].is_null());
    assert!(lines[2]["bodies"][0]["pin_force"][1].is_number());
    assert!(lines[1]["bodies"][0]["residual"].is_null());
    assert!(lines[2]["bodies"][0]["residual"]["dual"].is_number());
}

#[test]
fn a_sweep_prints_a_line_for_each_pair() {
    let jq = std::process::Command::new("jq").arg("--version").output();
    if jq.is_err() {
        eprintln!("skipped: a sweep needs jq");
        return;
    }
    let folder = Folder::with_sheet();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/sweep");
    let output = std::process::Command::new(script)
        .arg(folder.path("sheet.gltf"))
        .args(["--substeps", "1,4", "--iterations", "2,8", "mean_strain"])
        .args(["--", "--frames", "2"])
        .env("PLIANT", env!("CARGO_BIN_EXE_pliant"))
        .env("PLIANT_DEVICE", "cpu")
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(
        lines[0],
        ["substeps", "iterations", "mean_strain", "primal", "dual"]
    );
    assert_eq!(lines.len(), 5, "{text}");
    for (line, [n, k]) in lines[1..]
        .iter()
        .zip([["1", "2"], ["1", "8"], ["4", "2"], ["4", "8"]])
    {
        assert_eq!(line[..2], [n, k]);
        let numbers = line[2..]
            .iter()
            .map(|x| x.parse::<f64>().expect("a number"));
        assert_eq!(numbers.filter(|x| x.is_finite()).count(), 3, "{text}");
    }
}

#[test]
fn until_rounds_up_to_a_frame() {
    let folder = Folder::with_sheet();
    let frames = |until: &str| {
        let asked = ["--until", until, "--fps", "10", "--metrics", "-"];
        succeeds(folder.command(&words(&asked))).lines().count() - 2
    };
    assert_eq!([frames("0.3"), frames("0.31"), frames("0")], [3, 4, 0]);
}

/// Vertices and triangles of a PLY file of a surface.
fn surface(bytes: &[u8]) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let count = |element: &str| {
        let lines = text.lines();
        let mut counts = lines.filter_map(|l| l.strip_prefix(element)?.parse::<usize>().ok());
        counts.next().expect("a count")
    };
    let (vertices, faces) = (count("element vertex "), count("element face "));
    let header = text.find("end_header\n").expect("a header") + "end_header\n".len();
    let (positions, triangles) = bytes[header..].split_at(16 * vertices);
    assert_eq!(triangles.len(), 13 * faces);
    let word = |bytes: &[u8], i: usize| bytes[4 * i..4 * i + 4].try_into().expect("four bytes");
    let position = |v: &[u8]| [0, 1, 2].map(|i| f64::from(f32::from_le_bytes(word(v, i))));
    let corners = |t: &[u8]| [0, 1, 2].map(|i| u32::from_le_bytes(word(&t[1..], i)));
    (
        positions.chunks_exact(16).map(position).collect(),
        triangles.chunks_exact(13).map(corners).collect(),
    )
}

#[test]
fn the_surface_of_a_fluid_is_closed_and_holds_its_volume() {
    let mut document = Document::new();
    let mesh = document.mesh("Block", [shapes::points([9, 8, 7], 0.03)]);
    let block = Node::new("Block").mesh(mesh);
    document.add(block.extra("pliant_body", "fluid"));
    let folder = Folder::with_scene(&document.to_value());
    let asked = ["--frames", "0", "--ply", "surface", "--output", "a.ply"];
    succeeds(folder.command(&words(&asked)));
    let (positions, triangles) =
        surface(&std::fs::read(folder.path("a.ply")).expect("it is there"));
    let mut sides = std::collections::HashMap::new();
    let mut volume = 0.0;
    for triangle in &triangles {
        let [[a, b, c], [d, e, f], [g, h, i]] = triangle.map(|v| positions[v as usize]);
        volume += (a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)) / 6.0;
        for side in 0..3 {
            let (from, to) = (triangle[side], triangle[(side + 1) % 3]);
            *sides.entry((from.min(to), from.max(to))).or_insert(0) +=
                if from < to { 1 } else { -1 };
        }
    }
    assert!(sides.values().all(|ways| *ways == 0), "an edge is open");
    let expected = 9.0 * 8.0 * 7.0 * 0.03_f64.powi(3);
    let off = volume / expected - 1.0;
    assert!(off.abs() < 0.1, "the volume is off by {off:.3}");
    let sheet = Folder::with_sheet();
    fails(sheet.command(&words(&asked)), 2, &["--ply", "fluid"]);
}

#[test]
fn an_exhausted_emitter_is_reported_once() {
    let mut document = Document::new();
    let mesh = document.mesh("Spout", [shapes::points([1, 1, 1], 0.02)]);
    document.add(Node::new("Spout").mesh(mesh).extras(json!({
        "pliant_body": "fluid", "pliant_spacing": 0.02,
        "pliant_emit": {"rate": 30, "velocity": [0, -2, 0], "limit": 3}})));
    let folder = Folder::with_scene(&document.to_value());
    let ran = folder.command(&words(&["--frames", "20"])).output();
    let log = String::from_utf8(ran.expect("it runs").stderr).expect("text");
    let warnings: Vec<&str> = log.lines().filter(|l| l.contains("\"Spout\"")).collect();
    assert_eq!(warnings.len(), 1, "{log}");
    assert!(warnings[0].contains("has emitted all 3 particles"), "{log}");
}

#[test]
fn particles_are_written_frame_by_frame() {
    let folder = Folder::with_sheet();
    let asked = [
        "--frames",
        "4",
        "--every",
        "2",
        "--output",
        "{frame:4}.ply",
        "--output",
        "last.ply",
    ];
    succeeds(folder.command(&words(&asked)));
    let expected = ["0000.ply", "0002.ply", "0004.ply", "last.ply", "sheet.gltf"];
    assert!(
        folder.names().iter().eq(expected.iter()),
        "{:?}",
        folder.names()
    );
    let bytes = std::fs::read(folder.path("last.ply")).expect("it is there");
    assert_eq!(
        bytes,
        std::fs::read(folder.path("0004.ply")).expect("it is there")
    );
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.starts_with("ply\nformat binary_little_endian 1.0\nelement vertex 45\n"));
    assert!(text.contains("element face 64\nproperty list uchar uint vertex_indices\n"));
    let header = text.find("end_header\n").expect("a header") + "end_header\n".len();
    assert_eq!(bytes.len(), header + 45 * 32 + 64 * 13);
}

#[test]
fn expectations_decide() {
    let sheet = |bounds: &str| {
        let mut scene = sheet().to_value();
        scene["scenes"][0]["extras"]["pliant_expect"] =
            serde_json::from_str(&format!("[{bounds}]")).expect("JSON");
        Folder::with_scene(&scene)
    };
    let asked = words(&["--frames", "2", "--check", "--verbose", "error"]);
    let good = r#"{"body": "Sheet", "metric": "com.y", "at": "every frame", "max": 0.5}"#;
    succeeds(sheet(good).command(&asked));
    let bad = r#"{"body": "Sheet", "metric": "com.y", "at": "end", "min": 100}"#;
    fails_late(
        sheet(bad).command(&asked),
        6,
        &["Sheet", "com.y", "100", "frame 2"],
    );
    fails(
        Folder::with_sheet().command(&asked),
        6,
        &["sheet.gltf", "pliant_expect"],
    );
}

#[test]
fn without_a_vulkan_driver_the_cpu_simulates_and_nothing_is_drawn() {
    let folder = Folder::with_sheet();
    let command = |words: &[&str]| {
        let mut command = folder.command(words);
        command
            .env_remove("PLIANT_DEVICE")
            .env("VK_DRIVER_FILES", "/nonexistent")
            .env("VK_ICD_FILENAMES", "/nonexistent");
        command
    };
    let before = folder.names();
    let picture = words(&["--frames", "1", "--output", "a.png"]);
    fails(command(&picture), 4, &["Vulkan", "mesa-vulkan-drivers"]);
    let on_vulkan = words(&["--frames", "1", "--device", "llvmpipe"]);
    fails(command(&on_vulkan), 4, &["Vulkan"]);
    assert_eq!(folder.names(), before);
    let metrics = ["--frames", "2", "--metrics", "m", "--threads", "3"];
    succeeds(command(&words(&metrics)));
    let text = folder.text("m");
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    assert_eq!(header["device"], "cpu");
    assert_eq!(header["driver"], "pliant");
    assert_eq!([&header["threads"], &header["subgroup"]], [3, 1]);
    let listed = command(&["devices", "--json"]).output().expect("it starts");
    let devices: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let cpu = &devices[0];
    assert_eq!(cpu["name"], "cpu");
    assert_eq!(cpu["index"], 0);
}

#[test]
fn the_cpu_and_vulkan_draw_the_same_picture() {
    let folder = Folder::with_sheet();
    let vulkan = vulkan();
    for (name, device) in [("cpu", "cpu"), ("CPU", "CPU"), ("vulkan", &vulkan)] {
        let picture = format!("{name}.png");
        let asked = ["--frames", "5", "--size", "64x64", "--output", &picture];
        succeeds(folder.command(&words(&[&asked[..], &["--device", device]].concat())));
    }
    let pixels = |name: &str| {
        let file = std::fs::File::open(folder.path(name)).expect("it was written");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut bytes).expect("a picture");
        bytes
    };
    let cpu = pixels("cpu.png");
    assert!(cpu == pixels("CPU.png"));
    let apart = cpu
        .iter()
        .zip(pixels("vulkan.png"))
        .map(|(a, b)| a.abs_diff(b));
    assert!(apart.max() < Some(8), "the pictures differ");
}

#[test]
fn no_such_device() {
    let folder = Folder::with_sheet();
    fails(
        folder.command(&words(&["--device", "abacus"])),
        2,
        &["abacus"],
    );
}

#[test]
fn outputs_that_cannot_be_written_are_noticed_first() {
    let folder = Folder::with_sheet();
    folder.write("file", b"");
    for output in [
        "gone/a.ply",
        "file/a.ply",
        "/proc/a.ply",
        "gone/{frame}.png",
    ] {
        let asked = ["--frames", "1000000", "--output", output];
        fails(
            folder.command(&words(&asked)),
            7,
            &[output.split('{').next().unwrap_or(output)],
        );
    }
    fails(
        folder.command(&words(&["--metrics", "gone/m"])),
        7,
        &["gone/m"],
    );
    assert_eq!(folder.names().len(), 2);
}

#[test]
fn a_file_size_limit_leaves_no_half_file() {
    let folder = Folder::with_sheet();
    let asked = words(&["--frames", "1", "--output", "a.ply"]);
    fails(
        folder.limited("ulimit -f 2", &asked),
        7,
        &["a.ply", "limit"],
    );
    assert_eq!(folder.names().len(), 1);
}

#[test]
fn a_file_size_limit_keeps_whole_lines_of_metrics() {
    let folder = Folder::with_sheet();
    let asked = words(&["--frames", "50", "--metrics", "m.jsonl"]);
    fails(
        folder.limited("ulimit -f 4", &asked),
        7,
        &["m.jsonl", "limit"],
    );
    let text = folder.text("m.jsonl");
    assert!(text.ends_with('\n') && text.lines().count() > 1);
    assert!(
        text.lines()
            .all(|line| serde_json::from_str::<Value>(line).is_ok())
    );
}

#[test]
fn a_closed_pipe_ends_the_run() {
    let folder = Folder::with_sheet();
    let mut command = folder.command(&words(&["--frames", "1000000", "--metrics", "-"]));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let picture = ["--frames", "1", "--size", "8x8", "--output", "-"];
    ends_quietly(folder.command(&words(&picture)));
    ends_quietly(folder.command(&["devices"]));
}

#[test]
fn extreme_values_end_a_run_without_a_panic() {
    let folder = Folder::with_sheet();
    for extreme in [
        ["--fps", "1000000"],
        ["--fps", "0.001"],
        ["--gravity", "3.4e38,-3.4e38,3.4e38"],
        ["--every", "4294967295"],
    ] {
        let asked = [&extreme[..], &["--frames", "2"]].concat();
        let output = folder.command(&words(&asked)).output();
        let output = output.expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        // Large numbers may make the simulation diverge: exit code 5.
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 5)), "{extreme:?}: {errors}");
        assert!(!errors.contains("internal error"), "{errors}");
    }
}

/// Sends a signal to an endless run, once its first output is there, and returns how it ends.
fn signalled(folder: &Folder, more: &[&str], signal: &str) -> std::process::Output {
    let endless = ["--frames", "1000000", "--output", "{frame}.ply"];
    let child = folder
        .command(&words(&[&endless, more].concat()))
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    while !folder.path("0.ply").exists() {
        assert!(
            child.try_wait().expect("a status").is_none(),
            "it ended early"
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
    child.wait_with_output().expect("it ends")
}

/// Rust's runtime reports a stack overflow or exhausted memory, and then raises this signal.
#[test]
#[cfg(unix)]
fn an_abort_of_the_runtime_is_an_internal_error() {
    let output = signalled(&Folder::with_sheet(), &["--every", "999999"], "-ABRT");
    assert_eq!(output.status.code(), Some(1), "{}", output.status);
}

#[test]
fn an_interrupted_run_cleans_up() {
    let folder = Folder::with_sheet();
    let more = ["--metrics", "m.jsonl", "--every", "999999"];
    let output = signalled(&folder, &more, "-INT");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(one_line(&output), "pliant: interrupted");
    let expected = ["0.ply", "m.jsonl", "sheet.gltf"];
    assert!(
        folder.names().iter().eq(expected.iter()),
        "{:?}",
        folder.names()
    );
    assert!(folder.text("m.jsonl").ends_with('\n'));
    assert_eq!(start(&folder.path("0.ply"), 4), b"ply\n");
}

#[test]
fn a_glb_on_standard_input_runs() {
    let folder = Folder::new();
    folder.write("sheet.glb", &sheet().to_glb());
    let mut command = folder.command(&["run", "-", "--frames", "1", "--metrics", "-"]);
    command.stdin(std::fs::File::open(folder.path("sheet.glb")).expect("it is there"));
    assert!(succeeds(command).contains("\"scene\":\"-\""));
}

/// Width, height and pixels (RGBA) of a PNG.
fn png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG header");
    let mut rgba = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut rgba).expect("a picture");
    (info.width, info.height, rgba)
}

#[test]
fn a_scene_says_how_long_it_runs() {
    let mut scene = sheet().to_value();
    scene["scenes"][0]["extras"] = json!({
        "pliant_duration": 0.05,
        "pliant_expect": [{"metric": "contacts", "at": 0.1, "max": 0}],
    });
    let folder = Folder::with_scene(&scene);
    let last = |more: &[&str]| {
        let lines = succeeds(folder.command(&words(&[&["--metrics", "-"], more].concat())));
        let last: Value =
            serde_json::from_str(lines.lines().last().expect("a frame")).expect("JSON");
        last["frame"].as_u64()
    };
    assert_eq!(last(&[]), Some(3));
    assert_eq!(last(&["--check"]), Some(6));
    assert_eq!(last(&["--frames", "1"]), Some(1));
    assert_eq!(last(&["--until", "0.1"]), Some(6));
}

#[test]
fn pictures_show_the_cloth_fall() {
    let folder = Folder::with_sheet();
    let asked = [
        "--frames",
        "20",
        "--every",
        "20",
        "--size",
        "96x64",
        "--output",
        "{frame}.png",
    ];
    succeeds(folder.command(&words(&asked)));
    let picture = |name: &str| png(&std::fs::read(folder.path(name)).expect("it is there"));
    let (first, last) = (picture("0.png"), picture("20.png"));
    assert_eq!((first.0, first.1), (96, 64));
    assert_ne!(first.2, last.2);
    let colours: std::collections::BTreeSet<&[u8]> = last.2.chunks(4).collect();
    assert!(colours.len() > 20, "{} colours", colours.len());
}

/// A red ball that stays, and a green one that leaves at 12 m/s: by the file's animation, or as a rigid body.
fn leaving(rigid: bool) -> Value {
    let mut scene = Document::new();
    let mut ball = |name: &str, red: f32, green: f32| {
        let material = scene.material(&Material::new(name, red, green, 0.0));
        let part = shapes::sphere(0.5, 16, 8).material(material);
        let mesh = scene.mesh(name, [part]);
        scene.add(Node::new(name).mesh(mesh))
    };
    let (_, moves) = (ball("Stays", 1.0, 0.0), ball("Leaves", 0.0, 1.0));
    if !rigid {
        scene.animation(
            "Away",
            &[Channel {
                node: moves,
                times: vec![0.0, 1.0],
                interpolation: Interpolation::Linear,
                track: Track::Translation(vec![Vec3::ZERO, 12.0 * Vec3::X]),
            }],
        );
    }
    let mut scene = scene.to_value();
    if rigid {
        scene["nodes"][moves]["extensions"]["KHR_physics_rigid_bodies"]["motion"] =
            json!({"mass": 1, "gravityFactor": 0, "linearVelocity": [12, 0, 0]});
        scene["extensionsUsed"] = json!(["KHR_physics_rigid_bodies"]);
    }
    scene
}

#[test]
fn what_moves_stays_in_the_picture() {
    let greens = |rigid: bool, more: &[&str]| {
        let folder = Folder::with_scene(&leaving(rigid));
        let asked = [
            "--frames",
            "60",
            "--every",
            "60",
            "--size",
            "96x64",
            "--output",
            "{frame}.png",
        ];
        succeeds(folder.command(&words(&[&asked, more].concat())));
        let last = png(&std::fs::read(folder.path("60.png")).expect("it is there")).2;
        let green = |p: &&[u8]| i32::from(p[1]) > i32::from(p[0]) + 60;
        last.chunks(4).filter(green).count()
    };
    assert!(greens(false, &[]) > 5, "animations are framed");
    assert_eq!(greens(true, &[]), 0, "a rigid body leaves");
    assert!(greens(true, &["--follow"]) > 5, "it is followed");
}

#[test]
fn a_picture_goes_to_standard_output() {
    let folder = Folder::with_sheet();
    let asked = ["--frames", "1", "--size", "32x16", "--output", "-"];
    let output = folder
        .command(&words(&asked))
        .output()
        .expect("the program starts");
    assert!(output.status.success());
    assert_eq!(png(&output.stdout).2.len(), 32 * 16 * 4);
}

#[test]
fn the_validation_layer_has_nothing_to_say() {
    let folder = Folder::with_sheet();
    let device = vulkan();
    let asked = [
        "--device",
        &device,
        "--validate",
        "--frames",
        "2",
        "--size",
        "32x16",
        "--output",
        "a.png",
    ];
    succeeds(folder.command(&words(&asked)));
}

#[test]
fn films_need_ffmpeg() {
    let folder = Folder::with_sheet();
    let asked = words(&["--frames", "9", "--size", "33x17", "--output", "a.mp4"]);
    let mut without = folder.command(&asked);
    without.env("PATH", "/nonexistent");
    fails(without, 7, &["a.mp4", "ffmpeg"]);
    assert_eq!(folder.names().len(), 1);
    if std::process::Command::new("ffmpeg")
        .arg("-version")
        .output()
        .is_err()
    {
        eprintln!("ffmpeg is not installed: films are not tested");
        return;
    }
    succeeds(folder.command(&asked));
    assert_eq!(&start(&folder.path("a.mp4"), 8)[4..], b"ftyp");
    assert_eq!(folder.names().len(), 2);
}
