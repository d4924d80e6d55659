//! `.usdc` and `.usda` outputs: an independent reader finds the simulation in them, frame by frame.

use crate::support::ply::{self, Particle};
use crate::support::usd::Usd;
use crate::support::{Folder, fails, fails_late, one_line, sheet, succeeds};
use glam::{DVec3, Mat4, Quat, Vec3};
use openusd::sdf::Value as Field;
use pliant_scenes::{Channel, Document, Interpolation, Material, Node, Track, shapes};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `sheet.gltf`; the particles of each frame are in `0.ply` and so on.
fn written(folder: &Folder, output: &str, frames: u32, more: &[&str]) {
    let frames = frames.to_string();
    let words = [
        "run",
        "sheet.gltf",
        "--quiet",
        "--frames",
        &frames,
        "-o",
        output,
        "-o",
        "{frame}.ply",
    ];
    succeeds(folder.command(&[&words, more].concat()));
}

/// The same, and reads the layer that it wrote.
fn sampled(folder: &Folder, output: &str, frames: u32, more: &[&str]) -> Usd {
    written(folder, output, frames, more);
    Usd::read(&folder.path(output))
}

/// The particles of a frame by body.
fn particles(folder: &Folder, frame: u32) -> BTreeMap<u32, Vec<Particle>> {
    ply::particles(&folder.path(&format!("{frame}.ply")))
}

/// Points and velocities of a prim are those of the particles of the same number.
fn same_as_particles(usd: &Usd, folder: &Folder, prim: &str, body: u32, frame: u32) {
    let particles = &particles(folder, frame)[&body];
    let points = usd.vectors(&format!("{prim}.points"), frame);
    let velocities = usd.vectors(&format!("{prim}.velocities"), frame);
    assert_eq!(points.len(), velocities.len());
    assert!(points.len() >= particles.len() && !particles.is_empty());
    for particle in particles {
        let id = particle.id as usize;
        assert_eq!(points[id], particle.position, "{prim}, frame {frame}");
        assert_eq!(velocities[id], particle.velocity, "{prim}, frame {frame}");
    }
    let extent = usd.vectors(&format!("{prim}.extent"), frame);
    assert_eq!(extent.len(), 2);
    for point in points {
        assert!(point.cmpge(extent[0]).all() && point.cmple(extent[1]).all());
    }
}

fn number(value: Option<Field>) -> f64 {
    match value {
        Some(Field::Double(number)) => number,
        other => panic!("no number: {other:?}"),
    }
}

#[test]
fn a_cloth_is_sampled_in_both_encodings() {
    for output in ["a.usdc", "a.usda"] {
        let folder = Folder::with_sheet();
        let usd = sampled(&folder, output, 12, &["--fps", "50", "--every", "3"]);
        for frame in [0, 3, 12] {
            same_as_particles(&usd, &folder, "/World/Sheet", 0, frame);
            let normals = usd.vectors("/World/Sheet.normals", frame);
            assert_eq!(normals.len(), 45);
            assert!(normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-3));
        }
        assert_eq!(
            usd.frames("/World/Sheet.points"),
            [0.0, 3.0, 6.0, 9.0, 12.0]
        );
        assert_eq!(usd.kind("/World/Sheet"), "Mesh");
        let indices = usd.ints("/World/Sheet.faceVertexIndices", 0);
        assert_eq!((indices.len(), indices.iter().max()), (3 * 64, Some(&44)));
        for (name, expected) in [
            ("metersPerUnit", 1.0),
            ("timeCodesPerSecond", 50.0),
            ("startTimeCode", 0.0),
            ("endTimeCode", 12.0),
        ] {
            assert_eq!(number(usd.field("/", name)), expected, "{output}: {name}");
        }
        let tokens = ["upAxis", "defaultPrim"].map(|name| usd.field("/", name));
        let tokens = tokens.map(|t| t.and_then(|t| t.as_str().map(str::to_owned)));
        assert_eq!(tokens, [Some("Y".to_owned()), Some("World".to_owned())]);
    }
}

