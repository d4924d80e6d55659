//! Files with Basis Universal pictures that the reference encoder made (tests/basis/make.mjs), compared with the picture that it
//! was given.

use crate::common::{cloth, data_uri, open};
use pliant_scene::{Image, Overrides, Source, inspect};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Each picture, whether it has alpha, the largest difference of a channel (both formats have few colours in a block), and the
/// CRC-32 of the pixels that the reference transcoder makes of it.
const FILES: [(&str, bool, u8, u32); 4] = [
    ("etc1s", false, 32, 0xd6a1_4fbc),
    ("etc1s_alpha", true, 32, 0x78e2_f29e),
    ("uastc", true, 16, 0x12a6_4a9d),
    ("uastc_zstd", true, 16, 0x12a6_4a9d),
];

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/basis");
    std::fs::read(PathBuf::from(folder).join(name)).unwrap()
}

fn ktx(name: &str) -> Vec<u8> {
    bytes(&format!("{name}.ktx2"))
}

/// A cloth with pictures, of which the first is its texture's in Basis.
fn pictured(images: &[&[u8]], fallback: Option<usize>) -> Value {
    let mut file = cloth();
    let images = images.iter().map(|bytes| json!({"uri": data_uri(bytes)}));
    file["images"] = images.collect();
    file["textures"] = json!([{"extensions": {"KHR_texture_basisu": {"source": 0}}}]);
    if let Some(fallback) = fallback {
        file["textures"][0]["source"] = json!(fallback);
    }
    file["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    file["meshes"][0]["primitives"][0]["material"] = json!(0);
    file["extensionsUsed"] = json!(["KHR_texture_basisu"]);
    if fallback.is_none() {
        file["extensionsRequired"] = json!(["KHR_texture_basisu"]);
    }
    file
}

fn image(file: &Value) -> Image {
    let scene = open(file).unwrap();
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    scene.images.into_iter().next().unwrap()
}

fn original() -> Image {
    let mut file = pictured(&[&bytes("picture.png")], Some(0));
    file["textures"][0]["extensions"] = json!({});
    image(&file)
}

#[test]
fn pictures_are_those_that_were_compressed() {
    let original = original();
    for (name, alpha, most, crc) in FILES {
        let image = image(&pictured(&[&ktx(name)], None));
        assert_eq!((image.width, image.height), (22, 18), "{name}");
        let mut worst = 0;
        for (is, wanted) in image.rgba.chunks(4).zip(original.rgba.chunks(4)) {
            let wanted = [
                wanted[0],
                wanted[1],
                wanted[2],
                if alpha { wanted[3] } else { 255 },
            ];
            let differences = is
                .iter()
                .zip(wanted)
                .map(|(is, wanted)| is.abs_diff(wanted));
            worst = worst.max(differences.max().unwrap());
        }
        assert!(worst <= most, "{name}: {worst} of 255");
        assert_eq!(crc32fast::hash(&image.rgba), crc, "{name}");
    }
}

#[test]
fn a_fallback_is_exact_and_needs_no_basis() {
    let file = pictured(&[&ktx("etc1s"), &bytes("picture.png")], Some(1));
    assert_eq!(image(&file).rgba, original().rgba);
}

#[test]
fn a_scene_that_is_not_drawn_has_sizes_only() {
    let file = pictured(&[&ktx("uastc_zstd")], None);
    let source = Source::Bytes(file.to_string().into_bytes());
    let scene = inspect(&source, &Overrides::default()).unwrap();
    assert_eq!((scene.images[0].width, scene.images[0].rgba.len()), (22, 0));
}

#[test]
fn a_package_has_the_picture_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("picture.ktx2"), ktx("uastc")).unwrap();
    let mut file = pictured(&[], None);
    file["images"] = json!([{"uri": "picture.ktx2"}]);
    let at = folder.path().join("cloth.gltf");
    std::fs::write(&at, file.to_string()).unwrap();
    let packed = pliant_scene::package(&Source::File(at)).unwrap();
    assert_eq!(packed.json["images"][0]["mimeType"], "image/ktx2");
    assert_eq!(
        packed.json["extensionsRequired"],
        file["extensionsRequired"]
    );
    let view = packed.json["images"][0]["bufferView"].as_u64().unwrap() as usize;
    let start = packed.json["bufferViews"][view]["byteOffset"]
        .as_u64()
        .unwrap() as usize;
    assert!(packed.bytes[start..].starts_with(&ktx("uastc")));
}

