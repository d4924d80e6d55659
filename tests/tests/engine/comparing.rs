//! How stage tests compare: tolerances, lists, and what a mismatch says. No GPU.

use pliant_passes::Access;
use pliant_passes::pass::Slot;
use pliant_tests::stages::{agree, compare_slot, sort};

#[test]
fn floats_agree_within_the_tolerance_and_integers_exactly() {
    let bits = f32::to_bits;
    assert!(agree(bits(1.0), bits(1.000_001), true, 1e-5, 1.0));
    assert!(agree(bits(1e6), bits(1e6 + 1.0), true, 1e-5, 1.0));
    assert!(!agree(bits(1.0), bits(1.001), true, 1e-5, 1.0));
    assert!(!agree(bits(1.0), bits(f32::NAN), true, 1e-5, 1.0));
    assert!(agree(bits(0.0), bits(-0.0), true, 0.0, 1.0));
    assert!(!agree(7, 8, false, 1.0, 1.0));
}

#[test]
fn lists_are_sorted_by_element() {
    let mut words = [9, 3, 1, 2, 2, 1, 1, 8];
    sort(&mut words, 2, &(1..3));
    assert_eq!(words, [9, 3, 1, 2, 2, 1, 1, 8]);
    sort(&mut words, 2, &(0..3));
    assert_eq!(words, [1, 2, 2, 1, 9, 3, 1, 8]);
    sort(&mut words, 2, &(3..9));
    assert_eq!(words[6..], [1, 8]);
}

#[test]
fn a_mismatch_names_slot_and_element() {
    let slot = Slot {
        name: "positions",
        glsl: "vec3",
        stride: 12,
        access: Access::Write,
        fetched: false,
        shared: false,
    };
    let cpu = [0_u32; 6];
    let mut gpu = cpu;
    gpu[4] = f32::to_bits(0.5);
    let what = compare_slot(&slot, 1e-3, &gpu, &cpu).expect_err("0.5 is not 0");
    assert!(what.starts_with("positions[1] is 0.5"), "{what}");
}
