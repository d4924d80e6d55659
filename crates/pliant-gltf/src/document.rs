//! The JSON of a glTF file as plain types, structurally sound but otherwise unchecked.
//!
//! These types are our own because the `gltf` crate's JSON types wrap indices and component types
//! modulo 2³², refuse legal files (a scene without `nodes`, a channel without a target node) and
//! report structural faults by line and column where users need the object's name.

use crate::error::{Error, Result};
use crate::meshopt::Compressed;
use crate::text::{one_line, quote};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A JSON object.
pub type Object = Map<String, Value>;

/// The arrays of a glTF file, each element parsed by itself.
#[derive(Debug, Default)]
pub struct Document<'a> {
    /// `accessors`.
    pub accessors: Vec<Accessor>,
    /// `animations`.
    pub animations: Vec<Animation>,
    /// `buffers`.
    pub buffers: Vec<Buffer>,
    /// `bufferViews`.
    pub views: Vec<View>,
    /// `cameras`.
    pub cameras: Vec<Camera>,
    /// `images`.
    pub images: Vec<Image>,
    /// `materials`.
    pub materials: Vec<Material>,
    /// `meshes`.
    pub meshes: Vec<Mesh>,
    /// The text of each node: parsed, a million of them would take a quarter of a gigabyte. See [`Document::node`].
    nodes: Vec<&'a RawValue>,
    /// `samplers`.
    pub samplers: Vec<Sampler>,
    /// `skins`.
    pub skins: Vec<Skin>,
    /// `textures`.
    pub textures: Vec<Texture>,
    /// `scenes`.
    pub scenes: Vec<SceneItem>,
    /// `scene`, the one that is shown.
    pub scene: Option<u64>,
    /// `shapes` of glTF 2.1.
    pub shapes: Vec<Value>,
    /// Whether it names other glTF files as assets, which glTF 2.1 allows.
    pub external: bool,
    /// `extensions` of the root.
    pub extensions: Object,
    /// `extensionsUsed`.
    pub used: Vec<String>,
    /// `extensionsRequired`.
    pub required: Vec<String>,
}

