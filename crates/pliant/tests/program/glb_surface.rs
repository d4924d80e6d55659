//! `.glb` outputs with `--ply surface`: each written frame shows one mesh around the fluid, and nothing where there is no fluid.

use crate::support::glb::Glb;
use crate::support::ply::{self, Particle};
use crate::support::{Folder, succeeds};
use glam::Vec3;
use pliant_scenes::{Document, Material, Node, shapes};
use serde_json::{Value, json};

const FRAMES: u32 = 20;
const FPS: f32 = 60.0;
/// Distance of particles, m.
const SPACING: f32 = 0.02;

/// A jet that starts after the first frame and falls out of the world within the run.
fn jet() -> Document {
    let mut scene = Document::new();
    let water = scene.material(&Material::new("Water", 0.1, 0.3, 0.6));
    let spout = shapes::points([2, 1, 2], SPACING).material(water);
    let spout = scene.mesh("Spout", [spout]);
    let emit = json!({ "rate": 400, "velocity": [0, -4, 0], "duration": 0.1 });
    let node = Node::new("Water").mesh(spout).at([0.0, 1.0, 0.0]);
    let node = node
        .extra("pliant_body", "fluid")
        .extra("pliant_emit", emit)
        .extra("pliant_spacing", f64::from(SPACING))
        .extra("mine", 7);
    scene.add(node);
    scene.extra("pliant_kill_below", 0.3);
    scene
}

/// The time of a frame, s, and a little more as keys are rounded to 32 bits.
fn time(frame: u32) -> f32 {
    (frame as f32 + 0.01) / FPS
}

fn run(folder: &Folder, more: &[&str]) -> Glb {
    let frames = FRAMES.to_string();
    let words = [
        "run",
        "sheet.gltf",
        "-q",
        "--frames",
        &frames,
        "-o",
        "a.glb",
    ];
    succeeds(folder.command(&[&words, more].concat()));
    Glb::read(&folder.path("a.glb"))
}

/// The nodes with a mesh of the surface.
fn meshes(glb: &Glb) -> Vec<usize> {
    let nodes = glb.json["nodes"].as_array().expect("nodes");
    let of_surface = |node: &usize| {
        let name = nodes[*node]["name"].as_str().expect("a name");
        name.starts_with("Water.") && nodes[*node]["mesh"].is_u64()
    };
    (0..nodes.len()).filter(of_surface).collect()
}

/// Those that are shown at a frame. All others have no size.
fn shown(glb: &Glb, frame: u32) -> Vec<usize> {
    let scale = |node: &usize| glb.world(*node, time(frame)).x_axis.x;
    let all = meshes(glb);
    assert!(all.iter().all(|node| [0.0, 1.0].contains(&scale(node))));
    all.into_iter().filter(|node| scale(node) == 1.0).collect()
}

/// The vertices are around the particles, and the normals point away from them.
fn encloses(glb: &Glb, node: usize, time: f32, particles: &[Particle]) {
    let vertices = glb.vertices(node, time);
    let normals = glb.morphed(node, "NORMAL", time);
    assert_eq!(vertices.len(), normals.len());
    let mut outward = 0;
    for (vertex, normal) in vertices.iter().zip(&normals) {
        assert!((normal.length() - 1.0).abs() < 1e-5);
        let offsets = particles.iter().map(|p| *vertex - p.position);
        let nearest = offsets.min_by(|a, b| a.length().total_cmp(&b.length()));
        let nearest = nearest.expect("a particle");
        assert!(
            (0.2..1.5).contains(&(nearest.length() / SPACING)),
            "{nearest}"
        );
        outward += usize::from(normal.dot(nearest) > 0.0);
    }
    assert!(
        outward * 10 > vertices.len() * 9,
        "{outward} of {}",
        vertices.len()
    );
    for particle in particles {
        let near = |vertex: &Vec3| vertex.distance(particle.position) < 2.5 * SPACING;
        assert!(vertices.iter().any(near));
    }
}

