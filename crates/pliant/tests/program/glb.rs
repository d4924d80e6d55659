//! `.glb` outputs: a reader that evaluates the animation finds the simulation in it, within the error that was asked for.

use crate::support::glb::Glb;
use crate::support::ply;
use crate::support::usd::Usd;
use crate::support::{Folder, fails, fails_late, one_line, sheet, succeeds};
use glam::{Mat4, Quat, Vec3};
use pliant_scenes::{Channel, Document, Interpolation, Material, Node, Track, shapes};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Frames a second of all runs here.
const FPS: f32 = 60.0;

/// Runs `sheet.gltf` and reads the GLB; the particles of each frame are in `0.ply` and so on.
fn baked(folder: &Folder, frames: u32, more: &[&str]) -> Glb {
    let frames = frames.to_string();
    let words = [
        "run",
        "sheet.gltf",
        "--quiet",
        "--frames",
        &frames,
        "-o",
        "a.glb",
        "-o",
        "{frame}.ply",
    ];
    succeeds(folder.command(&[&words, more].concat()));
    Glb::read(&folder.path("a.glb"))
}

/// The particles of a frame: position by number, for each body.
fn particles(folder: &Folder, frame: u32) -> BTreeMap<u32, BTreeMap<u32, Vec3>> {
    let bodies = ply::particles(&folder.path(&format!("{frame}.ply"))).into_iter();
    let positions = |all: Vec<ply::Particle>| all.iter().map(|p| (p.id, p.position)).collect();
    bodies.map(|(body, all)| (body, positions(all))).collect()
}

/// Largest distance of the vertices of a node from the particles of the same number, over all frames.
fn largest_error(glb: &Glb, folder: &Folder, node: &str, body: u32, frames: u32) -> f32 {
    let node = glb.node(node);
    let error = |frame: u32| {
        let particles = particles(folder, frame);
        let vertices = glb.vertices(node, frame as f32 / FPS);
        assert!(vertices.len() >= particles[&body].len());
        let off = particles[&body]
            .iter()
            .map(|(id, p)| p.distance(vertices[*id as usize]));
        off.fold(0.0, f32::max)
    };
    (0..=frames).map(error).fold(0.0, f32::max)
}

#[test]
fn a_cloth_is_within_the_error() {
    for (error, bound) in [("1e-4", 1e-4), ("0.01", 1e-2)] {
        let folder = Folder::with_sheet();
        let glb = baked(&folder, 40, &["--output-error", error]);
        let found = largest_error(&glb, &folder, "Sheet", 0, 40);
        assert!(found <= bound, "{found} of {bound}");
        let targets = glb.targets(glb.node("Sheet"));
        assert!(bound < 1e-3 || targets < 20, "{targets} keys");
        let mesh = glb.json["meshes"].as_array().and_then(|all| all.last());
        let weights = mesh.and_then(|mesh| mesh["weights"].as_array());
        assert_eq!(weights.map(Vec::len), Some(targets));
        for normal in glb.morphed(glb.node("Sheet"), "NORMAL", 0.5) {
            assert!((normal.length() - 1.0).abs() < 0.1, "{normal}");
        }
    }
}

#[test]
fn a_moved_and_mirrored_node_is_in_the_world() {
    let mut scene = Document::new();
    let parent = scene.add(
        Node::new("Parent")
            .at([1.0, 2.0, 3.0])
            .scaled([2.0, 1.0, 1.0]),
    );
    let mesh = scene.mesh("Sheet", [shapes::grid(5, 4, 1.0, 0.5)]);
    let node = Node::new("Sheet")
        .mesh(mesh)
        .rotated(Quat::from_rotation_x(0.4))
        .scaled([-1.0, 1.0, 1.0]);
    scene.add_child(
        parent,
        node.extra("pliant_body", "cloth")
            .extra("pliant_pin", "corners"),
    );
    let folder = Folder::with_scene(&scene.to_value());
    let glb = baked(&folder, 10, &[]);
    let found = largest_error(&glb, &folder, "Sheet", 0, 10);
    assert!(found <= 2e-4, "{found}");
    let nodes = glb.json["nodes"].as_array().expect("nodes");
    assert!(nodes.iter().any(|node| node["name"] == "Sheet.frame"));
    // Triangles face the side of the normals.
    let (p, n) = (
        glb.vertices(glb.node("Sheet"), 0.1),
        glb.morphed(glb.node("Sheet"), "NORMAL", 0.1),
    );
    let mesh = glb.json["nodes"][glb.node("Sheet")]["mesh"]
        .as_u64()
        .expect("a mesh") as usize;
    let indices = &glb.json["meshes"][mesh]["primitives"][0]["indices"];
    let t: Vec<usize> = glb
        .accessor(indices.as_u64().expect("indices") as usize)
        .iter()
        .map(|i| *i as usize)
        .collect();
    assert!((p[t[1]] - p[t[0]]).cross(p[t[2]] - p[t[0]]).dot(n[t[0]]) > 0.0);
}

