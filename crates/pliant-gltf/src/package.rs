//! A glTF document with everything that it names, for writers of glTF.

use crate::buffers::Buffers;
use crate::container::Container;
use crate::document::Document;
use crate::draco;
use crate::error::{Error, Result};
use crate::files::{self, MAX_FILE};
use crate::meshopt;
use crate::uri::{Target, resolve};
use serde_json::{Map, Value, json};
use std::path::Path;

/// A glTF document as the file has it, except that all of its buffers and pictures are in one buffer without a URI, and
/// that compressed views and meshes are decompressed.
#[derive(Debug, Clone, Default)]
pub struct Package {
    /// The JSON. It has no `buffers`: all views name buffer 0, whose bytes are `bytes`.
    pub json: Map<String, Value>,
    /// The bytes of that buffer.
    pub bytes: Vec<u8>,
}

impl Package {
    /// The document of a file whose Draco primitives are decompressed; `folder` is where relative URIs start.
    ///
    /// # Errors
    /// For text that is no JSON.
    pub fn new(
        container: &Container,
        document: &Document,
        buffers: &Buffers,
        folder: Option<&Path>,
    ) -> Result<Self> {
        let json = serde_json::from_slice(container.json());
        let mut package = Self {
            json: json.map_err(|e| Error(format!("the scene is not valid glTF: {e}")))?,
            bytes: Vec::new(),
        };
        draco::rewrite::rewrite(&mut package.json, document, buffers);
        package.add_buffers(buffers);
        package.add_pictures(folder);
        Ok(package)
    }

    /// The elements of one of the document's arrays, which is made where it is missing.
    pub fn array(&mut self, key: &str) -> &mut Vec<Value> {
        let entry = self.json.entry(key).or_insert_with(|| json!([]));
        if !entry.is_array() {
            *entry = json!([]);
        }
        entry.as_array_mut().expect("it was just made one")
    }

    /// Joins all buffers, and moves the views into the joined one.
    fn add_buffers(&mut self, buffers: &Buffers) {
        let starts: Vec<u64> = buffers.all().map(|bytes| self.append(bytes)).collect();
        self.json.remove("buffers");
        self.forget(&meshopt::NAMES);
        self.forget(&[draco::NAME]);
        for (i, view) in self.views().enumerate() {
            if let Some(start) = buffers.decompressed(i).and_then(|b| starts.get(b)) {
                view.insert("buffer".to_owned(), json!(0));
                view.insert("byteOffset".to_owned(), json!(start));
                view.remove("extensions");
                continue;
            }
            let buffer = view.get("buffer").and_then(Value::as_u64).unwrap_or(0);
            let start = usize::try_from(buffer).ok().and_then(|b| starts.get(b));
            let offset = view.get("byteOffset").and_then(Value::as_u64).unwrap_or(0);
            view.insert("buffer".to_owned(), json!(0));
            let offset = offset + start.copied().unwrap_or(0);
            view.insert("byteOffset".to_owned(), json!(offset));
        }
    }

    /// Removes extensions that the document no longer has from its lists.
    fn forget(&mut self, names: &[&str]) {
        for key in ["extensionsUsed", "extensionsRequired"] {
            let Some(list) = self.json.get_mut(key).and_then(Value::as_array_mut) else {
                continue;
            };
            list.retain(|name| name.as_str().is_none_or(|name| !names.contains(&name)));
            if list.is_empty() {
                self.json.remove(key);
            }
        }
    }

    /// The document's buffer views.
    fn views(&mut self) -> impl Iterator<Item = &mut Map<String, Value>> {
        let views = self
            .json
            .get_mut("bufferViews")
            .and_then(Value::as_array_mut);
        views.into_iter().flatten().filter_map(Value::as_object_mut)
    }

    /// Embeds the pictures that have a URI. One that cannot be read keeps it, as the loader drew the scene without it.
    fn add_pictures(&mut self, folder: Option<&Path>) {
        for i in 0..self.array_length("images") {
            let uri = self.json["images"][i].get("uri").and_then(Value::as_str);
            let Some(bytes) = uri.and_then(|uri| picture(uri, folder)) else {
                continue;
            };
            let start = self.append(&bytes);
            let view = json!({ "buffer": 0, "byteOffset": start, "byteLength": bytes.len() });
            let views = self.array("bufferViews");
            views.push(view);
            let view = views.len() - 1;
            if let Some(image) = self.json["images"][i].as_object_mut() {
                image.remove("uri");
                image.insert("bufferView".to_owned(), json!(view));
                image.insert("mimeType".to_owned(), json!(media_type(&bytes)));
            }
        }
    }

    fn array_length(&self, key: &str) -> usize {
        self.json
            .get(key)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// Appends bytes, aligned for every component type; returns where they start.
    fn append(&mut self, bytes: &[u8]) -> u64 {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let start = self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytes);
        start
    }
}

/// The bytes of a picture with a known format.
fn picture(uri: &str, folder: Option<&Path>) -> Option<Vec<u8>> {
    let bytes = match resolve(uri, folder, "picture").ok()? {
        Target::Data(bytes) => bytes,
        Target::File(path) => files::read(&path, MAX_FILE).ok()?,
    };
    (!media_type(&bytes).is_empty()).then_some(bytes)
}

/// The media type of a picture by its first bytes; empty where it is unknown.
fn media_type(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "image/webp",
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => "image/ktx2",
        _ => "",
    }
}