/// The primitive of a mesh is a whole and aligned one with the fluid's material.
fn is_well_formed(glb: &Glb, node: usize) {
    let index = |value: &Value| value.as_u64().expect("an index") as usize;
    let mesh = &glb.json["meshes"][index(&glb.json["nodes"][node]["mesh"])];
    let primitive = &mesh["primitives"][0];
    assert_eq!(mesh["primitives"].as_array().map(Vec::len), Some(1));
    let material = &glb.json["materials"][index(&primitive["material"])];
    assert_eq!(material["name"], "Water");
    let [positions, normals, indices] = [
        &primitive["attributes"]["POSITION"],
        &primitive["attributes"]["NORMAL"],
        &primitive["indices"],
    ]
    .map(index);
    for accessor in [positions, normals, indices] {
        let view = &glb.json["bufferViews"][index(&glb.json["accessors"][accessor]["bufferView"])];
        assert_eq!(index(&view["byteOffset"]) % 4, 0);
    }
    let accessors = &glb.json["accessors"];
    // 16 bits are enough for so few.
    assert_eq!(accessors[indices]["componentType"], 5123);
    let count = index(&accessors[positions]["count"]);
    let numbers = glb.accessor(indices);
    assert_eq!(numbers.len() % 3, 0);
    assert!(numbers.iter().all(|i| (*i as usize) < count));
}

#[test]
fn each_frame_shows_one_mesh_around_the_particles() {
    let folder = Folder::with_scene(&jet().to_value());
    succeeds(folder.command(&[
        "run",
        "sheet.gltf",
        "-q",
        "--frames",
        "20",
        "-o",
        "{frame}.ply",
    ]));
    let glb = run(&folder, &["--ply", "surface"]);
    let mut empty = Vec::new();
    for frame in 0..=FRAMES {
        let particles = ply::particles(&folder.path(&format!("{frame}.ply")));
        let particles = particles.get(&0).map_or(&[][..], Vec::as_slice);
        let shown = shown(&glb, frame);
        assert_eq!(
            shown.len(),
            usize::from(!particles.is_empty()),
            "frame {frame}"
        );
        match shown.first() {
            Some(node) => {
                assert_eq!(glb.json["nodes"][*node]["name"], format!("Water.{frame}"));
                encloses(&glb, *node, time(frame), particles);
                is_well_formed(&glb, *node);
            }
            None => empty.push(frame),
        }
    }
    assert!(
        empty.contains(&0) && empty.contains(&FRAMES) && empty.len() < 12,
        "{empty:?}"
    );
    assert_eq!(meshes(&glb).len() + empty.len(), FRAMES as usize + 1);
}

#[test]
fn the_points_are_left_out_and_the_file_opens_again() {
    let folder = Folder::with_scene(&jet().to_value());
    let glb = run(&folder, &["--ply", "surface"]);
    let root = &glb.json["nodes"][glb.node("Water")];
    assert_eq!(root["mesh"], Value::Null);
    assert_eq!(root["extras"], json!({ "mine": 7 }));
    assert_eq!(root["children"], json!(meshes(&glb)));
    let listed = succeeds(folder.command(&["info", "a.glb", "--json"]));
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(listed["bodies"], json!([]));
}

#[test]
fn each_nth_frame_is_shown_until_the_next() {
    let folder = Folder::with_scene(&jet().to_value());
    let glb = run(&folder, &["--ply", "surface", "--every", "4"]);
    let names = |frame| {
        let name = |node: usize| glb.json["nodes"][node]["name"].clone();
        shown(&glb, frame)
            .into_iter()
            .map(name)
            .collect::<Vec<Value>>()
    };
    assert_eq!(names(3), Vec::<Value>::new());
    for frame in [4, 5, 7] {
        assert_eq!(names(frame), ["Water.4"], "frame {frame}");
    }
    assert_eq!(names(8), ["Water.8"]);
}

#[test]
fn a_fluid_that_stays_within_the_error_keeps_its_mesh() {
    let mut scene = Document::new();
    let mesh = scene.mesh("Water", [shapes::points([4, 4, 4], SPACING)]);
    scene.add(Node::new("Water").mesh(mesh).extra("pliant_body", "fluid"));
    let folder = Folder::with_scene(&scene.to_value());
    let keys = |error| {
        meshes(&run(
            &folder,
            &["--ply", "surface", "--output-error", error],
        ))
        .len()
    };
    assert_eq!(keys("1e-4"), FRAMES as usize + 1);
    // It falls by .5 m, and is .06 m large.
    assert!((3..15).contains(&keys("0.9")));
}
