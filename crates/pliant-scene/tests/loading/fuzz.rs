//! Scenes whose `pliant_` keys, physics extensions, primitives, skins and animations are mutated: each file loads, or is refused with one line.

use pliant_scene::{Overrides, Source, load};
use serde_json::{Value, json};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// Mutated files for each scene of the repository.
const CASES: u64 = 110;

/// Fewer for scenes that take long to load.
const SLOW: (&str, u64) = ("bunnies.gltf", 4);

/// Keys that a mutation may add to a node, besides those that scenes already have.
const KEYS: &[&str] = &[
    "pliant_body",
    "pliant_collider",
    "pliant_density",
    "pliant_mass",
    "pliant_particle_mass",
    "pliant_pin",
    "pliant_attach",
    "pliant_links",
    "pliant_model",
    "pliant_bend_model",
    "pliant_bend_compliance",
    "pliant_youngs_modulus",
    "pliant_poissons_ratio",
    "pliant_strain_limit",
    "pliant_tear_strain",
    "pliant_pressure",
    "pliant_thickness",
    "pliant_contact",
    "pliant_restitution",
    "pliant_spacing",
    "pliant_velocity",
    "pliant_break_force",
    "pliant_emit",
];

/// Stands in the tree for a JSON number beyond the range of floats.
const OVERFLOW: &str = "number beyond every float";

#[test]
fn mutated_scenes_load_or_are_refused_with_one_line() {
    let mut loaded = 0;
    for path in scenes() {
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a scene");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let cases = if name == SLOW.0 { SLOW.1 } else { CASES };
        for seed in 0..cases {
            let text = mutated(&file, seed);
            let outcome = catch_unwind(|| outcome(&text));
            let outcome = outcome.unwrap_or_else(|_| panic!("{name}, seed {seed}: a panic"));
            for line in &outcome.lines {
                let one = !line.contains('\n') && line.chars().count() < 1000;
                assert!(one && !line.is_empty(), "{name}, seed {seed}: {line}");
            }
            loaded += u32::from(outcome.loaded);
        }
    }
    assert!(
        loaded > 1000,
        "only {loaded} files still load: mutations are too harsh to test more"
    );
}

struct Outcome {
    loaded: bool,
    /// The error, or the warnings.
    lines: Vec<String>,
}

fn outcome(text: &str) -> Outcome {
    let source = Source::Bytes(text.as_bytes().to_vec());
    match load(&source, &Overrides::default()) {
        Ok(scene) => Outcome {
            loaded: true,
            lines: scene.warnings,
        },
        Err(error) => Outcome {
            loaded: false,
            lines: vec![error.to_string()],
        },
    }
}

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes' folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// The file with one or two values changed, as text.
fn mutated(file: &Value, seed: u64) -> String {
    let mut file = file.clone();
    let mut random = Random(seed);
    for _ in 0..=random.below(2) {
        mutate(&mut file, &mut random);
    }
    file.to_string()
        .replace(&format!("\"{OVERFLOW}\""), "1e999")
}

fn mutate(file: &mut Value, random: &mut Random) {
    if random.below(4) == 0 {
        return add_key(file, random);
    }
    let sites = sites(file);
    let Some(site) = random.pick(&sites) else {
        return;
    };
    let (parent, key) = site.rsplit_once('/').expect("a path has a slash");
    let copied = random.pick(&sites).and_then(|other| file.pointer(other));
    let copied = copied.cloned().unwrap_or_default();
    match random.below(5) {
        0 => remove(file.pointer_mut(parent).expect("a site"), key),
        1 => *file.pointer_mut(site).expect("a site") = copied,
        2 => duplicate(file.pointer_mut(parent).expect("a site"), key, copied),
        _ => *file.pointer_mut(site).expect("a site") = wild(random),
    }
}

/// A key on a node, with a wild value or a plausible one.
fn add_key(file: &mut Value, random: &mut Random) {
    let nodes = file["nodes"].as_array_mut().expect("nodes");
    let node = random.below(nodes.len() as u64) as usize;
    let key = *random.pick(KEYS).expect("keys");
    let words = [
        json!("cloth"),
        json!("soft"),
        json!("balloon"),
        json!("rope"),
        json!("fluid"),
        json!("rigid"),
        json!("static"),
        json!("trigger"),
        json!("mesh"),
        json!("hull"),
        json!("capsule"),
        json!(1),
    ];
    let value = match random.below(3) {
        0 => wild(random),
        _ => random.pick(&words).expect("words").clone(),
    };
    let extras = &mut nodes[node]["extras"];
    if !extras.is_object() {
        *extras = json!({});
    }
    extras[key] = value;
}

