// A bounding volume hierarchy over `count` elements, at most 2³⁰. Level 0 has a node for each element; a node of the next level
// covers up to 8 nodes in order; the top level has one node. Levels are stored one after another, level 0 first, without links.

struct Walk {
    uint level;
    // Index of the level's first node in the pool, and the node within the level.
    uint offset;
    uint node;
};

uint level_size(uint count, uint level) { return count == 0 ? 0 : ((count - 1) >> (3 * level)) + 1; }

// Nodes of the whole tree, which also bounds the steps of a walk.
uint tree_size(uint count) {
    uint total = level_size(count, 0);
    for (uint level = 1; level <= 10; ++level) {
        if (level_size(count, level - 1) <= 1) break;
        total += level_size(count, level);
    }
    return total;
}

// Starts at the top of the tree whose nodes begin at `first`.
Walk from_top(uint first, uint count) {
    Walk walk = Walk(0, first, 0);
    for (uint up = 0; up < 10; ++up) {
        const uint size = level_size(count, walk.level);
        if (size <= 1) break;
        walk.offset += size;
        ++walk.level;
    }
    return walk;
}

// Whether the walk is finished.
bool over(Walk walk, uint count) {
    return count == 0 || (walk.level > 0 && level_size(count, walk.level - 1) == 1);
}

// Goes to the node's first child.
void into_children(inout Walk walk, uint count) {
    --walk.level;
    walk.offset -= level_size(count, walk.level);
    walk.node *= 8;
}

// Skips everything below the node.
void past(inout Walk walk, uint count) {
    ++walk.node;
    for (uint up = 0; up < 11; ++up) {
        if (over(walk, count)) break;
        const uint size = level_size(count, walk.level);
        const bool has_sibling = walk.node % 8 != 0 && walk.node < size;
        if (has_sibling) break;
        walk.offset += size;
        ++walk.level;
        walk.node = (walk.node + 7) / 8;
    }
}

bool overlaps(Bounds a, Bounds b) {
    return all(lessThanEqual(a.low, b.high)) && all(lessThanEqual(b.low, a.high));
}

// Squared distance of a point to a box.
float distance_squared(Bounds box, vec3 p) {
    const vec3 away = max(max(box.low - p, p - box.high), vec3(0.0));
    return dot(away, away);
}
