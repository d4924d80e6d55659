// Sleeping bodies that something disturbs. Needs buffers `motion_bounds` and `status`.

void disturb(uint body, uint disturbed) {
    atomicMax(motion_bounds[body].disturbed, disturbed);
    atomicAdd(status[STATUS_WAKES], 1);
}
