// Which parts are no pair, since particles of both are joined. Needs "features.glsl", `linked` and `groups`.

// Whether the pair is two points that a link or an edge joins. First come the starts of the particles' lists.
bool are_linked(uvec4 corners) {
    if (corners.x != corners.y || corners.z != corners.w) return false;
    for (uint k = linked[corners.x]; k < linked[corners.x + 1]; ++k) if (linked[k] == corners.z) return true;
    return false;
}

// One number for all particles that are tied to each other.
uint group_of(uint particle) { return TIED ? groups[particle] : particle; }

// Whether parts share a particle, or have two that are tied.
bool are_tied(uvec4 corners, bool point) {
    const uvec4 group = uvec4(group_of(corners.x), group_of(corners.y), group_of(corners.z), group_of(corners.w));
    return any(equal(group.xx, group.zw)) || (point ? group.x == group.y : any(equal(group.yy, group.zw)));
}
