// A tree of boxes over `count` elements, at most 2³⁰: level 0 has a node an element, a node of the next one covers up to 8
// of it in order, the top one is single. Levels lie one after another in a pool, level 0 first; nothing else is stored.

struct Walk {
    uint level;
    // Where the level's first node lies in the pool, and the node, counted from there.
    uint offset;
    uint node;
};

uint level_size(uint count, uint level) { return count == 0 ? 0 : ((count - 1) >> (3 * level)) + 1; }

// Nodes of the whole tree, and so the most steps that a walk takes.
uint tree_size(uint count) {
    uint total = level_size(count, 0);
    for (uint level = 1; level <= 10; ++level) {
        if (level_size(count, level - 1) <= 1) break;
        total += level_size(count, level);
    }
    return total;
}

// Starts at the top of the tree whose nodes begin at `first`.
Walk walk_from_top(uint first, uint count) {
    Walk walk = Walk(0, first, 0);
    for (uint up = 0; up < 10; ++up) {
        const uint size = level_size(count, walk.level);
        if (size <= 1) break;
        walk.offset += size;
        ++walk.level;
    }
    return walk;
}

// Whether nothing is left.
bool over(Walk walk, uint count) {
    return count == 0 || (walk.level > 0 && level_size(count, walk.level - 1) == 1);
}

// Goes on to the node's first child.
void into(inout Walk walk, uint count) {
    --walk.level;
    walk.offset -= level_size(count, walk.level);
    walk.node *= 8;
}

// Goes on behind everything below the node.
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

bool meet(Bounds a, Bounds b) {
    return all(lessThanEqual(a.low, b.high)) && all(lessThanEqual(b.low, a.high));
}

// From a point to the nearest one of a box, squared.
float distance_squared(Bounds box, vec3 p) {
    const vec3 away = max(max(box.low - p, p - box.high), vec3(0.0));
    return dot(away, away);
}
