//! The independent count of intersections, by which tests judge simulations, finds what it must. No GPU.

use pliant_tests::intersections::intersections;

#[test]
fn a_needle_through_a_sheet_is_found() {
    let sheet = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let needle = |x: f32| [[x, 0.2, -0.5], [x, 0.2, 0.5]];
    let count = |x: f32| {
        let positions = [&sheet[..], &needle(x)].concat();
        intersections(&[[0, 1, 2]], &[[3, 4]], &positions).len()
    };
    assert_eq!([count(0.2), count(0.9), count(-0.1)], [1, 0, 0]);
}

/// An edge of a flat sheet that hung at a slant, 10 cm from a triangle of it. All corners are coplanar to the last bit of a
/// double, and the signs of rounding errors once reported an intersection.
#[test]
fn coplanar_elements_do_not_intersect() {
    let positions = [
        [0.682_365_36, 1.601_323_1, 0.188_295_54],
        [0.716_772_85, 1.602_080_6, 0.176_554_02],
        [0.675_417, 1.495_896_6, 0.161_133_4],
        [0.673_100_9, 1.460_754_4, 0.152_079_34],
        [0.707_508_4, 1.461_511_9, 0.140_337_82],
    ];
    assert_eq!(intersections(&[[2, 3, 4]], &[[0, 1]], &positions), []);
}
