//! CPU implementation of `shaders/include/tree.glsl`.

/// Levels of the largest tree above its elements: 8¹⁰ of them.
const LEVELS: u32 = 10;

/// A node on a walk through a tree, from the top down and from the first child to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk {
    /// 0 where a node is an element.
    pub level: u32,
    /// Index of the level's first node in the pool.
    pub offset: u32,
    /// The node within the level.
    pub node: u32,
}

pub(crate) fn level_size(count: u32, level: u32) -> u32 {
    if count == 0 {
        0
    } else {
        ((count - 1) >> (3 * level)) + 1
    }
}

/// Nodes of the tree over `count` elements, at most 2³⁰; this also bounds the steps of a walk.
#[must_use]
pub fn tree_size(count: u32) -> u32 {
    let above = (1..=LEVELS).take_while(|level| level_size(count, level - 1) > 1);
    level_size(count, 0) + above.map(|level| level_size(count, level)).sum::<u32>()
}

/// Calls `each` for the elements of a tree at the start of its pool whose boxes `overlaps` selects; it gets a node's index in the
/// pool. Elements come in the order of the leaves.
pub fn for_each_overlapping(
    count: u32,
    mut overlaps: impl FnMut(usize) -> bool,
    mut each: impl FnMut(u32),
) {
    let mut walk = Walk::from_top(0, count);
    while !walk.over(count) {
        let is_near = overlaps(walk.index());
        if is_near && walk.level > 0 {
            walk.into_children(count);
            continue;
        }
        if is_near {
            each(walk.node);
        }
        walk.past(count);
    }
}

impl Walk {
    /// Starts at the top of the tree over `count` elements whose nodes begin at `first`.
    #[must_use]
    pub fn from_top(first: u32, count: u32) -> Self {
        let mut walk = Self {
            level: 0,
            offset: first,
            node: 0,
        };
        while level_size(count, walk.level) > 1 {
            walk.up(count);
        }
        walk
    }

    /// The node's index in the pool.
    #[must_use]
    pub fn index(self) -> usize {
        (self.offset + self.node) as usize
    }

    /// Whether the walk is finished.
    #[must_use]
    pub fn over(self, count: u32) -> bool {
        count == 0 || (self.level > 0 && level_size(count, self.level - 1) == 1)
    }

    /// Goes to the node's first child; not from level 0.
    pub fn into_children(&mut self, count: u32) {
        self.level -= 1;
        self.offset -= level_size(count, self.level);
        self.node *= 8;
    }

    /// Skips everything below the node.
    pub fn past(&mut self, count: u32) {
        self.node += 1;
        while !self.over(count) && !self.has_sibling(count) {
            self.up(count);
        }
    }

    fn has_sibling(self, count: u32) -> bool {
        !self.node.is_multiple_of(8) && self.node < level_size(count, self.level)
    }

    fn up(&mut self, count: u32) {
        self.offset += level_size(count, self.level);
        self.level += 1;
        self.node = self.node.div_ceil(8);
    }
}
