//! Wrong usage: exit code 2 and one line that tells what is valid.

use crate::support::{Folder, ends_quietly, fails, sheet, succeeds};
use glam::{Mat4, Vec3};
use pliant_scenes::{Node, shapes};

#[track_caller]
fn misused(words: &[&str], culprits: &[&str]) {
    let folder = Folder::with_sheet();
    let before = folder.names();
    fails(folder.modest(words), 2, culprits);
    assert_eq!(folder.names(), before);
}

#[track_caller]
fn misused_run(words: &[&str], culprits: &[&str]) {
    misused(&[&["run", "sheet.gltf"], words].concat(), culprits);
}

#[test]
fn unknown_commands_and_options() {
    misused(&[], &["--help"]);
    misused(&["run"], &["SCENE"]);
    misused(&["info", "sheet.gltf", "--jason"], &["--jason"]);
    misused_run(&["--turbo"], &["--turbo"]);
    misused(&["bench", "nothing"], &["nothing", "cloth", "error"]);
    misused(&["bench", "cloth", "--only", "7x7"], &["7x7", "64x64"]);
    misused(&["bench", "error", "--only", "7x7"], &["7x7", "hanging"]);
    misused(&["bench", "cloth", "--plot", "a.svg"], &["--plot", "error"]);
}

#[test]
fn values_out_of_range() {
    misused_run(&["--fps", "0"], &["--fps"]);
    misused_run(&["--fps", "nan"], &["--fps"]);
    misused_run(&["--substeps", "0"], &["--substeps"]);
    misused_run(&["--iterations", "-1"], &["--iterations", "-1"]);
    misused_run(&["--size", "0x10"], &["--size"]);
    misused_run(&["--gravity", "1,2"], &["--gravity"]);
    misused_run(&["--every", "0"], &["--every"]);
    misused_run(&["--solver", "magic"], &["magic", "jacobi", "gauss-seidel"]);
    misused_run(&["--until", "-1"], &["--until"]);
    misused_run(&["--frames", "1", "--until", "1"], &["--frames", "--until"]);
}

/// Values outside every range, and values that are not numbers.
const HOSTILE: [&str; 6] = ["-1", "NaN", "inf", "-inf", "1e308", "99999999999999999999"];

/// Numeric options: the range that the message must name, and further hostile values.
const NUMERIC: &[(&str, &str, &[&str])] = &[
    ("--fps", "0.001 to 1000000", &["0", "1e-320", "4294967295"]),
    ("--substeps", "1 to 100000", &["0", "4294967295", "1.5"]),
    ("--iterations", "1 to 100000", &["0", "4294967295", "1.5"]),
    (
        "--gravity",
        "-3.4e38 to 3.4e38",
        &["0", "NaN,0,0", "0,inf,0", "0,0,1e308", "0,0,0,0"],
    ),
    ("--frames", "0 to 9000000000000000", &["1.5"]),
    ("--until", "0 to 1000000000", &["4294967295"]),
    ("--every", "1 to 9000000000000000", &["0", "1.5"]),
    (
        "--size",
        "1 to 16384",
        &["0x0", "-1x-1", "NaNxNaN", "infx1", "4294967295x4294967295"],
    ),
    (
        "--probe",
        "0 to 4294967295",
        &["Sheet:-1", "Sheet:NaN", "Sheet:1e308", "Sheet:4294967296"],
    ),
];

#[test]
fn hostile_numbers_are_wrong_usage() {
    let folder = Folder::with_sheet();
    let of_run = ["--frames", "--until", "--every", "--size", "--probe"];
    for (option, range, own) in NUMERIC {
        let commands: &[&str] = match of_run.contains(option) {
            true => &["run"],
            false => &["run", "info", "view"],
        };
        for command in commands {
            for value in HOSTILE.iter().chain(*own) {
                let words = [command, "sheet.gltf", option, value];
                fails(folder.modest(&words), 2, &[option, range]);
            }
        }
    }
    let probe = ["--probe", "Sheet:4294967295"];
    misused_run(&probe, &["--probe", "0 to 44"]);
    let steps = ["--substeps", "100000", "--iterations", "100000"];
    misused_run(&steps, &["--substeps", "--iterations", "1000000"]);
    assert_eq!(folder.names().len(), 1);
}