#[test]
fn a_rope_and_a_fluid_are_within_the_error() {
    let mut scene = Document::new();
    let rope = scene.mesh("Rope", [shapes::chain(10, 0.05, glam::DVec3::X)]);
    let rope = Node::new("Rope").mesh(rope).at([0.0, 1.0, 0.0]);
    scene.add(rope.extra("pliant_body", "rope").extra("pliant_pin", "0"));
    let fluid = scene.mesh("Water", [shapes::points([5, 5, 5], 0.03)]);
    scene.add(Node::new("Water").mesh(fluid).extra("pliant_body", "fluid"));
    let folder = Folder::with_scene(&scene.to_value());
    let glb = baked(&folder, 20, &[]);
    for (body, name, size) in [(0, "Rope", 0.5), (1, "Water", 0.12)] {
        let found = largest_error(&glb, &folder, name, body, 20);
        assert!(found <= 1e-4 * size, "{name}: {found}");
    }
}

#[test]
fn an_emitter_hides_particles_that_are_absent() {
    let mut scene = Document::new();
    let spout = scene.mesh("Spout", [shapes::points([2, 1, 2], 0.02)]);
    let emit = serde_json::json!({ "rate": 400, "velocity": [0, -1, 0], "duration": 0.2 });
    let node = Node::new("Water").mesh(spout).at([0.0, 1.0, 0.0]);
    scene.add(
        node.extra("pliant_body", "fluid")
            .extra("pliant_emit", emit),
    );
    let folder = Folder::with_scene(&scene.to_value());
    let glb = baked(&folder, 20, &[]);
    for frame in 1..=20 {
        let present: Vec<Vec3> = particles(&folder, frame)[&0].values().copied().collect();
        for vertex in glb.vertices(glb.node("Water"), frame as f32 / FPS) {
            let nearest = present
                .iter()
                .map(|p| p.distance(vertex))
                .fold(f32::MAX, f32::min);
            assert!(
                nearest < 1e-5,
                "frame {frame}: {vertex} is {nearest} from a particle"
            );
        }
    }
}

#[test]
fn a_tear_is_within_the_error() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/tear.gltf");
    let folder = Folder::new();
    folder.write("sheet.gltf", &std::fs::read(scene).expect("the scene"));
    let glb = baked(&folder, 36, &["--every", "4"]);
    let count = |frame: u32| particles(&folder, frame)[&0].len();
    assert!(count(36) > count(0), "nothing tears");
    for frame in [0, 16, 36] {
        let found = distance_to_particles(&glb, &folder, "Curtain", frame);
        assert!(found <= 1.2e-4, "frame {frame}: {found}");
    }
}

/// Largest distance of a vertex to the nearest particle: corners of triangles that tear have vertices of their own.
fn distance_to_particles(glb: &Glb, folder: &Folder, node: &str, frame: u32) -> f32 {
    let particles: Vec<Vec3> = particles(folder, frame)[&0].values().copied().collect();
    let vertices = glb.vertices(glb.node(node), frame as f32 / FPS);
    let nearest = |p: &Vec3| {
        let distances = particles.iter().map(|q| p.distance_squared(*q));
        distances.fold(f32::MAX, f32::min)
    };
    vertices.iter().map(nearest).fold(0.0, f32::max).sqrt()
}