#[test]
fn a_moved_and_mirrored_node_is_in_the_world() {
    let mut scene = Document::new();
    let parent = Node::new("Parent")
        .at([1.0, 2.0, 3.0])
        .scaled([2.0, 1.0, 1.0]);
    let parent = scene.add(parent);
    let mesh = scene.mesh("Sheet", [shapes::grid(5, 4, 1.0, 0.5)]);
    let node = Node::new("Sheet")
        .mesh(mesh)
        .rotated(Quat::from_rotation_x(0.4))
        .scaled([-1.0, 1.0, 1.0]);
    let node = node
        .extra("pliant_body", "cloth")
        .extra("pliant_pin", "corners");
    scene.add_child(parent, node);
    let folder = Folder::with_scene(&scene.to_value());
    let usd = sampled(&folder, "a.usdc", 10, &[]);
    same_as_particles(&usd, &folder, "/World/Sheet", 0, 10);
    // Triangles face the side of the normals.
    let points = usd.vectors("/World/Sheet.points", 10);
    let normals = usd.vectors("/World/Sheet.normals", 10);
    let indices = usd.ints("/World/Sheet.faceVertexIndices", 10);
    let [a, b, c] = [0, 1, 2].map(|i| indices[i] as usize);
    let normal = (points[b] - points[a]).cross(points[c] - points[a]);
    assert!(normal.dot(normals[a]) > 0.0);
}

#[test]
fn a_rope_is_a_curve_and_a_fluid_is_points() {
    let mut scene = Document::new();
    let rope = scene.mesh("Rope", [shapes::chain(10, 0.05, DVec3::X)]);
    let rope = Node::new("Rope").mesh(rope).at([0.0, 1.0, 0.0]);
    scene.add(rope.extra("pliant_body", "rope").extra("pliant_pin", "0"));
    let fluid = scene.mesh("Water", [shapes::points([5, 5, 5], 0.03)]);
    scene.add(Node::new("Water").mesh(fluid).extra("pliant_body", "fluid"));
    let folder = Folder::with_scene(&scene.to_value());
    let usd = sampled(&folder, "a.usdc", 20, &[]);
    assert_eq!(usd.kind("/World/Rope"), "BasisCurves");
    assert_eq!(usd.ints("/World/Rope.curveVertexCounts", 0), [11]);
    assert_eq!(usd.kind("/World/Water"), "Points");
    for frame in [0, 7, 20] {
        same_as_particles(&usd, &folder, "/World/Rope", 0, frame);
        same_as_particles(&usd, &folder, "/World/Water", 1, frame);
    }
}

#[test]
fn an_emitter_has_the_particles_that_are_present() {
    let mut scene = Document::new();
    let spout = scene.mesh("Spout", [shapes::points([2, 1, 2], 0.02)]);
    let emit = serde_json::json!({ "rate": 400, "velocity": [0, -1, 0], "duration": 0.2 });
    let node = Node::new("Water").mesh(spout).at([0.0, 1.0, 0.0]);
    let node = node
        .extra("pliant_body", "fluid")
        .extra("pliant_emit", emit);
    scene.add(node);
    let folder = Folder::with_scene(&scene.to_value());
    let usd = sampled(&folder, "a.usdc", 20, &[]);
    let mut counts = Vec::new();
    for frame in 0..=20 {
        let present = particles(&folder, frame).remove(&0).unwrap_or_default();
        let points = usd.vectors("/World/Water.points", frame);
        let ids = usd.ints("/World/Water.ids", frame);
        assert_eq!(points.len(), present.len(), "frame {frame}");
        for ((particle, point), id) in present.iter().zip(&points).zip(ids) {
            assert_eq!((particle.position, i64::from(particle.id)), (*point, id));
        }
        counts.push(points.len());
    }
    assert!(
        counts[20] > counts[5] && counts[20] > counts[0],
        "{counts:?}"
    );
}

#[test]
fn a_fluid_has_a_surface_where_it_is_asked_for() {
    let mut scene = Document::new();
    let fluid = scene.mesh("Water", [shapes::points([6, 6, 6], 0.03)]);
    let node = Node::new("Water").mesh(fluid).extra("pliant_body", "fluid");
    scene.add(node.extra("pliant_velocity", serde_json::json!([1, 0, 0])));
    let folder = Folder::with_scene(&scene.to_value());
    let usd = sampled(&folder, "a.usdc", 5, &["--ply", "surface"]);
    assert_eq!(usd.kind("/World/Water/Particles"), "Points");
    for frame in [0, 5] {
        let points = usd.vectors("/World/Water/Surface.points", frame);
        let indices = usd.ints("/World/Water/Surface.faceVertexIndices", frame);
        assert!(points.len() > 100 && indices.len() > 300);
        assert!(indices.iter().all(|i| (*i as usize) < points.len()));
        let velocities = usd.vectors("/World/Water/Surface.velocities", frame);
        assert_eq!(velocities.len(), points.len());
        let mean = velocities.iter().sum::<Vec3>() / velocities.len() as f32;
        assert!((mean.x - 1.0).abs() < 0.1, "{mean}");
        let particles = usd.vectors("/World/Water/Particles.points", frame);
        let distance = |p: &Vec3| {
            particles
                .iter()
                .map(|q| p.distance(*q))
                .fold(f32::MAX, f32::min)
        };
        assert!(points.iter().map(distance).fold(0.0, f32::max) < 0.06);
    }
}