#[test]
fn the_ends_of_ranges_are_valid() {
    let folder = Folder::with_sheet();
    for extreme in [
        ["--fps", "0.001"],
        ["--fps", "1e6"],
        ["--substeps", "100000"],
        ["--gravity", "3.4e38,-3.4e38,0"],
    ] {
        succeeds(folder.modest(&[&["info", "sheet.gltf"], &extreme[..]].concat()));
    }
}

#[test]
fn a_closed_pipe_ends_printing_quietly() {
    let folder = Folder::with_sheet();
    for words in [
        &["info", "sheet.gltf"][..],
        &["info", "sheet.gltf", "--json"],
        &["--help"],
        &["run", "--help"],
        &["--version"],
    ] {
        ends_quietly(folder.modest(words));
    }
}

#[test]
fn nodes_and_vertices_that_do_not_exist() {
    misused_run(&["--body", "Gone=cloth"], &["Gone"]);
    misused_run(&["--body", "Sheet=jelly"], &["jelly"]);
    misused_run(&["--pin", "Gone:top"], &["Gone"]);
    misused_run(&["--pin", "Sheet:45"], &["Sheet", "45"]);
    misused_run(&["--pin", "Sheet:middle"], &["middle"]);
    misused_run(&["--set", "Gone:density=1"], &["Gone"]);
    misused_run(&["--set", "Sheet:density=heavy"], &["density"]);
    misused_run(&["--probe", "Gone:0"], &["Gone", "Sheet"]);
    misused_run(&["--probe", "Sheet:45"], &["Sheet:45", "44"]);
    misused_run(&["--output", "a.png", "--camera", "Gone"], &["Gone"]);
}

#[test]
fn outputs_that_cannot_be_meant() {
    misused_run(&["--output", "{frame}.glb"], &["{frame}"]);
    misused_run(&["--output-error", "0"], &["--output-error"]);
    misused_run(&["--output", "a.gif"], &["a.gif", ".png"]);
    misused_run(&["--output", "{x}.png"], &["{frame}"]);
    misused_run(&["--output", "{frame}.mp4"], &["{frame}"]);
    misused_run(&["--output", "a.ply", "--output", "a.ply"], &["a.ply"]);
    misused_run(&["--output", "-", "--metrics", "-"], &["standard output"]);
    misused_run(&["--save-every", "5"], &["--save-state"]);
    let every_none = ["--save-state", "s", "--save-every", "0"];
    misused_run(&every_none, &["--save-every", "1"]);
}

#[test]
fn configurations() {
    let folder = Folder::with_sheet();
    let run = ["run", "sheet.gltf", "--config", "c.toml"];
    fails(folder.modest(&run), 2, &["c.toml"]);
    for (text, culprit) in [
        ("substep = 3", "substep"),
        ("substeps = 0", "--substeps"),
        ("substeps = {}", "substeps"),
        ("substeps", "c.toml"),
    ] {
        folder.write("c.toml", text.as_bytes());
        fails(folder.modest(&run), 2, &[culprit]);
    }
    folder.write("c.toml", b"fps = 50\nsubsteps = 3\nset = ['Sheet:mass=2']");
    let info = [
        "info",
        "sheet.gltf",
        "--config",
        "c.toml",
        "--substeps",
        "7",
    ];
    let text = succeeds(folder.modest(&info));
    assert!(text.contains("0.020000 s a frame, 7 substeps"), "{text}");
    assert!(text.contains("2.000000 kg"), "{text}");
}

