//! Pictures of textures: each slot of a material has its effect.

use glam::Vec3;
use pliant_scene::{Image, Sampler, Scene, Texture, TextureUse, Wrap};
use pliant_scenes::{Document, Material, Node};
use pliant_tests::studio::{Studio, brightness, scene, sheet};

/// A sheet with a texture of two pixels, left and right; `put` chooses its slot.
fn mapped(
    left: [u8; 4],
    right: [u8; 4],
    put: fn(&mut pliant_scene::Material, TextureUse),
) -> Scene {
    let mut document = Document::new();
    let gray = document.material(&Material::new("Gray", 0.5, 0.5, 0.5));
    let mesh = document.mesh("Sheet", [sheet(1.0).material(gray)]);
    document.add(Node::new("Sheet").mesh(mesh));
    document.sun(Vec3::new(2.0, 2.0, 3.0), 3.0);
    let mut scene = scene(&document);
    scene.images.push(Image {
        width: 2,
        height: 1,
        rgba: [left, right].concat(),
    });
    scene.samplers.push(Sampler {
        mag_linear: false,
        min_linear: false,
        mip_linear: None,
        wrap_u: Wrap::Repeat,
        wrap_v: Wrap::Repeat,
    });
    scene.textures.push(Texture {
        image: scene.images.len() - 1,
        sampler: scene.samplers.len() - 1,
    });
    let texture = TextureUse {
        texture: scene.textures.len() - 1,
        texcoord: 0,
        offset: [0.0; 2],
        rotation: 0.0,
        scale: [1.0; 2],
    };
    for material in &mut scene.materials {
        put(material, texture);
    }
    scene
}

/// The pixels left and right of the middle of such a sheet.
fn halves(name: &str, scene: Scene) -> [Vec3; 2] {
    let mut studio = Studio::new(scene);
    let picture = studio.draw(name, studio.front());
    [-0.25, 0.25].map(|x| picture.at([x, 0.1, 0.0]))
}

#[test]
fn each_texture_slot_has_its_effect() {
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let [left, right] = halves(
        "map_color",
        mapped(red, green, |m, t| m.base_color_texture = Some(t)),
    );
    assert!(
        left.x > 2.0 * left.y && right.y > 2.0 * right.x,
        "{left} {right}"
    );
    let offset = mapped(red, green, |m, t| {
        let offset = [0.5, 0.0];
        m.base_color_texture = Some(TextureUse { offset, ..t });
    });
    let [left, right] = halves("map_moved", offset);
    assert!(
        left.y > 2.0 * left.x && right.x > 2.0 * right.y,
        "{left} {right}"
    );
    let glowing = mapped([0; 4], [255; 4], |m, t| {
        m.emissive_texture = Some(t);
        m.emissive = Vec3::new(0.0, 0.0, 1.0);
    });
    let [left, right] = halves("map_emissive", glowing);
    assert!(right.z > right.x + 60.0, "{left} {right}");
    // The left half faces the sun, the right half faces away from it.
    let bumpy = mapped([200, 128, 220, 255], [56, 128, 220, 255], |m, t| {
        m.normal_texture = Some(t);
    });
    let [left, right] = halves("map_normal", bumpy);
    assert!(
        brightness(left) > brightness(right) + 30.0,
        "{left} {right}"
    );
    // The left half faces up to the sun, the right half down.
    let bumpy = mapped([128, 200, 220, 255], [128, 56, 220, 255], |m, t| {
        m.normal_texture = Some(t);
    });
    let [left, right] = halves("map_normal_up", bumpy);
    assert!(
        brightness(left) > brightness(right) + 30.0,
        "{left} {right}"
    );
    let shaded = mapped([0; 4], [255; 4], |m, t| m.occlusion_texture = Some(t));
    let [left, right] = halves("map_occlusion", shaded);
    assert!(
        brightness(right) > brightness(left) + 10.0,
        "{left} {right}"
    );
    // The left half is a rough dielectric, the right one a rough metal, which has no diffuse colour.
    let metal = mapped([0, 255, 0, 255], [0, 255, 255, 255], |m, t| {
        m.metallic_roughness_texture = Some(t);
        (m.metallic, m.roughness) = (1.0, 1.0);
    });
    let [left, right] = halves("map_metal", metal);
    assert!(!left.abs_diff_eq(right, 8.0), "{left} {right}");
}
