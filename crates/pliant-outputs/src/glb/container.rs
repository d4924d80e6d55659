//! Writes a GLB: a header, the document, and the one buffer.

use super::animation::Animation;
use super::data::{Accessor, Data, View};
use super::fluids::{KeyMesh, KeyNode};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::io::{Error, ErrorKind, Result, Seek, SeekFrom, Write};

/// Bytes of the header of the file and of that of a chunk.
const HEADER: u64 = 12;
const CHUNK: u64 = 8;

/// What is added to a document besides its data.
pub(super) struct Added {
    pub(super) meshes: Vec<KeyMesh>,
    pub(super) nodes: Vec<KeyNode>,
    pub(super) animation: Option<Animation>,
}

/// The document with what was added.
#[derive(Serialize)]
struct Root<'a> {
    #[serde(flatten)]
    rest: &'a Map<String, Value>,
    #[serde(rename = "bufferViews", skip_serializing_if = "Joined::is_empty")]
    views: Joined<'a, View>,
    #[serde(skip_serializing_if = "Joined::is_empty")]
    accessors: Joined<'a, Accessor>,
    #[serde(skip_serializing_if = "Joined::is_empty")]
    meshes: Joined<'a, KeyMesh>,
    #[serde(skip_serializing_if = "Joined::is_empty")]
    nodes: Joined<'a, KeyNode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    animations: Option<[&'a Animation; 1]>,
}

/// The document's elements of an array, and those that were added.
struct Joined<'a, T>(Vec<Value>, &'a [T]);

impl<T> Joined<'_, T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty() && self.1.is_empty()
    }
}

impl<T: Serialize> Serialize for Joined<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Item<'a, T> {
            Old(&'a Value),
            New(&'a T),
        }
        let old = self.0.iter().map(Item::Old);
        serializer.collect_seq(old.chain(self.1.iter().map(Item::New)))
    }
}

/// Writes the file. The document is written before its length is known, and the headers after it.
pub(super) fn write(
    out: &mut (impl Write + Seek),
    (mut document, added): (Map<String, Value>, Added),
    data: &mut Data,
) -> Result<()> {
    let length = data.bytes.length();
    if length > 0 {
        document.insert("buffers".to_owned(), json!([{ "byteLength": length }]));
    }
    let mut old = |key: &str| match document.remove(key) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let [views, accessors, meshes, nodes] =
        ["bufferViews", "accessors", "meshes", "nodes"].map(&mut old);
    out.seek(SeekFrom::Start(HEADER + CHUNK))?;
    let root = Root {
        rest: &document,
        views: Joined(views, &data.views),
        accessors: Joined(accessors, &data.accessors),
        meshes: Joined(meshes, &added.meshes),
        nodes: Joined(nodes, &added.nodes),
        animations: added.animation.as_ref().map(|animation| [animation]),
    };
    serde_json::to_writer(&mut *out, &root)?;
    let json = pad(out, b' ')? - HEADER - CHUNK;
    if length > 0 {
        out.write_all(&[0; CHUNK as usize])?;
        data.bytes.copy_to(out)?;
    }
    let end = pad(out, 0)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(b"glTF")?;
    out.write_all(&word(2)?)?;
    out.write_all(&word(end)?)?;
    out.write_all(&word(json)?)?;
    out.write_all(b"JSON")?;
    if length > 0 {
        let chunk = HEADER + CHUNK + json;
        out.seek(SeekFrom::Start(chunk))?;
        out.write_all(&word(end - chunk - CHUNK)?)?;
        out.write_all(b"BIN\0")?;
    }
    Ok(())
}

/// Pads to a multiple of 4, and returns the position.
fn pad(out: &mut (impl Write + Seek), byte: u8) -> Result<u64> {
    while !out.stream_position()?.is_multiple_of(4) {
        out.write_all(&[byte])?;
    }
    out.stream_position()
}

fn word(number: u64) -> Result<[u8; 4]> {
    let number = u32::try_from(number).map_err(|_| {
        Error::new(
            ErrorKind::FileTooLarge,
            "the animation exceeds the 4 GiB of a .glb",
        )
    })?;
    Ok(number.to_le_bytes())
}
