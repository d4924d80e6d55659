//! Forests of joints (docs/method.md §27): which joints form trees, and the order in which they are solved.

use pliant_passes::types::{
    JOINT_FIRST_A, JOINT_FIRST_B, JOINT_HELD_TWICE, JOINT_TOP, JOINT_UPPER_B,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// All joints of a scene in solving order: forest by forest, tree by tree, from the leaves to the roots.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Forests {
    /// Each joint, and its `JOINT_…` bits of [`Joint::tree`](pliant_passes::types::Joint::tree). Children precede parents.
    pub(super) order: Vec<(usize, u32)>,
    /// First joint of each tree, and the end.
    pub(super) tree_starts: Vec<u32>,
    /// First tree of each forest, and the end. Trees of a forest share no free body.
    pub(super) starts: Vec<u32>,
}

/// A joint of a forest, which of its ends is nearer to the root, and its tree.
struct Branch {
    joint: usize,
    upper: usize,
    tree: usize,
}

impl Forests {
    /// Forests of joints between bodies `ends`. The last forest spans as many bodies as possible, since the joints that are
    /// solved last hold best. Joints that close loops of free bodies come in earlier forests. Static bodies close no loops: each joint has a
    /// static body of its own, so that a chain that hangs by both ends is a tree.
    pub(super) fn new(ends: &[[u32; 2]], is_free: &[bool]) -> Self {
        let mut forests = Vec::new();
        let mut remaining: Vec<usize> = (0..ends.len()).collect();
        while !remaining.is_empty() {
            let (forest, loops) = ForestBuilder::new(ends, is_free, &remaining).grow();
            forests.push(forest);
            remaining = loops;
        }
        let mut all = Self {
            tree_starts: vec![0],
            starts: vec![0],
            ..Self::default()
        };
        for mut forest in forests.into_iter().rev() {
            forest.reverse();
            forest.sort_by_key(|branch| branch.tree);
            all.add(&forest, ends, is_free);
        }
        all
    }

    /// Adds a forest, tree by tree, each from its leaves to its root.
    fn add(&mut self, forest: &[Branch], ends: &[[u32; 2]], is_free: &[bool]) {
        let before = self.order.len() as u32;
        let bits = bits(forest, ends, is_free);
        let joints = forest.iter().map(|branch| branch.joint);
        self.order.extend(joints.zip(bits));
        for (at, branch) in forest.iter().enumerate() {
            let last = forest
                .get(at + 1)
                .is_none_or(|next| next.tree != branch.tree);
            self.tree_starts
                .extend(last.then_some(before + at as u32 + 1));
        }
        self.starts.push(self.tree_starts.len() as u32 - 1);
    }
}

/// `JOINT_…` bits of each joint of an ordered forest: its upper end, what it visits first, and whether its tree is held twice.
fn bits(forest: &[Branch], ends: &[[u32; 2]], is_free: &[bool]) -> Vec<u32> {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let anchors = anchors(forest, ends, is_free);
    let mut bits = Vec::new();
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    let mut new = |body: u32| seen.insert(body) || !is_free[body as usize];
    for branch in forest {
        let [a, b] = ends[branch.joint].map(&mut new);
        let upper = bit(branch.upper == 1, JOINT_UPPER_B);
        let held = bit(anchors[&branch.tree] > 1, JOINT_HELD_TWICE);
        bits.push(upper | bit(a, JOINT_FIRST_A) | bit(b, JOINT_FIRST_B) | held);
    }
    seen.clear();
    for (branch, bits) in forest.iter().zip(&mut bits).rev() {
        let upper = ends[branch.joint][branch.upper];
        let top = !is_free[upper as usize] || !seen.contains(&upper);
        *bits |= bit(top, JOINT_TOP);
        seen.extend(ends[branch.joint]);
    }
    bits
}

/// Number of joints to static bodies of each tree of a forest.
fn anchors(forest: &[Branch], ends: &[[u32; 2]], is_free: &[bool]) -> BTreeMap<usize, usize> {
    let mut anchors = BTreeMap::new();
    for branch in forest {
        let is_anchor = ends[branch.joint]
            .iter()
            .any(|body| !is_free[*body as usize]);
        *anchors.entry(branch.tree).or_default() += usize::from(is_anchor);
    }
    anchors
}

/// A forest while it grows: first from static bodies, then from the free bodies with the most joints.
struct ForestBuilder<'a> {
    ends: &'a [[u32; 2]],
    is_free: &'a [bool],
    /// Its joints so far, from the roots outwards.
    forest: Vec<Branch>,
    /// Joints that would close loops.
    loops: Vec<usize>,
    /// Joints at each free body.
    joints_at: Vec<Vec<usize>>,
    reached: Vec<bool>,
    tried: Vec<bool>,
    /// Bodies whose joints come next, and their trees.
    next: VecDeque<(u32, usize)>,
    trees: usize,
}