#[test]
fn a_tear_has_every_corner_of_the_cloth() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/tear.gltf");
    let folder = Folder::new();
    folder.write("sheet.gltf", &std::fs::read(scene).expect("the scene"));
    let usd = sampled(&folder, "a.usdc", 36, &["--every", "4"]);
    let count = |frame: u32| particles(&folder, frame)[&0].len();
    assert!(count(36) > count(0), "nothing tears");
    for frame in [0, 16, 36] {
        let particles = &particles(&folder, frame)[&0];
        let bits = |p: Vec3| p.to_array().map(f32::to_bits);
        let places: std::collections::HashSet<_> =
            particles.iter().map(|p| bits(p.position)).collect();
        let points = usd.vectors("/World/Curtain.points", frame);
        assert!(
            points.iter().all(|p| places.contains(&bits(*p))),
            "frame {frame}"
        );
    }
}

/// A spinning ball that falls below a parent with a transform, and a kinematic block.
fn rigid_scene() -> Document {
    let mut scene = Document::new();
    let ball = scene.mesh("Ball", [shapes::sphere(0.1, 12, 8)]);
    let parent = Node::new("Parent")
        .at([0.0, 1.0, 0.0])
        .rotated(Quat::from_rotation_z(0.7));
    let parent = scene.add(parent.scaled([2.0; 3]));
    let spin = serde_json::json!([3.0, 20.0, 1.0]);
    let node = Node::new("Ball")
        .mesh(ball)
        .at([0.1, 0.2, 0.3])
        .scaled([0.5; 3]);
    let node = node
        .extra("pliant_body", "rigid")
        .extra("pliant_angular_velocity", spin);
    scene.add_child(parent, node);
    let block = scene.mesh("Block", [shapes::cuboid(Vec3::splat(0.2))]);
    let block = Node::new("Block")
        .mesh(block)
        .extra("pliant_body", "kinematic");
    let lift = Channel {
        node: scene.add(block),
        times: vec![0.0, 0.5],
        interpolation: Interpolation::Linear,
        track: Track::Translation(vec![Vec3::ZERO, Vec3::new(0.0, 0.3, 0.0)]),
    };
    scene.animation("Lift", &[lift]);
    scene
}

#[test]
fn rigid_and_animated_nodes_have_sampled_transforms() {
    let folder = Folder::with_scene(&rigid_scene().to_value());
    let usd = sampled(&folder, "a.usdc", 30, &["--metrics", "m.jsonl"]);
    for (frame, line) in (0..).zip(folder.text("m.jsonl").lines().skip(1)) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let body = &line["bodies"][0];
        assert_eq!(body["name"], "Ball");
        let list = |key: &str| -> Vec<f32> {
            let numbers = body[key].as_array().expect("numbers").iter();
            numbers
                .map(|n| n.as_f64().expect("a number") as f32)
                .collect()
        };
        let world = usd.world("/World/Parent/Ball", frame).as_mat4();
        let (scale, rotation, origin) = world.to_scale_rotation_translation();
        assert!(scale.abs_diff_eq(Vec3::ONE, 1e-5), "frame {frame}: {scale}");
        assert!(
            origin.distance(Vec3::from_slice(&list("com"))) < 1e-5,
            "frame {frame}"
        );
        let expected = Quat::from_slice(&list("rotation"));
        assert!(rotation.dot(expected).abs() > 1.0 - 1e-5, "frame {frame}");
        let height = usd.world("/World/Block", frame).w_axis.y;
        assert!((height - 0.3 * (f64::from(frame) / 30.0).min(1.0)).abs() < 1e-5);
    }
    assert_eq!(usd.kind("/World/Block/Block"), "Mesh");
    assert_eq!(usd.vectors("/World/Block/Block.points", 0).len(), 24);
}

