//! The JSON of a glTF file as plain types, structurally sound but otherwise unchecked.
//!
//! These types are our own because the `gltf` crate's JSON types wrap indices and component types
//! modulo 2³², refuse legal files (a scene without `nodes`, a channel without a target node) and
//! report structural faults by line and column where users need the object's name.

use crate::text::{one_line, quote};
use crate::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A JSON object.
pub(crate) type Object = Map<String, Value>;

/// The arrays of a glTF file, each element parsed for itself.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) accessors: Vec<Accessor>,
    pub(crate) animations: Vec<Animation>,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) views: Vec<View>,
    pub(crate) cameras: Vec<Camera>,
    pub(crate) images: Vec<Image>,
    pub(crate) materials: Vec<Material>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) samplers: Vec<Sampler>,
    pub(crate) textures: Vec<Texture>,
    pub(crate) scenes: Vec<SceneItem>,
    pub(crate) scene: Option<u64>,
    pub(crate) extensions: Object,
    pub(crate) used: Vec<String>,
    pub(crate) required: Vec<String>,
}

/// Declares one JSON object whose fields all have defaults, so that a missing one is found by its meaning.
macro_rules! item {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub(crate) struct $name { $($(#[$attribute])* pub(crate) $field: $type,)* }
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
item!(Buffer { byte_length: u64, uri: Option<String>, });
item!(View { buffer: Option<u64>, byte_offset: u64, byte_length: u64, byte_stride: Option<u64>, });
item!(Image { buffer_view: Option<u64>, uri: Option<String>, });
item!(Texture { sampler: Option<u64>, source: Option<u64>, });
item!(Sampler { mag_filter: Option<u64>, min_filter: Option<u64>, wrap_s: Option<u64>, wrap_t: Option<u64>, });
item!(SceneItem { nodes: Vec<u64>, extras: Value, extensions: Object, });
item!(Node {
    name: Option<String>,
    children: Vec<u64>,
    mesh: Option<u64>,
    camera: Option<u64>,
    skin: Option<u64>,
    matrix: Option<[f32; 16]>,
    translation: Option<[f32; 3]>,
    rotation: Option<[f32; 4]>,
    scale: Option<[f32; 3]>,
    extras: Value,
    extensions: Object,
});
item!(Mesh { name: Option<String>, primitives: Vec<Primitive>, extras: Value, });
item!(Primitive {
    attributes: std::collections::BTreeMap<String, u64>,
    indices: Option<u64>,
    material: Option<u64>,
    mode: Option<u64>,
    targets: Vec<Value>,
});
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

impl Document {
    /// Parses the JSON text of a file called `name`.
    pub(crate) fn parse(json: &[u8], name: &str) -> Result<Self> {
        let root: Value = serde_json::from_slice(json).map_err(|error| {
            Error::Scene(format!(
                "{name} is no valid glTF: {}; export it again",
                one_line(&error.to_string())
            ))
        })?;
        let Value::Object(mut root) = root else {
            return Error::scene(format!("{name} is no valid glTF: its JSON is no object"));
        };
        check_version(root.get("asset"), name)?;
        Ok(Self {
            accessors: items(&mut root, "accessors", "accessor")?,
            animations: items(&mut root, "animations", "animation")?,
            buffers: items(&mut root, "buffers", "buffer")?,
            views: items(&mut root, "bufferViews", "bufferView")?,
            cameras: items(&mut root, "cameras", "camera")?,
            images: items(&mut root, "images", "image")?,
            materials: items(&mut root, "materials", "material")?,
            meshes: items(&mut root, "meshes", "mesh")?,
            nodes: items(&mut root, "nodes", "node")?,
            samplers: items(&mut root, "samplers", "sampler")?,
            textures: items(&mut root, "textures", "texture")?,
            scenes: items(&mut root, "scenes", "scene")?,
            used: items(&mut root, "extensionsUsed", "extensionsUsed")?,
            required: items(&mut root, "extensionsRequired", "extensionsRequired")?,
            scene: field(&mut root, "scene")?,
            extensions: field::<Option<Object>>(&mut root, "extensions")?.unwrap_or_default(),
        })
    }

    /// Whether the file says that it uses an extension.
    pub(crate) fn uses(&self, extension: &str) -> bool {
        self.used
            .iter()
            .chain(&self.required)
            .any(|used| used == extension)
    }
}

/// The array `key` of the root, each of its elements named in errors.
fn items<T: DeserializeOwned>(root: &mut Object, key: &str, what: &str) -> Result<Vec<T>> {
    let list = match root.remove(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Error::scene(format!("{key} must be an array; export the file again")),
    };
    let parse = |(index, value): (usize, Value)| {
        T::deserialize(&value).map_err(|error| {
            let name = value
                .get("name")
                .and_then(Value::as_str)
                .map(|name| format!(" {}", quote(name)));
            let name = name.unwrap_or_default();
            Error::Scene(format!(
                "{what} {index}{name} is no valid glTF: {}",
                one_line(&error.to_string())
            ))
        })
    };
    list.into_iter().enumerate().map(parse).collect()
}

fn field<T: DeserializeOwned>(root: &mut Object, key: &str) -> Result<T> {
    serde_json::from_value(root.remove(key).unwrap_or(Value::Null)).map_err(|error| {
        Error::Scene(format!(
            "{key} is no valid glTF: {}",
            one_line(&error.to_string())
        ))
    })
}

fn check_version(asset: Option<&Value>, name: &str) -> Result<()> {
    let version = |key| {
        asset
            .and_then(|asset| asset.get(key))
            .and_then(Value::as_str)
    };
    let Some(is) = version("version") else {
        return Error::scene(format!("{name} is no valid glTF: asset.version is missing"));
    };
    // Every 2.x reader reads every 2.x file, unless the file asks for a newer one.
    if !is.starts_with("2.") || version("minVersion").is_some_and(|least| least != "2.0") {
        let wanted = version("minVersion").unwrap_or(is);
        return Error::scene(format!(
            "{name} is glTF {}; only 2.0 is read, export it as that",
            quote(wanted)
        ));
    }
    Ok(())
}

/// `value` as an index below `length`, or an error that says what `owner` names.
pub(crate) fn index(value: u64, length: usize, owner: &str, what: &str) -> Result<usize> {
    usize::try_from(value)
        .ok()
        .filter(|&index| index < length)
        .ok_or_else(|| {
            Error::Scene(format!(
                "{owner} names {what} {value}, which does not exist (the file has {length})"
            ))
        })
}
