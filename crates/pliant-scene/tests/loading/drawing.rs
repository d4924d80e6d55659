//! Drawn objects: meshes of every kind, materials, textures, cameras and lights.

use crate::common::{add_accessor, add_floats, cloth, data_uri, mesh, open};
use glam::{Quat, Vec3, Vec4};
use pliant_scene::{Alpha, Camera, LightKind, Topology, Wrap};
use serde_json::json;

/// An 8 × 8 picture, all of it medium grey.
const JPEG: &[u8] = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xdb\x00C\x00\
    \x10\x0b\x0c\x0e\x0c\x0a\x10\x0e\x0d\x0e\x12\x11\x10\x13\x18(\x1a\x18\x16\x16\x181#%\x1d(:3=<9387@H\\N@DWE78PmQW\
    _bghg>Mqypdx\\egc\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00\xff\xc4\x00\x14\x00\x01\x00\x00\x00\x00\x00\
    \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\
    \x00\x00\x00\x00\x00\xff\xda\x00\x08\x01\x01\x00\x00?\x00?\xff\xd9";

#[test]
fn primitives_of_one_mesh_number_their_vertices_through() {
    let mut file = cloth();
    let points = json!({"attributes": {"POSITION": 0}, "mode": 0});
    file["meshes"][0]["primitives"]
        .as_array_mut()
        .unwrap()
        .push(points);
    let scene = open(&file).unwrap();
    let [triangles, points] = &scene.meshes[0].primitives[..] else {
        panic!("two primitives")
    };
    assert_eq!(
        (
            triangles.topology,
            triangles.first_vertex,
            triangles.indices.len()
        ),
        (Topology::Triangles, 0, 24)
    );
    assert_eq!(
        (points.topology, points.first_vertex, points.indices.len()),
        (Topology::Points, 9, 9)
    );
    assert_eq!(triangles.position, points.position);
    assert_eq!(
        scene.mesh_positions(&scene.meshes[0], scene.pose(0.0, false)[0])[9 + 5],
        Vec3::new(2.0, 1.0, 0.0)
    );
}

#[test]
fn sparse_accessors_become_dense() {
    let mut file = cloth();
    let indices = add_accessor(&mut file, &[1, 8], 5121, "SCALAR", 2);
    let values = add_floats(&mut file, &[9.0, 9.0, 9.0, 8.0, 8.0, 8.0], "VEC3", 2);
    file["accessors"][0]["sparse"] = json!({"count": 2, "indices": {"bufferView": indices, "componentType": 5121},
        "values": {"bufferView": values}});
    let pool = open(&file).unwrap().accessors;
    let rows = [0, 1, 2, 8].map(|i| pool.vec3(0, i).x);
    assert_eq!(rows, [0.0, 9.0, 2.0, 8.0]);
    file["accessors"][0]["sparse"]["indices"]["bufferView"] = json!(values);
    assert!(open(&file).unwrap_err().to_string().contains("accessor 0"));
}

#[test]
fn quantized_positions_need_the_extension_and_stay_as_they_are() {
    let mut file = cloth();
    let bytes: Vec<u8> = (0..9u8)
        .flat_map(|i| [i % 3 * 100, i / 3 * 100, 0, 0xff])
        .collect();
    let position = add_accessor(&mut file, &bytes, 5121, "VEC3", 9);
    file["bufferViews"][position]["byteStride"] = json!(4);
    file["accessors"][position]["normalized"] = json!(true);
    file["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(position);
    assert!(open(&file).unwrap_err().to_string().contains("POSITION"));
    file["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let scene = open(&file).unwrap();
    let id = scene.meshes[0].primitives[0].position;
    let accessor = scene.accessors.accessors[id];
    assert_eq!(
        (accessor.stride, accessor.components, accessor.normalized),
        (4, 3, true)
    );
    assert_eq!(
        scene.accessors.vec3(id, 5),
        Vec3::new(200.0, 100.0, 0.0) / 255.0
    );
}

#[test]
fn pictures_without_a_finite_value_lose_the_attribute_only() {
    let mut file = cloth();
    let normal = add_floats(&mut file, &[f32::NAN; 27], "VEC3", 9);
    file["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(normal);
    let scene = open(&file).unwrap();
    assert_eq!(scene.meshes[0].primitives[0].normal, None);
    assert!(scene.warnings[0].contains("NORMAL"), "{:?}", scene.warnings);
}

#[test]
fn materials_and_textures() {
    let mut file = cloth();
    file["images"] = json!([{"uri": data_uri(JPEG)}, {"uri": data_uri(b"RIFF")}]);
    file["samplers"] = json!([{"magFilter": 9728, "minFilter": 9729, "wrapS": 33071}]);
    file["textures"] = json!([{"source": 1}, {"source": 0, "sampler": 0}]);
    file["materials"] = json!([{
        "name": "Silk", "alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true, "emissiveFactor": [1, 0.5, 0],
        "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 0.5], "metallicFactor": 0, "roughnessFactor": 7,
            "baseColorTexture": {"index": 1, "extensions": {"KHR_texture_transform": {"scale": [2, 3], "texCoord": 1}}}},
        "emissiveTexture": {"index": 0},
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}, "KHR_materials_unlit": {}}
    }]);
    file["meshes"][0]["primitives"][0]["material"] = json!(0);
    let scene = open(&file).unwrap();
    assert_eq!(scene.meshes[0].primitives[0].material, 1);
    let material = &scene.materials[1];
    assert_eq!(
        (material.name.as_str(), material.alpha),
        ("Silk", Alpha::Mask(0.25))
    );
    assert_eq!(
        (material.base_color, material.emissive),
        (Vec4::new(1.0, 0.0, 0.0, 0.5), Vec3::new(4.0, 2.0, 0.0))
    );
    assert_eq!(
        (material.metallic, material.roughness, material.unlit),
        (0.0, 1.0, true)
    );
    let base = material.base_color_texture.unwrap();
    assert_eq!(
        (base.texture, base.texcoord, base.scale),
        (0, 1, [2.0, 3.0])
    );
    let sampler = scene.samplers[scene.textures[0].sampler];
    assert_eq!(
        (sampler.mag_linear, sampler.min_linear, sampler.mip_linear),
        (false, true, None)
    );
    assert_eq!(
        (sampler.wrap_u, sampler.wrap_v),
        (Wrap::Clamp, Wrap::Repeat)
    );
    let image = &scene.images[0];
    assert_eq!(
        (image.width, image.height, &image.rgba[..4]),
        (8, 8, &[128, 128, 128, 255][..])
    );
    assert_eq!(material.emissive_texture, None);
    assert!(
        scene.warnings[0].contains("image 1"),
        "{:?}",
        scene.warnings
    );
}

#[test]
fn damaged_pictures_are_errors() {
    let mut file = cloth();
    file["images"] = json!([{"uri": data_uri(&JPEG[..90])}]);
    file["textures"] = json!([{"source": 0}]);
    file["materials"] = json!([{"normalTexture": {"index": 0}}]);
    let line = open(&file).unwrap_err().to_string();
    assert!(line.starts_with("image 0 is damaged"), "{line}");
}

#[test]
fn cameras_and_lights_hang_on_nodes() {
    let mut file = cloth();
    file["cameras"] = json!([{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}}]);
    file["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "spot", "intensity": 5, "spot": {"outerConeAngle": 0.5}}]}});
    file["nodes"][0]["camera"] = json!(0);
    file["nodes"][0]["extensions"] = json!({"KHR_lights_punctual": {"light": 0}});
    let scene = open(&file).unwrap();
    assert_eq!(
        (scene.nodes[0].camera, scene.nodes[0].light),
        (Some(0), Some(0))
    );
    assert_eq!(
        scene.cameras[0],
        Camera::Perspective {
            yfov: 0.8,
            aspect: None,
            near: 0.1,
            far: None
        }
    );
    assert_eq!(
        scene.lights[0].kind,
        LightKind::Spot {
            inner: 0.0,
            outer: 0.5
        }
    );
    file["cameras"][0]["perspective"]["yfov"] = json!(0);
    assert!(open(&file).unwrap_err().to_string().starts_with("camera 0"));
}

#[test]
fn nodes_have_unique_names_and_decomposed_matrices() {
    let mirrored = [
        -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, -2.0, 0.0, 0.0, 1.0, 2.0, 3.0, 1.0,
    ];
    let sheared = [
        1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    let mut file = json!({"asset": {"version": "2.0"}, "nodes": [{"name": "A", "matrix": mirrored}, {"matrix": sheared},
        {"name": "A"}, {"name": "A#2"}, {"name": "A"}, {"name": ""}]});
    let scene = open(&file).unwrap();
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["A", "node1", "A#2", "A#2#2", "A#3", "node5"]);
    let local = &scene.nodes[0].local;
    assert!(local.matrix.is_none() && local.scale.x < 0.0);
    assert!(
        local
            .rotation
            .abs_diff_eq(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2), 1e-6)
    );
    assert!(scene.nodes[1].local.matrix.is_some());
    file["nodes"][1]["matrix"][15] = json!(2);
    assert!(open(&file).unwrap_err().to_string().contains("\"node1\""));
}

#[test]
fn what_is_left_out_is_said() {
    let mut file = mesh(
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        &[0, 1, 2, 0],
        4,
    );
    file["extensionsUsed"] = json!(["KHR_materials_clearcoat", "KHR_materials_unlit"]);
    let warnings = open(&file).unwrap().warnings;
    for said in ["KHR_materials_clearcoat", "4 indices"] {
        assert!(
            warnings.iter().any(|line| line.contains(said)),
            "{said}: {warnings:?}"
        );
    }
    assert_eq!(warnings.len(), 2);
}