/// A spinning ball that falls below a parent with a transform, and a kinematic block.
fn rigid_scene() -> Document {
    let mut scene = Document::new();
    let ball = scene.mesh("Ball", [shapes::sphere(0.1, 12, 8)]);
    let parent = Node::new("Parent")
        .at([0.0, 1.0, 0.0])
        .rotated(Quat::from_rotation_z(0.7))
        .scaled([2.0; 3]);
    let parent = scene.add(parent);
    let spin = serde_json::json!([3.0, 20.0, 1.0]);
    let node = Node::new("Ball")
        .mesh(ball)
        .at([0.1, 0.2, 0.3])
        .scaled([0.5; 3]);
    scene.add_child(
        parent,
        node.extra("pliant_body", "rigid")
            .extra("pliant_angular_velocity", spin),
    );
    let block = scene.mesh("Block", [shapes::cuboid(Vec3::splat(0.2))]);
    let block = scene.add(
        Node::new("Block")
            .mesh(block)
            .extra("pliant_body", "kinematic"),
    );
    let lift = Channel {
        node: block,
        times: vec![0.0, 0.5],
        interpolation: Interpolation::Linear,
        track: Track::Translation(vec![Vec3::ZERO, Vec3::new(0.0, 0.3, 0.0)]),
    };
    scene.animation("Lift", &[lift]);
    scene
}

/// Diameter of the ball, m.
const DIAMETER: f32 = 0.2;

#[test]
fn rigid_bodies_are_within_the_error() {
    let folder = Folder::with_scene(&rigid_scene().to_value());
    let glb = baked(&folder, 60, &["--metrics", "m.jsonl"]);
    let [ball, block] = ["Ball", "Block"].map(|name| glb.node(name));
    for (frame, line) in (0..).zip(folder.text("m.jsonl").lines().skip(1)) {
        let time = frame as f32 / FPS;
        let line: Value = serde_json::from_str(line).expect("JSON");
        let body = &line["bodies"][0];
        assert_eq!(body["name"], "Ball");
        let list = |key: &str| -> Vec<f32> {
            let numbers = body[key].as_array().expect("numbers").iter();
            let numbers = numbers.map(|n| n.as_f64().expect("a number") as f32);
            numbers.collect()
        };
        let (_, rotation, origin) = glb.world(ball, time).to_scale_rotation_translation();
        // The ball's centre of mass is its origin.
        let moved = origin.distance(Vec3::from_slice(&list("com")));
        let turned = angle(rotation, Quat::from_slice(&list("rotation")));
        let error = moved + 0.5 * DIAMETER * turned;
        assert!(error <= 1e-4 * DIAMETER, "frame {frame}: {error}");
        let height = glb.world(block, time).w_axis.y;
        assert!((height - 0.3 * (time / 0.5).min(1.0)).abs() < 1e-4 * DIAMETER);
    }
    let channels = &glb.json["animations"][0]["channels"];
    let channels = channels.as_array().expect("channels").iter();
    let of_block = channels.filter(|c| c["target"]["node"] == block);
    assert_eq!(of_block.count(), 1, "the scene's channel is replaced");
}

/// Boxes that turn below a parent of three scales: one at an angle with a knob on it, a straight one, and one with a sheared matrix.
fn stretched_scene() -> Value {
    let mut scene = Document::new();
    let parent = Node::new("Parent")
        .at([0.0, 3.0, 0.0])
        .rotated(Quat::from_rotation_y(0.4))
        .scaled([2.0, 1.0, 0.5]);
    let parent = scene.add(parent);
    let mesh = scene.mesh("Box", [shapes::cuboid(Vec3::new(0.2, 0.1, 0.3))]);
    let rigid = |name: &str, x: f32| {
        let spin = serde_json::json!([3.0, 4.0, -5.0]);
        let node = Node::new(name).mesh(mesh).at([x, 0.0, 0.0]);
        node.extra("pliant_body", "rigid")
            .extra("pliant_angular_velocity", spin)
    };
    let tilted = rigid("Tilted", 0.0).rotated(Quat::from_rotation_z(0.6));
    let tilted = scene.add_child(parent, tilted);
    scene.add_child(tilted, Node::new("Knob").mesh(mesh).at([0.1, 0.2, 0.0]));
    scene.add_child(parent, rigid("Straight", 1.0).scaled([1.0, -1.0, 1.0]));
    scene.add(rigid("Skewed", 5.0));
    let mut scene = scene.to_value();
    let skewed = &mut scene["nodes"][4];
    assert_eq!(skewed["name"], "Skewed");
    let matrix = [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1];
    skewed["matrix"] = serde_json::json!(matrix);
    skewed
        .as_object_mut()
        .expect("a node")
        .remove("translation");
    scene
}

/// World matrix of "Tilted" at rest.
fn tilted_at_rest() -> Mat4 {
    Mat4::from_translation(Vec3::new(0.0, 3.0, 0.0))
        * Mat4::from_rotation_y(0.4)
        * Mat4::from_scale(Vec3::new(2.0, 1.0, 0.5))
        * Mat4::from_rotation_z(0.6)
}