/// Declares one JSON object whose fields all have defaults: the reader of a field reports where it is missing.
macro_rules! item {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        #[expect(missing_docs, reason = "the fields are those of the glTF specification")]
        pub struct $name { $($(#[$attribute])* pub $field: $type,)* }
    };
}

item!(Accessor {
    buffer_view: Option<u64>,
    byte_offset: u64,
    component_type: u64,
    count: u64,
    #[serde(rename = "type")]
    kind: String,
    normalized: bool,
    sparse: Option<Sparse>,
});
item!(Sparse {
    count: u64,
    indices: SparseIndices,
    values: SparseValues,
});
item!(SparseIndices { buffer_view: Option<u64>, byte_offset: u64, component_type: u64, });
item!(SparseValues { buffer_view: Option<u64>, byte_offset: u64, });
item!(Buffer { byte_length: u64, uri: Option<String>, extensions: Object, });
item!(View {
    buffer: Option<u64>,
    byte_offset: u64,
    byte_length: u64,
    byte_stride: Option<u64>,
    extensions: Compression,
});
item!(Compression {
    #[serde(rename = "EXT_meshopt_compression")]
    ext: Option<Compressed>,
    #[serde(rename = "KHR_meshopt_compression")]
    khr: Option<Compressed>,
});
item!(Image { buffer_view: Option<u64>, uri: Option<String>, });
item!(Texture { sampler: Option<u64>, source: Option<u64>, extensions: Object, });
item!(Sampler { mag_filter: Option<u64>, min_filter: Option<u64>, wrap_s: Option<u64>, wrap_t: Option<u64>, });
item!(SceneItem { nodes: Vec<u64>, extras: Value, extensions: Object, });
item!(Node {
    name: Option<String>,
    children: Vec<u64>,
    mesh: Option<u64>,
    camera: Option<u64>,
    skin: Option<u64>,
    weights: Option<Vec<f32>>,
    matrix: Option<[f32; 16]>,
    translation: Option<[f32; 3]>,
    rotation: Option<[f32; 4]>,
    scale: Option<[f32; 3]>,
    extras: Value,
    extensions: Object,
});
item!(NodeName { name: Option<String>, });
item!(Mesh { name: Option<String>, primitives: Vec<Primitive>, weights: Option<Vec<f32>>, extras: Value, });
item!(Primitive {
    attributes: BTreeMap<String, u64>,
    indices: Option<u64>,
    material: Option<u64>,
    mode: Option<u64>,
    targets: Vec<BTreeMap<String, u64>>,
    extensions: PrimitiveExtensions,
});
item!(PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    draco: Option<Draco>,
});
item!(
    /// The view that has the stream, and the stream's number of each attribute.
    Draco { buffer_view: Option<u64>, attributes: BTreeMap<String, u32>, }
);
item!(Skin { name: Option<String>, joints: Vec<u64>, inverse_bind_matrices: Option<u64>, });
item!(Camera {
    #[serde(rename = "type")]
    kind: String,
    perspective: Option<Perspective>,
    orthographic: Option<Orthographic>,
});
item!(Perspective { yfov: f32, aspect_ratio: Option<f32>, znear: f32, zfar: Option<f32>, });
item!(Orthographic {
    xmag: f32,
    ymag: f32,
    znear: f32,
    zfar: f32,
});
item!(Animation { channels: Vec<Channel>, samplers: Vec<AnimationSampler>, });
item!(Channel { sampler: Option<u64>, target: ChannelTarget, });
item!(ChannelTarget { node: Option<u64>, path: String, });
item!(AnimationSampler { input: Option<u64>, output: Option<u64>, interpolation: Option<String>, });
item!(Material {
    name: Option<String>,
    pbr_metallic_roughness: Roughness,
    normal_texture: Option<TextureInfo>,
    occlusion_texture: Option<TextureInfo>,
    emissive_texture: Option<TextureInfo>,
    emissive_factor: Option<[f32; 3]>,
    alpha_mode: Option<String>,
    alpha_cutoff: Option<f32>,
    double_sided: bool,
    extras: Value,
    extensions: Object,
});
item!(Roughness {
    base_color_factor: Option<[f32; 4]>,
    base_color_texture: Option<TextureInfo>,
    metallic_factor: Option<f32>,
    roughness_factor: Option<f32>,
    metallic_roughness_texture: Option<TextureInfo>,
});
item!(TextureInfo {
    index: Option<u64>,
    tex_coord: u64,
    scale: Option<f32>,
    strength: Option<f32>,
    extensions: Object,
});

/// The two parts of a node that its physics is read from.
#[derive(Debug, Default)]
pub struct NodeExtras {
    /// `extras`, null where it has none.
    pub extras: Value,
    /// `extensions`, by name.
    pub extensions: Object,
}

impl Node {
    /// Its extras and extensions, if it has either.
    pub fn extras(self) -> Option<Box<NodeExtras>> {
        let (extras, extensions) = (self.extras, self.extensions);
        let said = !extras.is_null() || !extensions.is_empty();
        said.then(|| Box::new(NodeExtras { extras, extensions }))
    }
}

impl<'a> Document<'a> {
    /// Parses the JSON text of a file called `name`.
    pub fn parse(json: &'a [u8], name: &str) -> Result<Self> {
        let root: Root = serde_json::from_slice(json).map_err(|error| {
            let why = one_line(&error.to_string());
            Error(format!("{name} is not valid glTF: {why}; export it again"))
        })?;
        check_version(&field(&root, "asset")?, name)?;
        Ok(Self {
            accessors: items(&root, "accessors", "accessor")?,
            animations: items(&root, "animations", "animation")?,
            buffers: items(&root, "buffers", "buffer")?,
            views: items(&root, "bufferViews", "bufferView")?,
            cameras: items(&root, "cameras", "camera")?,
            images: items(&root, "images", "image")?,
            materials: items(&root, "materials", "material")?,
            meshes: items(&root, "meshes", "mesh")?,
            nodes: field::<Option<_>>(&root, "nodes")?.unwrap_or_default(),
            samplers: items(&root, "samplers", "sampler")?,
            skins: items(&root, "skins", "skin")?,
            textures: items(&root, "textures", "texture")?,
            scenes: items(&root, "scenes", "scene")?,
            used: items(&root, "extensionsUsed", "extensionsUsed")?,
            required: items(&root, "extensionsRequired", "extensionsRequired")?,
            scene: field(&root, "scene")?,
            shapes: items(&root, "shapes", "shape")?,
            external: root.contains_key("externalAssets"),
            extensions: field::<Option<_>>(&root, "extensions")?.unwrap_or_default(),
        })
    }

    /// How many nodes the file has.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Node `i`, parsed.
    pub fn node(&self, i: usize) -> Result<Node> {
        item("node", i, self.nodes[i])
    }

    /// The name that the file gives node `i`.
    pub fn node_name(&self, i: usize) -> Result<Option<String>> {
        item("node", i, self.nodes[i]).map(|node: NodeName| node.name)
    }

    /// Whether the file says that it uses an extension.
    pub fn uses(&self, extension: &str) -> bool {
        self.used
            .iter()
            .chain(&self.required)
            .any(|used| used == extension)
    }
}

/// The root object, with its parts as text: a tree of all JSON values would take ten times the memory.
type Root<'a> = BTreeMap<String, &'a RawValue>;

/// The array `key` of the root, each of its elements named in errors.
fn items<T: DeserializeOwned>(root: &Root, key: &str, what: &str) -> Result<Vec<T>> {
    let list: Option<Vec<&RawValue>> = field(root, key)?;
    let list = list.into_iter().flatten().enumerate();
    list.map(|(index, text)| item(what, index, text)).collect()
}

/// One element of an array, named in errors.
fn item<T: DeserializeOwned>(what: &str, index: usize, text: &RawValue) -> Result<T> {
    serde_json::from_str(text.get()).map_err(|error| {
        let name = serde_json::from_str::<Named>(text.get()).ok();
        let name = name.map_or_else(String::new, |item| format!(" {}", quote(&item.name)));
        Error(format!(
            "{what} {index}{name} is not valid glTF: {}",
            reason(&error)
        ))
    })
}

/// The part `key` of the root, null where it is missing.
fn field<'a, T: Deserialize<'a>>(root: &Root<'a>, key: &str) -> Result<T> {
    let text = root.get(key).map_or("null", |text| text.get());
    serde_json::from_str(text)
        .map_err(|error| Error(format!("{key} is not valid glTF: {}", reason(&error))))
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// The reason of an error without its line and column, which count within the part and not within the file.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    one_line(text.split(" at line ").next().unwrap_or(&text))
}

fn check_version(asset: &Value, name: &str) -> Result<()> {
    let version = |key| asset.get(key).and_then(Value::as_str);
    let Some(is) = version("version") else {
        return Error::file(format!(
            "{name} is not valid glTF: asset.version is missing"
        ));
    };
    // Every 2.x reader reads every 2.x file, unless the file requires a newer version.
    let newer = |least: &str| !["2.0", "2.1"].contains(&least);
    if !is.starts_with("2.") || version("minVersion").is_some_and(newer) {
        let wanted = version("minVersion").unwrap_or(is);
        return Error::file(format!(
            "{name} is glTF {}; only 2.0 and 2.1 are read, export it as one of these",
            quote(wanted)
        ));
    }
    Ok(())
}

/// `value` as an index below `length`, or an error that says what `owner` names.
pub fn index(value: u64, length: usize, owner: &str, what: &str) -> Result<usize> {
    usize::try_from(value)
        .ok()
        .filter(|&index| index < length)
        .ok_or_else(|| {
            Error(format!(
                "{owner} names {what} {value}, which does not exist (the file has {length})"
            ))
        })
}