#[test]
fn other_pictures_in_the_same_container_are_left_out() {
    let mut picture = ktx("uastc");
    // VK_FORMAT_R8G8B8A8_SRGB.
    picture[12] = 43;
    let scene = open(&pictured(&[&picture], None)).unwrap();
    assert!(scene.images.is_empty());
    assert!(
        scene.warnings[0].contains("is not PNG, JPEG, WebP or Basis"),
        "{:?}",
        scene.warnings
    );
}

#[test]
fn pictures_that_claim_too_much_are_refused() {
    let refused = |at: usize, bytes: &[u8], why: &str| {
        for name in ["etc1s", "uastc", "uastc_zstd"] {
            let mut picture = ktx(name);
            picture[at..at + bytes.len()].copy_from_slice(bytes);
            let error = open(&pictured(&[&picture], None)).unwrap_err().to_string();
            let is_one_line = error.starts_with("image 0") && !error.contains('\n');
            assert!(is_one_line && error.contains(why), "{name}: {error}");
        }
    };
    refused(20, &20000u32.to_le_bytes(), "16384");
    refused(24, &[0; 4], "each side");
    refused(28, &[1], "volume");
    refused(32, &[2], "an array");
    refused(36, &[6], "a cube");
    refused(40, &[0], "sizes");
    refused(40, &[200], "sizes");
    refused(44, &[3], "compression");
    refused(64, &[0xff; 8], "shorter");
    refused(80, &[0xff; 8], "shorter");
    refused(88, &[0xff; 8], "shorter");
    let mut picture = ktx("uastc_zstd");
    picture[96..104].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = open(&pictured(&[&picture], None)).unwrap_err().to_string();
    assert!(error.contains("unpacked size"), "{error}");
    // Keys and values that end past the file, which the picture does not need.
    let mut picture = ktx("uastc");
    picture[56..64].fill(0xff);
    assert_eq!(image(&pictured(&[&picture], None)).width, 22);
    // As many pixels as are allowed, from a file of a few bytes.
    for name in ["etc1s", "uastc", "uastc_zstd"] {
        let mut picture = ktx(name);
        picture[20..28].copy_from_slice(&[0, 0x40, 0, 0, 0, 0x40, 0, 0]);
        let blocks = 4096u64 * 4096 * 16;
        picture[96..104].copy_from_slice(&blocks.to_le_bytes());
        let error = open(&pictured(&[&picture], None)).unwrap_err().to_string();
        assert!(error.contains("damaged"), "{name}: {error}");
    }
}

#[test]
fn damaged_pictures_are_refused_or_transcoded() {
    for (name, ..) in FILES {
        let whole = ktx(name);
        let tried = |picture: &[u8]| {
            if let Err(error) = open(&pictured(&[picture], None)) {
                let line = error.to_string();
                assert!(!line.contains('\n') && line.len() < 400, "{name}: {line}");
            }
        };
        for end in 0..whole.len() {
            tried(&whole[..end]);
        }
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            tried(&flipped);
        }
        // Bytes from SplitMix64, after the header or from somewhere behind it.
        let mut state = 1u64;
        for _ in 0..4000 {
            let mut random = whole.clone();
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let kept = 104 + (state >> 40) as usize % (whole.len() - 104);
            for byte in &mut random[kept..] {
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                *byte = (mixed ^ mixed >> 27) as u8;
            }
            tried(&random);
        }
    }
}