/// Mean of the vertices of a node.
fn middle(glb: &Glb, node: &str, frame: u32) -> Vec3 {
    let vertices = glb.vertices(glb.node(node), frame as f32 / FPS);
    vertices.iter().sum::<Vec3>() / vertices.len() as f32
}

#[test]
fn rigid_bodies_below_a_stretched_parent_are_right_in_the_world() {
    let folder = Folder::with_scene(&stretched_scene());
    let more = ["--metrics", "m.jsonl", "-o", "a.usdc"];
    let glb = baked(&folder, 60, &more);
    // Matrices of USD may have shear.
    let usd = Usd::read(&folder.path("a.usdc"));
    let rest = usd.world("/World/Parent/Tilted", 0).as_mat4();
    assert!(rest.abs_diff_eq(tilted_at_rest(), 1e-5));
    let lines: Vec<Value> = folder
        .text("m.jsonl")
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for (body, name, path) in [
        (Some(0), "Tilted", "/World/Parent/Tilted"),
        (None, "Knob", "/World/Parent/Tilted/Knob"),
        (Some(1), "Straight", "/World/Parent/Straight"),
        (Some(2), "Skewed", "/World/Skewed"),
    ] {
        let vertices = glb.morphed(glb.node(name), "POSITION", 0.0);
        for frame in [0, 7, 25, 60] {
            let world = usd.world(path, frame).as_mat4();
            let found = glb.vertices(glb.node(name), frame as f32 / FPS);
            for (vertex, found) in vertices.iter().zip(found) {
                let off = world.transform_point3(*vertex).distance(found);
                assert!(off < 1e-4, "{name}, frame {frame}: {off}");
            }
            if let Some(body) = body {
                let body = &lines[frame as usize]["bodies"][body];
                assert_eq!(body["name"], name);
                let com = [0, 1, 2].map(|i| body["com"][i].as_f64().expect("a number") as f32);
                assert!(middle(&glb, name, frame).distance(com.into()) < 1e-4);
                let rotation = [0, 1, 2, 3].map(|i| body["rotation"][i].as_f64());
                let square: f64 = rotation.iter().flatten().map(|x| x * x).sum();
                assert!((square - 1.0).abs() < 1e-5, "{name}, frame {frame}: {body}");
            }
        }
    }
    // All are at the root of the scene.
    let parent = &glb.json["nodes"][glb.node("Parent")];
    assert_eq!(parent["children"], Value::Null);
}

/// The angle between two rotations; the arc cosine of a product near 1 would lose half of the digits.
fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * (a - b).length().min((a + b).length())
}

#[test]
fn everything_else_stays_as_it_was() {
    let mut scene = sheet();
    scene.camera([0.0, 1.0, 3.0], [0.0; 3], 0.7);
    scene.sun([1.0, 2.0, 3.0], 4.0);
    let red =
        scene.material(&Material::new("Red", 1.0, 0.0, 0.0).checker([255, 0, 0], [0, 0, 0], 4));
    scene.floor(-2.0, 3.0, red);
    let before = scene.to_value();
    let folder = Folder::with_scene(&before);
    let glb = baked(&folder, 2, &[]);
    for key in [
        "materials",
        "textures",
        "samplers",
        "cameras",
        "extensions",
        "extensionsUsed",
        "extras",
        "scene",
    ] {
        assert_eq!(glb.json[key], before[key], "{key}");
    }
    let nodes = before["nodes"].as_array().expect("nodes");
    for (i, node) in nodes.iter().enumerate() {
        assert_eq!(glb.json["nodes"][i]["extras"], node["extras"]);
        assert_eq!(glb.json["nodes"][i]["name"], node["name"]);
        assert!(
            node["name"] == "Sheet" || glb.json["nodes"][i] == *node,
            "{node}"
        );
    }
    let image = &glb.json["images"][0];
    assert!(image["uri"].is_null() && image["mimeType"] == "image/png");
    let sheet = glb.json["nodes"][glb.node("Sheet")]["mesh"]
        .as_u64()
        .expect("a mesh") as usize;
    let own = &glb.json["meshes"][sheet]["primitives"][0];
    let source = &before["meshes"][0]["primitives"][0];
    assert_eq!(
        own["attributes"]["TEXCOORD_0"],
        source["attributes"]["TEXCOORD_0"]
    );
    assert_eq!(own["material"], source["material"]);
}

