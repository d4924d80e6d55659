// The motion of a deforming collider's surface (docs/method.md §26). Needs "features.glsl", "block.glsl" and a buffer `surface_motions`.

// Adds what the surface of a pair's second collider moves in the substep to the motion of its body, times `rate`.
void add_surface_motion(uint pair, float rate) {
    if (!DEFORMING) return;
    b.linear += rate * surface_motions[pair].linear;
    b.angular += rate * surface_motions[pair].angular;
}
