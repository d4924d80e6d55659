//! Writes what was changed in the window: as a copy of the scene with its keys, or as a file for `--config`.

use super::edits::{Edits, setting};
use crate::container::{self, MOST_BYTES};
use crate::exit::Error;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pliant_outputs::write_durable;
use pliant_scene::{Overrides, Scene, Source};
use pliant_sim::Settings;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Writes a copy of a scene with the keys of flags and edits in its extras. Buffers and pictures go into the file.
pub(crate) fn scene(
    file: &Path,
    source: &Source,
    scene: &Scene,
    edits: &Edits,
) -> Result<(), Error> {
    let mut package = pliant_scene::package(source)?;
    let plain = pliant_scene::inspect(source, &Overrides::default())?;
    for (node, (now, before)) in scene.nodes.iter().zip(&plain.nodes).enumerate() {
        let mut keys: Vec<(&str, Value)> = Vec::new();
        if now.kind != before.kind {
            keys.push(("body", now.kind.into()));
        }
        let own = now
            .keys
            .iter()
            .filter(|(key, value)| before.keys.get(*key) != Some(value));
        keys.extend(own.map(|(key, value)| (*key, value.clone())));
        if let Some(of) = package.array("nodes").get_mut(node) {
            add(of, &keys);
        }
    }
    let settings: Vec<(&str, Value)> = edits
        .settings
        .iter()
        .map(|(key, value)| (*key, value.clone()))
        .collect();
    let shown = package
        .json
        .get("scene")
        .and_then(Value::as_u64)
        .unwrap_or(0);
    if let Some(of) = package.array("scenes").get_mut(shown as usize) {
        add(of, &settings);
    }
    let bytes = match file.extension().and_then(|e| e.to_str()) {
        Some("gltf") => gltf(package.json, &package.bytes)?,
        Some("glb") => glb(package.json, package.bytes)?,
        _ => return Err(Error::output(file, "give it the extension .glb or .gltf")),
    };
    Ok(write_durable(file, &bytes)?)
}

/// Adds keys to the extras of a node or scene.
fn add(of: &mut Value, keys: &[(&str, Value)]) {
    let Some(of) = of.as_object_mut().filter(|_| !keys.is_empty()) else {
        return;
    };
    let extras = of.entry("extras").or_insert_with(|| json!({}));
    if !extras.is_object() {
        *extras = json!({});
    }
    for (key, value) in keys {
        extras[format!("pliant_{key}")] = value.clone();
    }
}

fn gltf(mut json: Map<String, Value>, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    if !bytes.is_empty() {
        let data = BASE64_STANDARD.encode(bytes);
        let uri = format!("data:application/octet-stream;base64,{data}");
        json.insert(
            "buffers".to_owned(),
            json!([{ "byteLength": bytes.len(), "uri": uri }]),
        );
    }
    serde_json::to_vec_pretty(&json).map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))
}

fn glb(mut json: Map<String, Value>, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    if !bytes.is_empty() {
        json.insert("buffers".to_owned(), json!([{ "byteLength": bytes.len() }]));
    }
    let text = serde_json::to_vec(&json);
    let text = text.map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
    if text.len().saturating_add(bytes.len()) > MOST_BYTES {
        let why = "a .glb has at most 4 GiB: save a .gltf";
        return Err(Error::Usage(why.to_owned()));
    }
    Ok(container::glb(text, bytes))
}

/// Writes the keys of the command line and of edits as a file for `--config`. Returns the keys that have no option.
pub(crate) fn config(
    file: &Path,
    overrides: &Overrides,
    edits: &Edits,
    settings: &Settings,
) -> Result<Vec<&'static str>, Error> {
    let all = edits.overrides(overrides.clone());
    let mut table = toml::Table::new();
    let mut left_out = Vec::new();
    for key in edits.settings.keys() {
        match (*key, setting(settings, key)) {
            ("kill_below" | "sleeping", _) => left_out.push(*key),
            (_, value) => {
                let value = toml::Value::try_from(value).unwrap_or(toml::Value::Boolean(false));
                table.insert((*key).to_owned(), value);
            }
        }
    }
    let lists = [
        (
            "body",
            all.bodies
                .iter()
                .map(|(node, kind)| format!("{node}={kind}"))
                .collect(),
        ),
        (
            "pin",
            all.pins
                .iter()
                .map(|(node, pins)| format!("{node}:{pins}"))
                .collect(),
        ),
        (
            "set",
            all.sets
                .iter()
                .map(|(node, key, value)| format!("{node}:{key}={value}"))
                .collect(),
        ),
    ];
    for (key, lines) in lists {
        let lines: Vec<String> = lines;
        if !lines.is_empty() {
            table.insert(key.to_owned(), lines.into());
        }
    }
    let text = toml::to_string(&table);
    let text = text.map_err(|e| Error::Internal(format!("cannot make TOML: {e}")))?;
    write_durable(file, text.as_bytes())?;
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_scenes::{Document, Node, shapes};

    fn sheet(folder: &Path) -> Source {
        let mut scene = Document::new();
        let mesh = scene.mesh("Sheet", [shapes::grid(3, 3, 1.0, 1.0)]);
        scene.add(Node::new("Sheet").mesh(mesh).extra("pliant_body", "cloth"));
        let file = folder.join("sheet.gltf");
        std::fs::write(&file, scene.to_value().to_string()).expect("it is written");
        Source::File(file)
    }

    #[test]
    fn copies_and_settings_have_what_was_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = sheet(folder.path());
        let mut edits = Edits::default();
        let key = |key: &str| ("Sheet".to_owned(), key.to_owned());
        edits.nodes.insert(key("density"), json!(0.6));
        edits.nodes.insert(key("pin"), json!("left"));
        edits.settings.insert("substeps", json!(7));
        let changed = pliant_scene::load(&source, &edits.overrides(Overrides::default()));
        let changed = changed.expect("it loads");
        for name in ["copy.glb", "copy.gltf"] {
            let file = folder.path().join(name);
            scene(&file, &source, &changed, &edits).expect("it is saved");
            let copy = pliant_scene::load(&Source::File(file), &Overrides::default());
            let copy = copy.expect("it loads");
            assert_eq!(copy.nodes[0].keys, changed.nodes[0].keys, "{name}");
            assert_eq!(copy.bodies[0].pinned, changed.bodies[0].pinned, "{name}");
            assert_eq!(copy.settings.substeps, Some(7), "{name}");
        }
        assert!(scene(&folder.path().join("copy.txt"), &source, &changed, &edits).is_err());

        let mut settings = Settings::of(&changed);
        edits.settings.insert("sleeping", json!(false));
        edits.apply(&mut settings);
        let file = folder.path().join("sheet.toml");
        let left_out =
            config(&file, &Overrides::default(), &edits, &settings).expect("it is saved");
        assert_eq!(left_out, ["sleeping"]);
        let text = std::fs::read_to_string(file).expect("it is there");
        let table: toml::Table = text.parse().expect("TOML");
        assert_eq!(table["substeps"].as_integer(), Some(7));
        assert_eq!(table["set"][1].as_str(), Some("Sheet:pin=\"left\""));
    }
}
