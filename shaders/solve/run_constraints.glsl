// Runs `project` over the constraints of a dispatch. A range is one layer of a colour: constraint k of each of its bundles.

// One invocation: constraint k of its bundle is in layer k. The bundles with the most constraints come first.
void run_bundle(uint first, uint bundle) {
    const uint layers = ranges[first].z;
    for (uint layer = 0; layer < layers; ++layer) {
        const uvec3 range = ranges[first + layer];
        if (bundle >= range.y) return;
        project(range.x + bundle);
    }
}

// One workgroup: a run of small colours in sequence, with a barrier instead of a new dispatch between them.
void run_colors() {
    uint first = params.first;
    for (uint color = 0; color < params.count; ++color) {
        const uvec3 range = ranges[first];
        for (uint k = gl_LocalInvocationIndex; k < range.y; k += WORKGROUP) run_bundle(first, k);
        first += range.z;
        memoryBarrierBuffer();
        barrier();
    }
}

void main() {
    const uint own = gl_GlobalInvocationID.x;
    if (FUSED) run_colors();
    else if (own >= params.count) return;
    else if (BUNDLED) run_bundle(params.first, own);
    else project(params.first + own);
}
