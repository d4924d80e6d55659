//! Decompressed Draco primitives in the JSON of a package: plain accessors and views, without the extension.

use crate::accessors::{Component, Layout};
use crate::buffers::Buffers;
use crate::document::{Accessor, Document};
use crate::draco;
use crate::pool;
use serde_json::{Map, Value, json};

/// glTF's numbers for what a view is bound to: vertices, and indices.
const TARGETS: [u32; 2] = [34962, 34963];

/// Writes what [`draco::decompress`] changed in the document into a package's JSON.
pub(crate) fn rewrite(json: &mut Map<String, Value>, document: &Document, buffers: &Buffers) {
    let own = document.views.len();
    for (i, mesh) in document.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let item = json["meshes"][i]["primitives"][p].as_object_mut();
            let Some(item) = item.filter(|_| primitive.extensions.draco.is_some()) else {
                continue;
            };
            item.insert("attributes".to_owned(), json!(primitive.attributes));
            item.insert("indices".to_owned(), json!(primitive.indices));
            if let Some(extensions) = item.get_mut("extensions").and_then(Value::as_object_mut) {
                extensions.remove(draco::NAME);
                if extensions.is_empty() {
                    item.remove("extensions");
                }
            }
        }
    }
    if buffers.view_count() == own {
        return;
    }
    let mut views = array(json, "bufferViews");
    for view in own..buffers.view_count() {
        let mut item = json!({ "buffer": 0, "byteLength": buffers.view(view).len() });
        let stride = buffers.stride(view);
        item["target"] = json!(TARGETS[usize::from(stride.is_none())]);
        if let Some(stride) = stride {
            item["byteStride"] = json!(stride);
        }
        views.push(item);
    }
    json.insert("bufferViews".to_owned(), Value::Array(views));
    let mut accessors = array(json, "accessors");
    for (i, accessor) in document.accessors.iter().enumerate() {
        let view = accessor.buffer_view.and_then(|v| usize::try_from(v).ok());
        if let Some(view) = view.filter(|&view| view >= own) {
            if i >= accessors.len() {
                accessors.push(json!({}));
            }
            if let Some(item) = accessors[i].as_object_mut() {
                describe(item, i, accessor, buffers, view);
            }
        }
    }
    json.insert("accessors".to_owned(), Value::Array(accessors));
}

/// Takes an array out of a document.
fn array(json: &mut Map<String, Value>, key: &str) -> Vec<Value> {
    match json.remove(key) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

/// Describes a decompressed accessor. Its bounds are those of its elements, which the encoder has rounded.
fn describe(
    item: &mut Map<String, Value>,
    i: usize,
    accessor: &Accessor,
    buffers: &Buffers,
    view: usize,
) {
    item.remove("byteOffset");
    let mut set = |key: &str, value| _ = item.insert(key.to_owned(), value);
    set("bufferView", json!(view));
    set("componentType", json!(accessor.component_type));
    set("count", json!(accessor.count));
    set("type", json!(accessor.kind));
    if accessor.normalized {
        set("normalized", json!(true));
    }
    item.remove("min");
    item.remove("max");
    let layout = Layout::of(i, accessor).ok();
    // Large integers are no floats; these accessors are indices, which need no bounds.
    if let Some(layout) = layout.filter(|layout| layout.component != Component::U32) {
        let [least, most] = bounds(&layout, buffers, view);
        item.insert("min".to_owned(), json!(least));
        item.insert("max".to_owned(), json!(most));
    }
}

/// The least and the largest of each component.
fn bounds(layout: &Layout, buffers: &Buffers, view: usize) -> [Vec<f32>; 2] {
    let (size, components) = (layout.component.size(), layout.components as usize);
    let stride = buffers.stride(view).and_then(|s| usize::try_from(s).ok());
    let (mut least, mut most) = (vec![f32::MAX; components], vec![f32::MIN; components]);
    for element in buffers.view(view).chunks(stride.unwrap_or(size)) {
        for (c, bytes) in element.chunks_exact(size).take(components).enumerate() {
            let value = pool::decode(bytes, layout.component, false);
            (least[c], most[c]) = (least[c].min(value), most[c].max(value));
        }
    }
    [least, most]
}