/// A post whose upper end a falling ball carries and whose lower end stands still, and a plate that a morph target lifts.
fn deforming_scene() -> Document {
    let mut scene = rigid_scene();
    let ball = 1;
    let still = scene.add(Node::new("Still"));
    let bind = Mat4::from_translation(Vec3::new(-0.1, -1.2, -0.3));
    let skin = scene.skin("Skin", &[(still, Mat4::IDENTITY), (ball, bind)]);
    let post = shapes::limb(0.05, 0.6, 8, 4, 3);
    let blend = |p: &Vec3| {
        let upper = (0.5 + p.y).clamp(0.0, 1.0);
        [(0, 1.0 - upper), (1, upper), (0, 0.0), (0, 0.0)]
    };
    let joints = post.positions.iter().map(blend).collect();
    let mesh = scene.mesh("Post", [post.joints(joints)]);
    scene.add(Node::new("Post").mesh(mesh).skin(skin));
    let plate = shapes::grid(3, 3, 1.0, 1.0);
    let up = vec![0.5 * Vec3::Y; plate.positions.len()];
    let mesh = scene.mesh("Plate", [plate.target(up)]);
    let grow = Channel {
        node: scene.add(Node::new("Plate").mesh(mesh)),
        times: vec![0.0, 0.5],
        interpolation: Interpolation::Linear,
        track: Track::Weights(vec![0.0, 1.0]),
    };
    scene.animation("Plate rises", &[grow]);
    scene
}

#[test]
fn skins_and_morph_targets_are_sampled() {
    let document = deforming_scene();
    let folder = Folder::with_scene(&document.to_value());
    let usd = sampled(&folder, "a.usdc", 30, &[]);
    let bytes = document.to_value().to_string().into_bytes();
    let scene = pliant_scene::load(
        &pliant_scene::Source::Bytes(bytes),
        &pliant_scene::Overrides::default(),
    );
    let scene = scene.expect("the scene loads");
    let node = scene.nodes.iter().position(|node| node.name == "Post");
    let post = scene.deformation(node.expect("a post")).expect("a skin");
    for frame in [0, 1, 15, 30] {
        let mut world = scene.pose(f64::from(frame) / 60.0, false);
        world[1] = usd.world("/World/Parent/Ball", frame).as_mat4();
        // The ball's node is scaled by 0.5 below a scale of 2.
        let wanted = post.deformed(&world, &[]);
        let points = usd.vectors("/World/Post.points", frame);
        for (point, wanted) in points.iter().zip(&wanted) {
            let off = point.distance(*wanted);
            assert!(off < 1e-4, "frame {frame}: {point} instead of {wanted}");
        }
        assert_eq!(
            usd.vectors("/World/Post.normals", frame).len(),
            wanted.len()
        );
        let height = usd.vectors("/World/Plate.points", frame)[0].y;
        assert!((height - 0.5 * frame as f32 / 30.0).abs() < 1e-5);
    }
    assert_eq!(usd.kind("/World/Post"), "Mesh");
}

#[test]
fn materials_cameras_and_lights_are_there() {
    let mut scene = sheet();
    scene.camera([0.0, 1.0, 3.0], [0.0; 3], 0.7);
    scene.sun([1.0, 2.0, 3.0], 4.0);
    let red = Material::new("Red", 1.0, 0.0, 0.0).checker([255, 0, 0], [0, 0, 0], 4);
    let red = scene.material(&red);
    scene.floor(-2.0, 3.0, red);
    let folder = Folder::with_scene(&scene.to_value());
    let usd = sampled(&folder, "a b.usdc", 1, &[]);
    let paths = usd.paths();
    let of_kind = |kind: &str| -> Vec<&String> {
        let prims = paths.iter().filter(|p| !p.contains('.') && *p != "/");
        prims.filter(|p| usd.kind(p) == kind).collect()
    };
    assert_eq!(of_kind("Camera").len(), 1);
    assert_eq!(of_kind("DistantLight").len(), 1);
    let file = usd.value("/World/Looks/Red/BaseColor.inputs:file", 0);
    let Field::AssetPath(file) = file else {
        panic!("no file: {file:?}");
    };
    assert_eq!(file.authored_path, "./a b_textures/texture0.png");
    let picture = std::fs::read(folder.path(&file.authored_path)).expect("the picture is there");
    assert_eq!(picture[1..4], *b"PNG");
    let source = usd.field(
        "/World/Looks/Red/Surface.inputs:diffuseColor",
        "connectionPaths",
    );
    assert!(
        format!("{source:?}").contains("/World/Looks/Red/BaseColor.outputs:rgb"),
        "{source:?}"
    );
    assert!(paths.iter().any(|p| p.ends_with(".primvars:st")));
}