fn remove(parent: &mut Value, key: &str) {
    match parent {
        Value::Object(fields) => _ = fields.remove(key),
        Value::Array(items) => _ = items.remove(key.parse().expect("an index")),
        _ => {}
    }
}

/// Adds `copied` next to the value of `key`.
fn duplicate(parent: &mut Value, key: &str, copied: Value) {
    match parent {
        Value::Object(fields) => _ = fields.insert(format!("{key}2"), copied),
        Value::Array(items) => items.push(copied),
        _ => {}
    }
}

/// JSON pointers to all values of keys, physics extensions and primitives, and to the counts of accessors.
fn sites(file: &Value) -> Vec<String> {
    let mut sites = Vec::new();
    for list in ["scenes", "nodes", "meshes", "materials"] {
        for (i, item) in file[list].as_array().into_iter().flatten().enumerate() {
            let path = format!("/{list}/{i}");
            if item.get("extras").is_some() {
                below(&item["extras"], &format!("{path}/extras"), &mut sites);
            }
            extensions(item, &path, &mut sites);
        }
    }
    extensions(file, "", &mut sites);
    for (i, mesh) in file["meshes"].as_array().into_iter().flatten().enumerate() {
        let primitives = &mesh["primitives"];
        below(primitives, &format!("/meshes/{i}/primitives"), &mut sites);
    }
    // Of files with skins, these and everything that animates them.
    if file.get("skins").is_some() || file.to_string().contains("\"targets\"") {
        for list in ["skins", "animations"] {
            below(&file[list], &format!("/{list}"), &mut sites);
        }
        let nodes = file["nodes"].as_array().into_iter().flatten();
        let keys = nodes.enumerate().flat_map(|(i, _)| {
            ["skin", "weights", "children", "mesh"].map(|key| format!("/nodes/{i}/{key}"))
        });
        sites.extend(keys);
    }
    let accessors = file["accessors"].as_array().into_iter().flatten();
    sites.extend(
        accessors
            .enumerate()
            .map(|(i, _)| format!("/accessors/{i}/count")),
    );
    // An earlier mutation may have removed a primitive's list or an accessor's count.
    sites.retain(|site| file.pointer(site).is_some());
    sites
}

fn extensions(item: &Value, path: &str, sites: &mut Vec<String>) {
    for (name, value) in item["extensions"].as_object().into_iter().flatten() {
        if name.contains("physics") || name.contains("shapes") {
            below(value, &format!("{path}/extensions/{name}"), sites);
        }
    }
}

fn below(value: &Value, path: &str, sites: &mut Vec<String>) {
    sites.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                below(value, &format!("{path}/{key}"), sites);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                below(value, &format!("{path}/{i}"), sites);
            }
        }
        _ => {}
    }
}

fn wild(random: &mut Random) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-0.0),
        json!(-1),
        json!(1),
        json!(2),
        json!(3),
        json!(0.5),
        json!(1e-300),
        json!(1e-30),
        json!(1e30),
        json!(3.4e38),
        json!(-3.4e38),
        json!(1e300),
        json!(-1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(u32::MAX),
        json!(OVERFLOW),
        json!([]),
        json!({}),
        json!([[]]),
        json!([null]),
        json!([-1]),
        json!([0, 0, 0]),
        json!([0, 0, 0, 0]),
        json!([1e30, 1e-30, -1e30]),
        json!([1e300, 0, 0]),
        json!([u64::MAX, 0]),
        json!(""),
        json!("top,left,99999999999"),
        json!("two\nlines"),
        json!("x".repeat(3000)),
        json!(["top=nobody"]),
        json!({"rate": 1e300, "duration": 1e300}),
        json!({"rate": 1, "limit": u32::MAX}),
        json!({"type": "box", "box": {"size": [0, -1, 1e30]}}),
        json!({"min": 1e30, "max": -1e30, "linearAxes": [0, 7]}),
    ];
    random.pick(&values).expect("values").clone()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let place = self.below(from.len().max(1) as u64);
        from.get(place as usize)
    }
}
