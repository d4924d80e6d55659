// Feature pairs that are excluded, since their particles are tied to each other. Needs "features.glsl" and `groups`.

// One number for all particles that are tied to each other.
uint group_of(uint particle) { return TIED ? groups[particle] : particle; }

// Whether parts share a particle, or have two that are tied.
bool are_tied(uvec4 corners, bool point) {
    const uvec4 group = uvec4(group_of(corners.x), group_of(corners.y), group_of(corners.z), group_of(corners.w));
    return any(equal(group.xx, group.zw)) || (point ? group.x == group.y : any(equal(group.yy, group.zw)));
}
