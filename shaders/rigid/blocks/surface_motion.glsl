// The motion of a deforming collider's surface (docs/method.md §26). Needs "features.glsl", "block.glsl" and a buffer `surface_motions`.

// Adds the motion of the second collider's surface relative to its body, times `rate`, to the motion of that body.
void add_surface_motion(uint pair, float rate) {
    if (!DEFORMING) return;
    b.linear += rate * surface_motions[pair].linear;
    b.angular += rate * surface_motions[pair].angular;
}
