//! Compressed and decorated files: meshopt, WebP and materials that only change how a surface looks.

use crate::common::{cloth, data_uri, open};
use pliant_scene::Source;
use serde_json::{Value, json};

/// The cloth's indices, with a fallback buffer that has no bytes.
fn compressed() -> Value {
    let mut file = cloth();
    // Version 1, then each index as the difference to the last one: 0 1 4, 0 4 3, …
    let quads = [0i32, 1, 3, 4]
        .into_iter()
        .flat_map(|i| [i, i + 1, i + 4, i, i + 4, i + 3]);
    let mut stream = vec![0xd1];
    let mut last = 0;
    for index in quads {
        let delta = index - last;
        stream.push((((delta << 1) ^ (delta >> 31)) << 1) as u8);
        last = index;
    }
    stream.extend([0; 4]);
    let buffers = file["buffers"].as_array_mut().unwrap();
    buffers.push(json!({"byteLength": stream.len(), "uri": data_uri(&stream)}));
    buffers.push(
        json!({"byteLength": 48, "extensions": {"EXT_meshopt_compression": {"fallback": true}}}),
    );
    file["bufferViews"][1] = json!({"buffer": 2, "byteLength": 48, "extensions": {"EXT_meshopt_compression":
        {"buffer": 1, "byteLength": stream.len(), "byteStride": 2, "count": 24, "mode": "INDICES"}}});
    file["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    file["extensionsRequired"] = json!(["EXT_meshopt_compression"]);
    file
}

#[test]
fn meshopt_indices_are_those_of_the_plain_file() {
    let (plain, scene) = (open(&cloth()).unwrap(), open(&compressed()).unwrap());
    let indices = |scene: &pliant_scene::Scene| scene.meshes[0].primitives[0].indices.clone();
    assert_eq!(indices(&scene), indices(&plain));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
}

#[test]
fn a_buffer_that_stands_in_needs_no_mark() {
    let mut file = compressed();
    file["buffers"][2] = json!({"byteLength": 48});
    assert!(open(&file).unwrap().warnings.is_empty());
    // Nothing may be read from it.
    file["bufferViews"][0]["buffer"] = json!(2);
    let error = open(&file).unwrap_err().to_string();
    assert!(error.contains("buffer 2 has no uri"), "{error}");
}

#[test]
fn a_package_of_compressed_views_has_plain_ones() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("cloth.gltf");
    std::fs::write(&at, compressed().to_string()).unwrap();
    let packed = pliant_scene::package(&Source::File(at)).unwrap();
    assert_eq!(packed.json.get("extensionsRequired"), None);
    assert_eq!(packed.json.get("extensionsUsed"), None);
    let text = Value::Object(packed.json.clone()).to_string();
    assert!(!text.contains("meshopt"), "{text}");
}

#[test]
fn specular_and_glossiness_become_metal_and_roughness() {
    let material = |specular: [f32; 3], diffuse: [f32; 4]| {
        let mut file = cloth();
        file["materials"] = json!([{"extensions": {"KHR_materials_pbrSpecularGlossiness":
            {"diffuseFactor": diffuse, "specularFactor": specular, "glossinessFactor": 0.75}}}]);
        file["meshes"][0]["primitives"][0]["material"] = json!(0);
        let materials = open(&file).unwrap().materials;
        let mut own = materials
            .into_iter()
            .filter(|material| material.name != "default");
        own.next().unwrap()
    };
    let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
    let gold = material([1.0, 0.8, 0.3], [0.0, 0.0, 0.0, 1.0]);
    assert!(
        near(gold.metallic, 1.0) && near(gold.roughness, 0.25),
        "{gold:?}"
    );
    let [r, g, b, _] = gold.base_color.to_array();
    assert!(near(r, 1.0) && near(g, 0.8) && near(b, 0.3), "{gold:?}");
    let plastic = material([0.04; 3], [0.2, 0.5, 0.7, 0.5]);
    assert!(near(plastic.metallic, 0.0), "{plastic:?}");
    assert_eq!(plastic.base_color.to_array(), [0.2, 0.5, 0.7, 0.5]);
}

#[test]
fn meshopt_views_that_claim_too_much_are_refused() {
    for count in [25u64, 1 << 40, u64::MAX] {
        let mut file = compressed();
        let view = &mut file["bufferViews"][1];
        view["extensions"]["EXT_meshopt_compression"]["count"] = json!(count);
        view["byteLength"] = json!(count.saturating_mul(2));
        let error = open(&file).unwrap_err().to_string();
        assert!(error.contains("bufferView 1"), "{error}");
    }
}

/// A lossless picture of 4 × 4 pixels.
const WEBP: &[u8] = &[
    82, 73, 70, 70, 30, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 76, 17, 0, 0, 0, 47, 3, 192, 0, 16, 7,
    80, 228, 42, 212, 163, 128, 129, 136, 232, 127, 0, 0,
];

fn pictured(bytes: &[u8]) -> Value {
    let mut file = cloth();
    file["images"] = json!([{"uri": data_uri(bytes)}]);
    file["textures"] = json!([{"extensions": {"EXT_texture_webp": {"source": 0}}}]);
    file["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "extensions": {"KHR_materials_clearcoat": {}, "KHR_materials_sheen": {}}}]);
    file["meshes"][0]["primitives"][0]["material"] = json!(0);
    file["extensionsRequired"] = json!([
        "EXT_texture_webp",
        "KHR_materials_clearcoat",
        "KHR_materials_sheen"
    ]);
    file
}

#[test]
fn webp_is_read_and_one_line_names_the_looks() {
    let scene = open(&pictured(WEBP)).unwrap();
    assert_eq!(scene.images[0].rgba, [10, 200, 30, 128].repeat(16));
    assert_eq!(scene.warnings.len(), 1, "{:?}", scene.warnings);
    assert!(scene.warnings[0].contains("KHR_materials_clearcoat, KHR_materials_sheen"));
}

#[test]
fn damaged_webp_never_panics() {
    for end in 0..WEBP.len() {
        _ = open(&pictured(&WEBP[..end]));
    }
    for bit in 0..WEBP.len() * 8 {
        let mut flipped = WEBP.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        _ = open(&pictured(&flipped));
    }
}
