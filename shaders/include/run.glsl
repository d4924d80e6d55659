// Runs `project` over the constraints of a dispatch.

void main() {
    if (!FUSED) {
        if (gl_GlobalInvocationID.x < params.count) project(params.first + gl_GlobalInvocationID.x);
        return;
    }
    // One workgroup: a run of small colours, one after the other, with a barrier instead of a dispatch between.
    for (uint color = 0; color < params.count; ++color) {
        const uvec2 range = ranges[params.first + color];
        for (uint k = gl_LocalInvocationIndex; k < range.y; k += WORKGROUP) project(range.x + k);
        memoryBarrierBuffer();
        barrier();
    }
}
