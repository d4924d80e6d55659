//! Streams that the reference encoder made, decompressed and compared with what it was given; and damaged ones.

use super::*;

const V0: &str = "a0ffffffff004a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a5555555500020008002000c005020008002000c002050008002000c00800052000800305000800200080030005080020008003002005008002000c002000058002000c050020008002000c000554555555c00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000ac00000000a00000000ffffffff0002060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fafefdf9f5f1ede9e5e1ddd9d5d1cdc9c5c1bdb9b5b1ada9a5a19d9995918d8985817d7975716d6965615d5955514d4945413d3935312d2925211d1915110d09050102060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fafefdf9f5f1ede9e5e1ddd9d5d1cdc9c5c1bdb9b5b1ada9a5a19d9995918d8985817d7975716d6965615d5955514d4945413d3935312d2925211d1915110d09055455a5aa800200808080820882088888888888a288a28a8a8a8aa2aa8aaaaaaaaaaaaaaaeaabaaea04040442224222422422424224224242424242424242424242442442424424424442444244424444244444424444444444444400000000000000003f4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a00000000158002000800300080050200080015c00000000ac00000000ac00000000a003f1c02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aa000000002a44444444444444446444444644446444644464464446000000000000000000000000000000000000000000000000000000000000000000000000";
const V1: &str = "a183a3004a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a441411450010070001071000070080070008078000070400070040070004075455555501000a01000a01000a01000a01000a01000a01000a01000a01000a01000a01000a01000a01000a01000a01000a0002060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fafe02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fafe02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fafe02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6fa00aaaaff155555555555555555555555555555556aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa233333333333333333333333333333333333333333333333333333333333333393a74a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ab54a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a042000070001000a01000a01000a1c02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aa2a444444444444444444444444444444444444444444440000000000000000000000000000000000000000000000000101";
const FLOATS1: &str = "a1681a0102010f1faa0ffff8f8f4c4f4c4a060103018f81cf262e262f262e2623c1ef1317131f13171317e0ff1317131f13171311f0faf0080c08060404040302020202020202018101010101010101010101010101010c8888888888888888888888888888888010200010000000000000000000000000000000000000000003e6201";
const TRIANGLES: &str = "e1fe0dfe13fe12fe12fe12fe0dfe03fe02fe02fe02ff0dff03ff02ff02ff02ff0dff03ff02ff02ff02ff0dff03ff02ff02ff020f0ef304f202f202f202af04af04af02af02af02af090eaf090eaf0b0eaf0b0eaf0b0eaf090eaf090eaf0b0eaf0b0eaf0b0eaf090eaf090eaf0b0eaf0b0eaf0b0e007687566778a9866589689801690000";
const INDICES: &str = "d10004181a1c021204181a1c021204181a1c021204181a1c021204181a1c020e04181a1c021204181a1c021204181a1c021204181a1c021204181a1c020e04181a1c021204181a1c021204181a1c021204181a1c021204181a1c020e04181a1c021204181a1c021204181a1c021204181a1c021204181a1c020e04181a1c021204181a1c021204181a1c021204181a1c021204181a1c0200000000";
const OCT: &str = "a00300e19a08d55ae01f2e0f70d95d89b4e803002f4dfd312c543a1f47043c8e6408010300ec40bcb1c61d6276ac5b51f26b2cc10300292637736f232046114b690e2ad74200000000000000000000000000000000000000000000000000000000ff7f8577ff7f0000";
const OCT8: &str = "a003002f4dfb312c523a1f47063c8c6408030300292435736d232046134b650c2ad9420000000000000000000000000000000000000000000000000000000000007f777f00";
const QUAT: &str = "a00300bd8ce29c1df79f771e316b81a2f8bb0300ce1f06caf6f1f20db9fe735dc61f930300d4f501fd1b50f6c6352fc2086c9046030048899a301bf6670ce24bf50cf0d6d40300e69a6c8beff48b111d1e1383c9f66e030052e8eabd5a2f729fc9f270b4123b5c020102163452456136000000000000000000000000000000000000000000000000008f5cff6d0000fd7f";
const EXP: &str = "a003003d3d3b665251665179523d3d3da4e203001212121d1718761824171212122f0a0100020000010056880803003d3d3d522aa3b8277b663b3d3d51e20300121212170b305e0c241d12121231080100020000010056880803003b3d3d3e00f5f500797a3d3b3db8e20300121212110048460024231212123508010008000001005688080000000000000000000000000000000000000000cdc4fff5c3c7fff5b8cafff5";
const COLOR: &str = "a1fd020777977779777977001210121012101210101210121012100019171919191719171919171919191700bebdbebdbebdbebdbebdbebdbebdbe000000000000000000000000000000000000009fc05fa000";

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().as_chunks::<2>().0;
    let text = digits.iter().map(|two| std::str::from_utf8(two).unwrap());
    text.map(|two| u8::from_str_radix(two, 16).unwrap())
        .collect()
}

fn stream(mode: &str, filter: Option<&str>, count: u64, byte_stride: u64) -> Compressed {
    Compressed {
        count,
        byte_stride,
        mode: mode.to_owned(),
        filter: filter.map(str::to_owned),
        ..Compressed::default()
    }
}

fn decoded(hex: &str, mode: &str, filter: Option<&str>, count: u64, stride: u64) -> Vec<u8> {
    stream(mode, filter, count, stride)
        .decode(&bytes(hex))
        .unwrap()
}