/// A sheet whose file names it like the material's scope, with vertex colours and a texture.
fn tinted_scene() -> Value {
    let mut scene = sheet();
    let checker = Material::new("Red", 0.5, 0.5, 0.5).checker([255, 0, 0], [0, 0, 0], 4);
    scene.material(&checker);
    let mut scene = scene.to_value();
    let colors: Vec<u8> = [255, 128, 0, 64].repeat(45);
    let buffer = scene["buffers"].as_array().expect("buffers").len();
    let view = scene["bufferViews"].as_array().expect("views").len();
    let accessor = scene["accessors"].as_array().expect("accessors").len();
    let uri = format!("data:application/octet-stream;base64,{}", base64(&colors));
    let push = |list: &mut Value, item: Value| list.as_array_mut().expect("a list").push(item);
    push(
        &mut scene["buffers"],
        serde_json::json!({ "byteLength": 180, "uri": uri }),
    );
    push(
        &mut scene["bufferViews"],
        serde_json::json!({ "buffer": buffer, "byteLength": 180 }),
    );
    let colors = serde_json::json!({ "bufferView": view, "componentType": 5121, "normalized": true, "count": 45, "type": "VEC4" });
    push(&mut scene["accessors"], colors);
    let primitive = &mut scene["meshes"][0]["primitives"][0];
    primitive["attributes"]["COLOR_0"] = accessor.into();
    primitive["material"] = 0.into();
    scene["materials"][0]["alphaMode"] = "BLEND".into();
    scene["nodes"][0]["name"] = "Looks".into();
    scene
}

fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let groups = bytes
        .chunks_exact(3)
        .map(|b| u32::from_be_bytes([0, b[0], b[1], b[2]]));
    let letters = groups.flat_map(|g| [18, 12, 6, 0].map(|s| g >> s & 63));
    letters.map(|l| char::from(alphabet[l as usize])).collect()
}

#[test]
fn vertex_colours_multiply_the_texture() {
    let folder = Folder::with_scene(&tinted_scene());
    let usd = sampled(&folder, "a.usda", 1, &[]);
    // The scope of materials has the name already.
    let sheet = "/World/Looks_1";
    let base = "/World/Looks/Red_tinted";
    let scale = usd.field(&format!("{base}/BaseColor.inputs:scale"), "connectionPaths");
    assert!(
        format!("{scale:?}").contains(&format!("{base}/Tint.outputs:result")),
        "{scale:?}"
    );
    let opacity = usd.field(&format!("{base}/Surface.inputs:opacity"), "connectionPaths");
    assert!(format!("{opacity:?}").contains("outputs:a"), "{opacity:?}");
    let Field::Vec4fVec(tints) = usd.value(&format!("{sheet}.primvars:tint"), 0) else {
        panic!("no tints");
    };
    assert_eq!(tints.len(), 45);
    assert!((tints[0].w - 64.0 / 255.0).abs() < 1e-6);
    let colors = usd.vectors(&format!("{sheet}.primvars:displayColor"), 0);
    assert_eq!((colors.len(), colors[0].z), (45, 0.0));
    assert_eq!(tints[0].y, colors[0].y);
    assert!((colors[0].y - 0.5 * 128.0 / 255.0).abs() < 1e-6);
}

#[test]
fn failed_runs_leave_no_half_file() {
    let mut scene = sheet();
    let red = Material::new("Red", 1.0, 0.0, 0.0).checker([255, 0, 0], [0, 0, 0], 4);
    let red = scene.material(&red);
    scene.floor(-2.0, 3.0, red);
    let folder = Folder::with_scene(&scene.to_value());
    let words = |output| {
        [
            "run",
            "sheet.gltf",
            "--quiet",
            "--frames",
            "4",
            "-o",
            output,
        ]
    };
    fails(
        folder.command(&words("missing/a.usdc")),
        7,
        &["missing/a.usdc"],
    );
    fails(folder.command(&words("a@b.usda")), 7, &["a@b.usda"]);
    // Samples fit on the disk, and the layer does not: the text is longer.
    fails_late(
        folder.limited("ulimit -f 24", &words("a.usda")),
        7,
        &["a.usda"],
    );
    fails_late(
        folder.limited("ulimit -f 2", &words("a.usdc")),
        7,
        &["a.usdc"],
    );
    folder.write("a_textures", b"a file");
    fails(folder.command(&words("a.usdc")), 7, &["a_textures"]);
    let names: Vec<String> = folder.names().into_iter().collect();
    assert_eq!(names, ["a_textures", "sheet.gltf"]);
}

