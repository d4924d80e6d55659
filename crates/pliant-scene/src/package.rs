//! A scene's glTF document with everything that it names, for writers of glTF. See [`package`].

use crate::drawing::cameras;
use crate::error::Result;
use crate::graph::nodes;
use pliant_gltf::buffers::Buffers;
use pliant_gltf::container::Container;
use pliant_gltf::document::Document;
use pliant_gltf::draco;
use pliant_gltf::package::Package;
use pliant_gltf::source::Source;

/// Reads the document of a scene that the loader accepts. Meshes in unnamed children have the names and keys of their parents.
///
/// # Errors
/// [`Error::Scene`](crate::Error::Scene) for a file that can't be loaded.
pub fn package(source: &Source) -> Result<Package> {
    let (bytes, folder) = (source.bytes()?, source.folder());
    let container = Container::open(bytes, "the scene")?;
    let mut document = Document::parse(container.json(), "the scene")?;
    let mut buffers = Buffers::read(&document, container.bin(), folder)?;
    draco::decompress(&mut document, &mut buffers)?;
    let mut package = Package::new(&container, &document, &buffers, folder)?;
    let lights = cameras::lights(&document)?.len();
    let unnamed_meshes = nodes::read(&document, lights)?.unnamed_meshes;
    if !unnamed_meshes.is_empty() {
        nodes::hand_down_in_json(package.array("nodes"), &unnamed_meshes);
    }
    Ok(package)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn buffers_are_joined_and_pictures_embedded() {
        let scene = json!({
            "asset": { "version": "2.0" },
            "buffers": [
                { "byteLength": 2, "uri": "data:application/octet-stream;base64,AQI=" },
                { "byteLength": 4, "uri": "data:application/octet-stream;base64,AwQFBg==" },
            ],
            "bufferViews": [{ "buffer": 1, "byteOffset": 1, "byteLength": 3 }],
            "images": [{ "name": "P", "uri": "data:image/png;base64,iVBORw0KGgo=" }],
            "extras": { "kept": true },
        });
        let source = Source::Bytes(scene.to_string().into_bytes());
        let package = package(&source).expect("a good file");
        assert_eq!(package.bytes[..8], [1, 2, 0, 0, 3, 4, 5, 6]);
        assert_eq!(package.json["bufferViews"][0]["byteOffset"], 5);
        assert_eq!(package.json["images"][0]["bufferView"], 1);
        assert_eq!(package.json["images"][0]["name"], "P");
        assert_eq!(package.json["extras"]["kept"], true);
        assert!(!package.json.contains_key("buffers"));
    }
}