fn shorts(bytes: &[u8]) -> Vec<f32> {
    let two = bytes.as_chunks::<2>().0.iter();
    two.map(|&two| f32::from(i16::from_le_bytes(two)) / 32767.0)
        .collect()
}

#[test]
fn attributes_of_both_versions_are_exact() {
    let element = |i: u32| [i * 37 % 1024, i / 16 * 5, i * i % 65521, 0];
    let numbers = (0..300).flat_map(element);
    let wanted: Vec<u8> = numbers.flat_map(|x| [x as u8, (x >> 8) as u8]).collect();
    assert_eq!(decoded(V0, "ATTRIBUTES", None, 300, 8), wanted);
    assert_eq!(decoded(V1, "ATTRIBUTES", None, 300, 8), wanted);
    let floats: Vec<u8> = (0..128u8)
        .flat_map(|i| (f32::from(i) / 8.0).to_le_bytes())
        .collect();
    assert_eq!(decoded(FLOATS1, "ATTRIBUTES", None, 64, 8), floats);
}

#[test]
fn indices_are_exact_and_triangles_the_same_up_to_their_first_vertex() {
    let corner = |i: u32| i / 5 * 6 + i % 5;
    let quads = (0..25).map(corner);
    let wanted: Vec<u32> = quads
        .flat_map(|a| [a, a + 1, a + 7, a, a + 7, a + 6])
        .collect();
    let numbers = |bytes: &[u8]| -> Vec<u32> {
        bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&four| u32::from_le_bytes(four))
            .collect()
    };
    assert_eq!(numbers(&decoded(INDICES, "INDICES", None, 150, 4)), wanted);
    let triangles = numbers(&decoded(TRIANGLES, "TRIANGLES", None, 150, 4));
    for (is, wanted) in triangles.chunks(3).zip(wanted.chunks(3)) {
        let turns = [0, 1, 2].map(|k| [is[k], is[(k + 1) % 3], is[(k + 2) % 3]]);
        assert!(turns.iter().any(|turn| turn == wanted), "{is:?} {wanted:?}");
    }
}

#[test]
fn filters_are_within_their_quantization() {
    let near =
        |is: f32, wanted: f32, step: f32| assert!((is - wanted).abs() < step, "{is} {wanted}");
    let wide = shorts(&decoded(OCT, "ATTRIBUTES", Some("OCTAHEDRAL"), 16, 8));
    let narrow = decoded(OCT8, "ATTRIBUTES", Some("OCTAHEDRAL"), 16, 4);
    let turns = shorts(&decoded(QUAT, "ATTRIBUTES", Some("QUATERNION"), 16, 8));
    let colors = decoded(COLOR, "ATTRIBUTES", Some("COLOR"), 16, 4);
    for i in 0..16u8 {
        let (at, x) = (4 * usize::from(i), f32::from(i));
        let (a, b) = (x * 0.7, x * 0.4 - 1.5);
        let normal = [a.cos() * b.cos(), a.sin() * b.cos(), b.sin()];
        let turn = [
            x.sin(),
            (2.0 * x).cos(),
            (3.0 * x + 1.0).sin(),
            (5.0 * x).cos(),
        ];
        let length = turn.iter().map(|x| x * x).sum::<f32>().sqrt();
        let dot: f32 = (0..4).map(|k| turn[k] / length * turns[at + k]).sum();
        near(dot.abs(), 1.0, 1e-3);
        for k in 0..3 {
            near(wide[at + k], normal[k], 1e-3);
            near(
                f32::from(narrow[at + k].cast_signed()) / 127.0,
                normal[k],
                0.02,
            );
        }
        let color = [
            x / 15.0,
            1.0 - x / 15.0,
            0.5,
            if i % 2 == 1 { 1.0 } else { 0.25 },
        ];
        for k in 0..4 {
            near(f32::from(colors[at + k]) / 255.0, color[k], 0.02);
        }
    }
    let floats = decoded(EXP, "ATTRIBUTES", Some("EXPONENTIAL"), 16, 12);
    for (is, i) in floats.as_chunks::<4>().0.iter().zip(0u8..) {
        near(f32::from_le_bytes(*is), (f32::from(i) - 20.0) * 0.37, 2e-3);
    }
}

#[test]
fn damaged_streams_are_refused_or_decompressed() {
    let cases = [
        (V0, stream("ATTRIBUTES", None, 300, 8)),
        (V1, stream("ATTRIBUTES", None, 300, 8)),
        (QUAT, stream("ATTRIBUTES", Some("QUATERNION"), 16, 8)),
        (EXP, stream("ATTRIBUTES", Some("EXPONENTIAL"), 16, 12)),
        (TRIANGLES, stream("TRIANGLES", None, 150, 4)),
        (INDICES, stream("INDICES", None, 150, 4)),
    ];
    for (hex, compressed) in cases {
        let whole = bytes(hex);
        for end in 0..whole.len() {
            assert!(compressed.decode(&whole[..end]).is_err(), "{end}");
        }
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            _ = compressed.decode(&flipped);
        }
        // A short stream that claims a terabyte ends in an error before it takes memory.
        let bomb = Compressed {
            count: 3 << 36,
            ..compressed
        };
        assert!(bomb.decode(&whole).is_err());
    }
}
