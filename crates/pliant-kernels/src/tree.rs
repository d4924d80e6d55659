//! Bounding volume hierarchies (BVHs) over elements in space: the order of the elements, and the number of nodes of each level.
//!
//! Level 0 has a node for each element; a node of the next level covers up to 8 consecutive nodes; the top level has one node.
//! Levels are consecutive in a pool, so that the structure follows from the counts and nodes hold no links ([`Walk`]).

pub use crate::cpu::tree::{Walk, for_each_overlapping, tree_size};
use glam::{DVec3, Vec3};
use pliant_passes::types::Bounds;

/// Bits of a Morton code per axis.
const BITS: u32 = 21;

/// Elements in Morton order, ties by index; elements that are not finite come first.
#[must_use]
pub fn order(centers: &[Vec3]) -> Vec<u32> {
    let finite = || centers.iter().filter(|p| p.is_finite());
    let low = finite().fold(Vec3::INFINITY, |a, b| a.min(*b)).as_dvec3();
    let high = finite()
        .fold(Vec3::NEG_INFINITY, |a, b| a.max(*b))
        .as_dvec3();
    let last = f64::from((1_u32 << BITS) - 1);
    let scale = (high - low).max_element().recip().min(f64::MAX) * last;
    // A cast converts NaN to 0.
    let code = |p: &Vec3| {
        let DVec3 { x, y, z } = (p.as_dvec3() - low) * scale;
        spread(x as u64) | spread(y as u64) << 1 | spread(z as u64) << 2
    };
    let mut keys: Vec<(u64, u32)> = centers.iter().map(code).zip(0..).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, index)| index).collect()
}

/// Puts two zeros between the lowest 21 bits.
fn spread(bits: u64) -> u64 {
    let most = (1 << BITS) - 1;
    let steps = [
        (32, 0x001F_0000_0000_FFFF),
        (16, 0x001F_0000_FF00_00FF),
        (8, 0x100F_00F0_0F00_F00F),
        (4, 0x10C3_0C30_C30C_30C3),
        (2, 0x1249_2492_4924_9249),
    ];
    steps
        .into_iter()
        .fold(bits.min(most), |bits, (shift, mask)| {
            (bits | bits << shift) & mask
        })
}

/// First node, counted from the tree's first, and number of nodes of each level over `count` elements, from level 0 up.
#[must_use]
pub fn levels(count: u32) -> Vec<[u32; 2]> {
    let mut levels = Vec::new();
    let (mut first, mut size) = (0, count);
    while size > 0 {
        levels.push([first, size]);
        first += size;
        size = if size > 1 { size.div_ceil(8) } else { 0 };
    }
    levels
}

/// The boxes of all nodes from those of the elements.
#[must_use]
pub fn boxes(mut elements: Vec<Bounds>) -> Vec<Bounds> {
    for [first, size] in levels(elements.len() as u32) {
        if size > 1 {
            let below = &elements[first as usize..][..size as usize];
            let join =
                |children: &[Bounds]| children.iter().copied().fold(Bounds::NOTHING, Bounds::join);
            let above: Vec<Bounds> = below.chunks(8).map(join).collect();
            elements.extend(above);
        }
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: [u32; 14] = [0, 1, 2, 7, 8, 9, 63, 64, 65, 72, 511, 513, 4096, 4097];

    /// The same numbers in every run.
    fn points(count: u32) -> Vec<Vec3> {
        let number = |i: u32| i.wrapping_mul(0x9E37_79B9).rotate_left(13) % 1000;
        let axis = |i: u32| number(i) as f32 * 1e-3;
        (0..count)
            .map(|i| Vec3::new(axis(3 * i), axis(3 * i + 1), axis(3 * i + 2)))
            .collect()
    }

    #[test]
    fn a_walk_visits_every_node_once_and_parents_first() {
        for count in COUNTS {
            let levels = levels(count);
            assert_eq!(
                tree_size(count),
                levels.iter().map(|[_, size]| size).sum::<u32>()
            );
            let first = 17;
            let mut visited = vec![false; tree_size(count) as usize];
            let mut walk = Walk::from_top(first, count);
            while !walk.over(count) {
                assert_eq!(walk.offset, first + levels[walk.level as usize][0]);
                let node = walk.index() - first as usize;
                assert!(!std::mem::replace(&mut visited[node], true));
                if let Some([above, _]) = levels.get(walk.level as usize + 1) {
                    assert!(visited[(above + walk.node / 8) as usize]);
                }
                if walk.level > 0 {
                    walk.into_children(count);
                } else {
                    walk.past(count);
                }
            }
            assert!(visited.iter().all(|visited| *visited), "{count} elements");
        }
    }

    #[test]
    fn a_search_finds_what_brute_force_finds() {
        for count in COUNTS {
            let points = points(count);
            let around = |p: Vec3, r: f32| Bounds::around([p - r, p + r]);
            let order = order(&points);
            let leaf = |i: &u32| around(points[*i as usize], 0.03);
            let tree = boxes(order.iter().map(leaf).collect());
            for p in points.iter().step_by(7) {
                let wanted = around(*p, 0.06);
                let mut found = Vec::new();
                let mut steps = 0;
                let meets = |node: usize| {
                    steps += 1;
                    tree[node].overlaps(wanted)
                };
                for_each_overlapping(count, meets, |leaf| found.push(order[leaf as usize]));
                found.sort_unstable();
                let brute = (0..count).filter(|i| leaf(i).overlaps(wanted));
                assert_eq!(found, brute.collect::<Vec<_>>());
                assert!(count < 4000 || steps < tree.len() / 8, "{steps} steps");
            }
        }
    }

    #[test]
    fn any_input_has_an_order() {
        let odd = [f32::NAN, f32::INFINITY, f32::MAX, -f32::MAX, 0.0, 1.0];
        let centers: Vec<Vec3> = odd.iter().map(|x| Vec3::new(*x, 0.0, -*x)).collect();
        let mut order = order(&centers);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5]);
        assert_eq!(super::order(&[Vec3::ONE; 3]), [0, 1, 2]);
        assert!(super::order(&[]).is_empty());
    }

    #[test]
    fn a_point_is_as_far_from_a_box_as_from_its_nearest_point() {
        let unit = Bounds::around([Vec3::ZERO, Vec3::ONE]);
        assert_eq!(unit.distance_squared(Vec3::splat(0.5)), 0.0);
        assert_eq!(unit.distance_squared(Vec3::new(2.0, 0.5, -2.0)), 5.0);
        assert!(!unit.overlaps(Bounds::NOTHING));
    }
}