#[test]
fn long_runs_continue_in_further_nodes() {
    let folder = Folder::with_sheet();
    let glb = baked(&folder, 400, &["--output-error", "1e-6", "--substeps", "4"]);
    let nodes = ["Sheet", "Sheet.2"].map(|name| glb.node(name));
    assert_eq!(glb.targets(nodes[0]), 255);
    for frame in [0, 100, 254, 256, 300, 400] {
        let time = (frame as f32 + 0.01) / FPS;
        let shown = nodes.map(|node| glb.channel(node, "scale", time).expect("a scale")[0]);
        assert_eq!(
            shown,
            if frame < 255 { [1.0, 0.0] } else { [0.0, 1.0] },
            "frame {frame}"
        );
        let node = nodes[usize::from(frame >= 255)];
        let vertices = glb.vertices(node, frame as f32 / FPS);
        for (id, p) in &particles(&folder, frame)[&0] {
            assert!(p.distance(vertices[*id as usize]) < 1e-5, "frame {frame}");
        }
    }
}

#[test]
fn a_scene_from_standard_input_is_baked() {
    let folder = Folder::new();
    folder.write("in.glb", &sheet().to_glb());
    let mut command = folder.command(&["run", "-", "--quiet", "--frames", "2", "-o", "a.glb"]);
    let input = std::fs::File::open(folder.path("in.glb")).expect("the file is there");
    command.stdin(input);
    succeeds(command);
    let glb = Glb::read(&folder.path("a.glb"));
    assert_eq!(glb.targets(glb.node("Sheet")), 2);
}

#[test]
fn failed_runs_leave_no_half_file() {
    let folder = Folder::with_sheet();
    let words = |output| {
        [
            "run",
            "sheet.gltf",
            "--quiet",
            "--frames",
            "200",
            "-o",
            output,
        ]
    };
    fails(
        folder.command(&words("missing/a.glb")),
        7,
        &["missing/a.glb"],
    );
    fails_late(
        folder.limited("ulimit -f 8", &words("a.glb")),
        7,
        &["a.glb"],
    );
    assert_eq!(folder.names().len(), 1, "{:?}", folder.names());
}

#[test]
#[cfg(unix)]
fn a_killed_run_leaves_no_file() {
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let folder = Folder::with_sheet();
        let words = [
            "run",
            "sheet.gltf",
            "--quiet",
            "--frames",
            "1000000",
            "-o",
            "a.glb",
            "--metrics",
            "m.jsonl",
        ];
        let child = folder.command(&words).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        while !folder.path("m.jsonl").exists() || folder.text("m.jsonl").lines().count() < 20 {
            assert!(
                child.try_wait().expect("a status").is_none(),
                "it ended early"
            );
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill starts").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), code);
        assert!(code.is_none() || one_line(&output) == "pliant: interrupted");
        assert!(
            folder.names().iter().eq(["m.jsonl", "sheet.gltf"].iter()),
            "{:?}",
            folder.names()
        );
    }
}

/// Most memory that a run takes while it is watched, KiB, and the size of its file.
#[cfg(target_os = "linux")]
fn memory(folder: &Folder, frames: &str) -> (u64, u64) {
    let words = [
        "run",
        "sheet.gltf",
        "--quiet",
        "--substeps",
        "1",
        "--frames",
        frames,
        "--threads",
        "1",
        "-o",
        "a.glb",
    ];
    let mut child = folder
        .command(&words)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("a status").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|l| {
            l.strip_prefix("VmHWM:")?
                .trim()
                .strip_suffix(" kB")?
                .parse()
                .ok()
        });
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let size = std::fs::metadata(folder.path("a.glb"))
        .expect("the file is there")
        .len();
    (most, size)
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_run() {
    let mut scene = Document::new();
    let mesh = scene.mesh("Sheet", [shapes::grid(65, 65, 1.0, 1.0)]);
    let node = Node::new("Sheet").mesh(mesh).extra("pliant_body", "cloth");
    scene.add(
        node.extra("pliant_pin", "left")
            .extra("pliant_self_collision", false),
    );
    let folder = Folder::with_scene(&scene.to_value());
    let (short, small) = memory(&folder, "30");
    let (long, large) = memory(&folder, "330");
    assert!(large > small + (25 << 20), "{small} and {large} bytes");
    assert!(long < short + (5 << 10), "{short} and {long} KiB");
}