#[test]
fn a_failed_run_keeps_the_pictures_of_an_older_one() {
    let mut scene = sheet();
    let red = Material::new("Red", 1.0, 0.0, 0.0).checker([255, 0, 0], [0, 0, 0], 4);
    let red = scene.material(&red);
    scene.floor(-2.0, 3.0, red);
    let folder = Folder::with_scene(&scene.to_value());
    let words = [
        "run",
        "sheet.gltf",
        "--quiet",
        "--frames",
        "4",
        "-o",
        "a.usda",
    ];
    succeeds(folder.command(&words));
    let old = folder.text("a.usda");
    fails_late(folder.limited("ulimit -f 24", &words), 7, &["a.usda"]);
    assert!(folder.path("a_textures/texture0.png").exists());
    assert!(folder.text("a.usda") == old);
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
            "a.usdc",
        ];
        let words = [&words[..], &["--metrics", "m.jsonl"]].concat();
        let child = folder.command(&words).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        while !folder.path("m.jsonl").exists() || folder.text("m.jsonl").lines().count() < 20 {
            let ended = child.try_wait().expect("a status").is_some();
            assert!(!ended, "it ended early");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill starts").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), code);
        assert!(code.is_none() || one_line(&output) == "pliant: interrupted");
        let names: Vec<String> = folder.names().into_iter().collect();
        assert_eq!(names, ["m.jsonl", "sheet.gltf"]);
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
        "--threads",
        "1",
        "-o",
        "a.usdc",
    ];
    let words = [&words[..], &["--frames", frames]].concat();
    let child = folder.command(&words).stderr(Stdio::null()).spawn();
    let mut child = child.expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("a status").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let peak = line.and_then(|l| l.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let file = std::fs::metadata(folder.path("a.usdc"));
    (most, file.expect("the file is there").len())
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_run() {
    let mut scene = Document::new();
    let mesh = scene.mesh("Sheet", [shapes::grid(65, 65, 1.0, 1.0)]);
    let node = Node::new("Sheet").mesh(mesh).extra("pliant_body", "cloth");
    let node = node
        .extra("pliant_pin", "left")
        .extra("pliant_self_collision", false);
    scene.add(node);
    let folder = Folder::with_scene(&scene.to_value());
    let (short, small) = memory(&folder, "30");
    let (long, large) = memory(&folder, "330");
    assert!(large > small + (40 << 20), "{small} and {large} bytes");
    assert!(long < short + (5 << 10), "{short} and {long} KiB");
}

/// Python with a package of its registry, which `tools/python-with` installs; `None` where it cannot, with its reason printed.
fn python(package: &str) -> Option<std::path::PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/python-with");
    let output = Command::new(tool).arg(package).output().expect("bash runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(1) {
        eprintln!("skipped: {messages}");
        return None;
    }
    assert!(output.status.success(), "{messages}");
    Some(String::from_utf8_lossy(&output.stdout).trim().into())
}

/// Runs a script of `tests/usd/` on an output of this name, of scenes with all kinds of bodies.
fn script(package: &str, name: &str, output: &str) {
    let Some(python) = python(package) else {
        return;
    };
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    for scene in ["flag", "all_together", "tear", "ragdoll"] {
        let folder = Folder::new();
        let file = scenes.join(format!("{scene}.gltf"));
        folder.write("sheet.gltf", &std::fs::read(file).expect("the scene"));
        written(&folder, output, 30, &[]);
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/usd")
            .join(name);
        let mut command = Command::new(&python);
        command.arg(script).arg(output).current_dir(folder.path(""));
        let printed = succeeds(command);
        assert!(printed.contains("compared"), "{printed}");
        eprintln!("{scene}: {printed}");
    }
}

#[test]
#[ignore = "tools/test --long installs usd-core"]
fn usd_core_finds_no_error() {
    script("usd-core", "check.py", "a.usdc");
}

#[test]
#[ignore = "tools/test --long installs Blender"]
fn blender_shows_the_simulation() {
    script("bpy", "blender.py", "a.usdc");
}

#[test]
#[ignore = "tools/test --long installs Blender"]
fn blender_shows_the_simulation_of_a_glb() {
    script("bpy", "blender.py", "a.glb");
}