impl<'a> ForestBuilder<'a> {
    /// Grows a forest of the joints `some` from static bodies.
    fn new(ends: &'a [[u32; 2]], is_free: &'a [bool], some: &[usize]) -> Self {
        let mut builder = Self {
            ends,
            is_free,
            forest: Vec::new(),
            loops: Vec::new(),
            joints_at: vec![Vec::new(); is_free.len()],
            reached: is_free.iter().map(|free| !free).collect(),
            tried: vec![false; ends.len()],
            next: VecDeque::new(),
            trees: 0,
        };
        for joint in some {
            for body in ends[*joint].into_iter().filter(|b| is_free[*b as usize]) {
                builder.joints_at[body as usize].push(*joint);
            }
        }
        for joint in some {
            let is_static = |body: &u32| !is_free[*body as usize];
            if let Some(upper) = ends[*joint].iter().position(is_static) {
                builder.trees += 1;
                builder.add_joint(*joint, upper, builder.trees);
                builder.reach_joints();
            }
        }
        builder
    }

    /// The forest, and the joints that are not part of it.
    fn grow(mut self) -> (Vec<Branch>, Vec<usize>) {
        let mut roots: Vec<u32> = (0..self.joints_at.len() as u32).collect();
        roots.sort_by_key(|body| std::cmp::Reverse(self.joints_at[*body as usize].len()));
        for root in roots {
            if !std::mem::replace(&mut self.reached[root as usize], true) {
                self.trees += 1;
                self.next.push_back((root, self.trees));
                self.reach_joints();
            }
        }
        (self.forest, self.loops)
    }

    /// Adds all joints that can be reached from the bodies in `next`.
    fn reach_joints(&mut self) {
        while let Some((body, tree)) = self.next.pop_front() {
            for joint in std::mem::take(&mut self.joints_at[body as usize]) {
                let first = self.ends[joint][0] == body;
                self.add_joint(joint, usize::from(!first), tree);
            }
        }
    }

    /// Adds a joint whose upper end is reached, unless it closes a loop.
    fn add_joint(&mut self, joint: usize, upper: usize, tree: usize) {
        if std::mem::replace(&mut self.tried[joint], true) {
            return;
        }
        let lower = self.ends[joint][1 - upper];
        let joins = self.is_free[lower as usize] && lower != self.ends[joint][upper];
        if joins && std::mem::replace(&mut self.reached[lower as usize], true) {
            self.loops.push(joint);
            return;
        }
        self.forest.push(Branch { joint, upper, tree });
        if joins {
            self.next.push_back((lower, tree));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Forests;
    use pliant_passes::types::{
        JOINT_FIRST_A, JOINT_FIRST_B, JOINT_HELD_TWICE, JOINT_TOP, JOINT_UPPER_B,
    };

    /// Bodies 0 to 3 are free, body 4 is static.
    const FREE: [bool; 5] = [true, true, true, true, false];

    #[test]
    fn a_chain_is_ordered_from_its_end() {
        let chain = Forests::new(&[[4, 0], [0, 1], [2, 1]], &FREE);
        let wanted = [
            (2, JOINT_UPPER_B | JOINT_FIRST_A | JOINT_FIRST_B),
            (1, JOINT_FIRST_A),
            (0, JOINT_FIRST_A | JOINT_TOP),
        ];
        assert_eq!(chain.order, wanted);
        assert_eq!(chain.tree_starts, [0, 3]);
        assert_eq!(chain.starts, [0, 1]);
    }

    #[test]
    fn the_last_joint_of_a_root_is_its_top() {
        let star = Forests::new(&[[0, 1], [0, 2], [0, 3]], &FREE);
        let tops: Vec<bool> = star.order.iter().map(|(_, b)| b & JOINT_TOP != 0).collect();
        assert_eq!(tops, [false, false, true]);
    }

    #[test]
    fn joints_that_close_loops_come_in_earlier_forests() {
        let one_ring = Forests::new(&[[0, 1], [1, 2], [2, 0], [4, 0], [4, 2]], &FREE);
        let joints: Vec<usize> = one_ring.order.iter().map(|(joint, _)| *joint).collect();
        assert_eq!(joints, [1, 4, 2, 0, 3]);
        assert_eq!(one_ring.tree_starts, [0, 1, 5]);
        assert_eq!(one_ring.starts, [0, 1, 2]);
        let held = one_ring.order.iter().map(|(_, b)| b & JOINT_HELD_TWICE);
        assert_eq!(held.collect::<Vec<_>>(), [0, 16, 16, 16, 16]);
    }
}