#[test]
fn help_is_no_failure() {
    let folder = Folder::new();
    for command in ["view", "run", "info", "devices", "keys", "bench"] {
        assert!(succeeds(folder.modest(&[command, "--help"])).contains("Usage: pliant"));
    }
    let version = succeeds(folder.modest(&["--version"]));
    assert_eq!(
        version.trim(),
        concat!("pliant ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn keys_are_listed_for_scripts() {
    let listed = succeeds(Folder::new().command(&["keys", "--json"]));
    let keys: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let density = &keys["node"][0];
    assert_eq!(density["key"], "pliant_density");
    assert_eq!(density["of_kind"]["cloth"]["unit"], "kg/m²");
    assert_eq!(
        (&density["min"], &density["exclusive"]),
        (&0.0.into(), &true.into())
    );
    assert_eq!(keys["scene"][0]["key"], "pliant_gravity");
    let text = succeeds(Folder::new().command(&["keys"]));
    assert!(
        text.contains("pliant_bend_compliance") && !text.contains("]("),
        "{text}"
    );
    for row in [
        "unit         kg/m² (cloth, balloon); kg/m (rope); kg/m³ (soft, ",
        "range        above 0\n",
        "default      0.2 (cloth, balloon); 0.1 (rope); 1000 (soft, ",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

/// Renew it by PLIANT_BLESS=1 cargo test -p pliant --test program usage.
#[test]
fn the_blender_add_on_has_the_keys_of_the_program() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tools/blender/pliant/keys.json"
    );
    let listed = succeeds(Folder::new().command(&["keys", "--json"]));
    if std::env::var_os("PLIANT_BLESS").is_some() {
        std::fs::write(file, &listed).expect("it can be written");
    }
    let found = std::fs::read_to_string(file).expect("tools/blender/pliant/keys.json");
    assert!(
        found == listed,
        "tools/blender/pliant/keys.json has other keys than the program: run the command above this test"
    );
}

#[test]
fn info_names_collision_systems() {
    let folder = Folder::new();
    let mut scene = sheet();
    let ball = scene.shape(pliant_scenes::Shape::Sphere { radius: 0.1 });
    let systems =
        serde_json::json!({"collisionSystems": ["toys"], "notCollideWithSystems": ["cloth"]});
    let filter = scene.collision_filter(systems);
    let node = Node::new("Ball").collider(ball, None);
    scene.add(node.filtered(filter));
    folder.write("sheet.glb", &scene.to_glb());
    let text = succeeds(folder.modest(&["info", "sheet.glb"]));
    assert!(
        text.contains("in toys, does not collide with cloth"),
        "{text}"
    );
    let json = succeeds(folder.modest(&["info", "sheet.glb", "--json"]));
    let info: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(info["colliders"][0]["filter"]["avoids"][0], "cloth");
    assert!(info["bodies"][0]["filter"].is_null());
}

#[test]
fn info_says_which_colliders_deform() {
    let mut scene = sheet();
    let mesh = scene.mesh("Block", [shapes::cuboid(Vec3::splat(0.1))]);
    let body = Node::new("Body").mesh(mesh).at([0.0, 1.0, 0.0]);
    let body = scene.add(body.extra("pliant_body", "rigid"));
    let still = scene.add(Node::new("Still"));
    for (name, joint) in [("Carried", body), ("Unmoved", still)] {
        let limb = shapes::limb(0.1, 0.5, 8, 4, 2);
        let joints = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; limb.positions.len()];
        let mesh = scene.mesh(name, [limb.joints(joints)]);
        let skin = scene.skin(name, &[(joint, Mat4::IDENTITY)]);
        let node = Node::new(name).mesh(mesh).skin(skin);
        scene.add(node.extra("pliant_body", "kinematic"));
    }
    let folder = Folder::with_scene(&scene.to_value());
    let text = succeeds(folder.modest(&["info", "sheet.gltf"]));
    for line in [
        "Body: rigid box",
        "Carried: deforming mesh",
        "Unmoved: static mesh",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let json = succeeds(folder.modest(&["info", "sheet.gltf", "--json"]));
    let info: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let colliders = info["colliders"].as_array().expect("colliders").iter();
    let deform = colliders.filter(|collider| collider["deforms"] == true);
    assert_eq!(deform.count(), 1);
}

#[test]
fn info_understands_the_sheet() {
    let folder = Folder::new();
    let mut scene = sheet();
    scene.add(Node::new("Pole"));
    folder.write("sheet.glb", &scene.to_glb());
    let attach = "Sheet:attach=1,2=Pole";
    let options = ["--json", "--pin", "Sheet:0", "--set", attach];
    let text = succeeds(folder.modest(&[&["info", "sheet.glb"], &options[..]].concat()));
    let info: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(info["particles"], 45);
    let body = &info["bodies"][0];
    assert_eq!(
        (&body["name"], &body["attachments"]),
        (&"Sheet".into(), &2.into())
    );
    // The diagonals of the 32 quads are edges too, and count as shear.
    assert_eq!(info["constraints"]["stretch"], 8 * 5 + 9 * 4);
    assert_eq!(info["constraints"]["shear"], 32);
    assert!(info["bytes"].as_u64() > Some(0));
    assert_eq!(info["joints"], serde_json::json!([]));
    assert!(info["warnings"].is_array());
}
